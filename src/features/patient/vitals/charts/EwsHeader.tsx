import { Button } from '@mantine/core'
import { may } from '../../../../domain/access/may'
import type { Patient } from '../../../../domain/patient/patient'
import { formatDate, formatDateTime } from '../../../../domain/time'
import { ewsTexts, type EwsTexts } from '../../../../texts/ews'
import { usePrincipal } from '../../../../ui/access'
import { useEdition } from '../../../../ui/edition'
import { Dialog, Tooltip } from '../../../../ui/feedback'
import type { Edition } from '../../../../domain/organization/organization'
import { useNow } from '../../../../ui/time'
import { Choice } from '../../../../ui/layout'
import { EwsBasisFields } from './EwsBasisFields'
import { KeptThresholds } from './KeptThresholds'
import { previewWords } from './painter'
import { ThresholdNumbers } from './ThresholdNumbers'
import type { VitalsCanvas } from './use-canvas'
import type { EwsEdit } from './use-ews-edit'
import styles from './charts.module.css'

const dayMs = 86_400_000

/** Who set what counts, and when, if known (C071). */
const setByWords = (patient: Patient, edition: Edition, t: EwsTexts): string | null => {
  const set = patient.ewsThresholds
  if (set === null) return null
  const when = formatDateTime(set.createdAt, edition)
  return set.createdBy === null
    ? t.setAt(when)
    : t.setBy(`${set.createdBy.firstName} ${set.createdBy.lastName}`, when)
}

/** Why, by whose decision and until when, of what counts now. */
const basisWords = (
  patient: Patient,
  nowMs: number,
  edition: Edition,
  t: EwsTexts['basis'],
): string | null => {
  const { reason, decidedBy, reviewOn } = patient.ewsThresholds ?? {}
  if (reason == null || decidedBy == null || reviewOn == null) return null
  const day = formatDate(reviewOn, edition)
  const isOver = Date.parse(reviewOn) + dayMs < nowMs
  return `${t.decided(decidedBy, reason)} ${isOver ? t.reviewOver(day) : t.review(day)}`
}

function NotSaved({ edit, t }: { readonly edit: EwsEdit; readonly t: EwsTexts['failed'] }) {
  return (
    <Dialog
      title={t.title}
      role="alertdialog"
      size="small"
      onClose={edit.dismiss}
      actions={
        <Button onClick={edit.dismiss} data-autofocus>
          {t.ok}
        </Button>
      }
    >
      <p>{t.text}</p>
      <p>{edit.failure === 'changed' ? t.changed : t.still}</p>
    </Dialog>
  )
}

export interface EwsHeaderProps {
  readonly patient: Patient
  readonly edit: EwsEdit
  readonly move: VitalsCanvas['move']
  readonly flush: VitalsCanvas['flush']
  readonly repaint: VitalsCanvas['repaint']
  readonly preview: VitalsCanvas['preview']
}

/** The header: scheme and its author; in edit mode Cancel, Save and the effect (C066 to C071). */
export function EwsHeader({ patient, edit, move, flush, repaint, preview }: EwsHeaderProps) {
  const edition = useEdition()
  const t = ewsTexts(edition)
  const principal = usePrincipal()
  const set = patient.ewsThresholds
  const setBy = setByWords(patient, edition, t)
  const basis = basisWords(patient, useNow(dayMs / 24), edition, t.basis)
  const { step, live } = edit
  const name = set?.thresholds == null ? patient.ewsDefault.schemeName : t.personal
  const button = (
    // Told why, not hidden: it takes the focus, so that the reason is read out and shown to fingers
    // too.
    <Button
      variant="default"
      aria-disabled={edit.blocked !== null}
      data-disabled={edit.blocked === null ? undefined : true}
      aria-haspopup="dialog"
      onClick={() => {
        if (edit.blocked === null) edit.ask()
      }}
    >
      {t.edit}
    </Button>
  )
  if (live === null) {
    return (
      <section aria-label={t.actions} className={styles['actions']}>
        <p>
          {t.scheme(name, set?.spo2Scale ?? 1)}
          {setBy !== null && (
            <>
              . <span>{setBy}</span>
            </>
          )}
          {basis !== null && (
            <>
              . <span>{basis}</span>
            </>
          )}
        </p>
        {principal !== null && may(principal, 'ews.edit') && (
          <KeptThresholds patient={patient} edit={edit} t={t}>
            {edit.blocked === null ? button : <Tooltip label={t.editOffline}>{button}</Tooltip>}
          </KeptThresholds>
        )}
      </section>
    )
  }
  return (
    <>
      {/* Stays in sight below the patient's banner: what a drag at the last chart would change is read here. */}
      <section aria-label={t.actions} className={styles['bar']}>
        <h2>{t.editing(set?.riskScheme ?? 'NEWS2')}</h2>
        <Button variant="default" disabled={step === 'saving'} onClick={edit.cancel}>
          {t.cancel}
        </Button>
        <Button
          loading={step === 'saving'}
          aria-disabled={edit.blocked !== null}
          onClick={() => {
            if (edit.blocked === null) {
              flush()
              edit.save()
            }
          }}
        >
          {t.save}
        </Button>
        <p ref={preview} aria-live="polite" className={styles['preview']}>
          {previewWords(live, t.preview)}
        </p>
      </section>
      <div className={styles['editing']} inert={step === 'saving'}>
        <KeptThresholds patient={patient} edit={edit} t={t} />
        {edit.blocked !== null && <output>{t.editOffline}</output>}
        {setBy !== null && <p>{setBy}</p>}
        {basis !== null && <p>{basis}</p>}
        <p>{t.how}</p>
        <div className={styles['scale']}>
          <Choice
            label={t.scale.label}
            value={edit.scheme.spo2Scale === 2 ? '2' : '1'}
            options={[
              { value: '1', label: t.scale.one },
              { value: '2', label: t.scale.two },
            ]}
            onChange={(value) => {
              flush()
              edit.setScale(value === '2' ? 2 : 1)
              repaint()
            }}
          />
          <span>{t.scale.hint}</span>
        </div>
        {edit.basis !== null && (
          <EwsBasisFields
            basis={edit.basis}
            faults={edit.basisFaults}
            t={t.basis}
            onChange={edit.setBasis}
          />
        )}
        <ThresholdNumbers
          scheme={edit.scheme}
          move={move}
          commit={() => {
            flush()
            edit.commit()
          }}
        />
      </div>
      {step === 'failed' && <NotSaved edit={edit} t={t.failed} />}
    </>
  )
}
