import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useDraft } from '../../../../engine/react'
import { readEwsDraft, sameScheme, writeEwsDraft } from '../../../../domain/ews'
import type { Patient } from '../../../../domain/patient/patient'
import type { EwsTexts } from '../../../../texts/ews'
import { EwsWarning } from './EwsWarning'
import type { EwsEdit } from './use-ews-edit'
import styles from './charts.module.css'

export interface KeptThresholdsProps {
  readonly patient: Patient
  readonly edit: EwsEdit
  readonly t: EwsTexts
  /** The way into edit mode. */
  readonly children?: ReactNode
}

/**
 * Keeps the draft of thresholds over a reload and a crash. It comes back only on request: scores of
 * a draft must not be read as the patient's.
 */
export function KeptThresholds({ patient, edit, t, children }: KeptThresholdsProps) {
  const { ready, text, set } = useDraft(`ews ${patient.id}`, { about: patient.id })
  const { live, left, changed, scheme, seen, stored } = edit
  const found = live === null && ready ? readEwsDraft(text) : null
  // Already saved: only the answer did not arrive.
  const kept = found === null || sameScheme(found, stored) ? null : found
  const keep = useEffectEvent((is: string) => set(is))
  const isEditing = live !== null
  useEffect(() => {
    if (isEditing && changed) keep(writeEwsDraft(scheme, seen))
  }, [isEditing, changed, scheme, seen])
  useEffect(() => {
    if (left > 0) keep('')
  }, [left])
  if (live !== null) return null
  // Confirming goes on with what is kept, if anything is.
  const asked = edit.step === 'warning' && (
    <EwsWarning
      patient={patient}
      t={t.warning}
      onConfirm={kept === null ? edit.begin : () => edit.resume(kept)}
      onCancel={edit.cancel}
    />
  )
  if (kept === null)
    return (
      <>
        {children}
        {asked}
      </>
    )
  return (
    <div className={styles['kept']}>
      <p>{t.kept.text}</p>
      {children}
      <Button variant="default" onClick={() => set('')}>
        {t.kept.discard}
      </Button>
      {asked}
    </div>
  )
}
