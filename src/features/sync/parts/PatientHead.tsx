import { Link } from 'react-router-dom'
import type { OutboxItem } from '../../../engine/react'
import { ageOn } from '../../../domain/identity'
import { formatDate, isDate } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition, useTexts } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'
import styles from '../SyncScreen.module.css'
import { useIdentifierLabel } from './use-identifier-label'

export interface PatientHeadProps {
  readonly patient: OutboxItem['subject']
  /** Without readable text: the patient whom the device knows by this number. */
  readonly about: OutboxItem['about']
  readonly unreadable: boolean
  /** The right to see the patient was removed, and the text with it. */
  readonly lost: boolean
  readonly t: SyncTexts
}

/** The patient of a group as the author saw them: the text belongs to this person. */
export function PatientHead({ patient, about, unreadable, lost, t }: PatientHeadProps) {
  const edition = useEdition()
  const words = useTexts().ui.patient
  const label = useIdentifierLabel()
  const now = useNow()
  if (lost && (about === null || about.name === null))
    return <h3 className={styles['patient']}>{t.lost.patient}</h3>
  if (patient === null && about !== null) {
    const name = about.name ?? t.patient.unknownNow
    return (
      <div className={styles['patient']}>
        <h3>{name}</h3>
        {about.name !== null && <span>{t.patient.asNow}</span>}
        <Link to={paths.patient(about.id)} aria-label={`${t.patient.open}: ${name}`}>
          {t.patient.open}
        </Link>
      </div>
    )
  }
  if (patient === null)
    return (
      <h3 className={styles['patient']}>{unreadable ? t.patient.unreadable : t.patient.none}</h3>
    )
  const born = isDate(patient.birthDate)
    ? t.patient.born(
        formatDate(patient.birthDate, edition),
        words.age(ageOn(patient.birthDate, now)),
      )
    : patient.birthDate
  return (
    <div className={styles['patient']}>
      <h3>{patient.name}</h3>
      <span>{born}</span>
      <span>
        {patient.identifierLast4 === null
          ? t.patient.noIdentifier
          : t.patient.ending(label, patient.identifierLast4)}
      </span>
      <Link to={paths.patient(patient.id)} aria-label={`${t.patient.open}: ${patient.name}`}>
        {t.patient.open}
      </Link>
    </div>
  )
}
