import { Suspense } from 'react'
import { patientTexts } from '../../../texts/patient'
import type { Patient } from '../../../domain/patient/patient'
import { useDetail } from '../../../ui/detail'
import { useEdition, useTexts } from '../../../ui/edition'
import { Popover } from '../../../ui/feedback'
import { SlotPanel, useSlots } from '../../../ui/slots'
import styles from './Record.module.css'

/** The actions that the rooms add to the record, and the dialog of the one that the address names. */
export function PatientActions({ patient }: { readonly patient: Patient }) {
  const texts = useTexts()
  const t = patientTexts(useEdition())
  const actions = useSlots('patientActions')
  const dialog = useDetail('dialog')
  if (actions.length === 0) return null
  const open = actions.find(({ id }) => id === dialog.id)
  return (
    <>
      <Popover label={t.actions} align="end">
        {(close) => (
          <ul className={styles['actions']}>
            {actions.map(({ id, label }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    dialog.open(id)
                  }}
                >
                  {label(texts)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
      {open !== undefined && (
        <Suspense>
          <SlotPanel key={open.id} slot={open} props={{ patient, onClose: dialog.close }} />
        </Suspense>
      )}
    </>
  )
}
