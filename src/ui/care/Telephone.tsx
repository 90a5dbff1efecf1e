import { nobodyToCall } from '../../domain/patient/call'
import type { Patient } from '../../domain/patient/patient'
import { patientTexts } from '../../texts/patient'
import { Tooltip } from '../feedback'
import { useEdition } from '../edition'
import styles from './care.module.css'
import { UnsentContact } from './UnsentCare'

/** Calls the patient; where no number is registered, says why nobody can be called (C055). */
export function Telephone({
  patient,
  isShort = false,
}: {
  readonly patient: Patient
  /** Without the number, for a phone, which dials it. */
  readonly isShort?: boolean
}) {
  const t = patientTexts(useEdition()).about
  const { telephone } = patient
  const reason = nobodyToCall(patient)
  return (
    <>
      {telephone !== null && (
        <a className={styles['call']} href={`tel:${telephone.replace(/[^+\d]/g, '')}`}>
          {t.call} <span className={isShort ? 'visually-hidden' : undefined}>{telephone}</span>
        </a>
      )}
      {reason !== null && (
        <Tooltip label={t.nobodyToCall[reason]}>
          <button type="button" aria-disabled className={styles['call']}>
            {t.call}
          </button>
        </Tooltip>
      )}
      <UnsentContact patient={patient} part="telephone" />
    </>
  )
}
