import { Link } from 'react-router-dom'
import { patientRecord } from '../../../data/patient'
import { knownConditions } from '../../../domain/critical/information'
import type { Edition } from '../../../domain/organization/organization'
import type { Patient } from '../../../domain/patient/patient'
import { useOffline, useResource } from '../../../engine/react'
import { noteTexts } from '../../../texts/note'
import { patientTexts } from '../../../texts/patient'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useMay } from '../../../ui/access'
import { Telephone } from '../../../ui/care'
import { fieldWords } from '../../../domain/critical/words'
import { useEdition, useTexts } from '../../../ui/edition'
import { Bone } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import styles from './CardDetail.module.css'

/** The record, that it is on its way, or why it is not here. */
type Asked = Patient | 'loading' | 'absent' | 'failed'

/** The record of a card's patient, for whoever may open it; null: they may not. */
const useRecord = (patientId: string): Asked | null => {
  const enabled = useMay('patient.view')
  const { rows, ready, problem } = useResource(patientRecord, { patientId }, { enabled })
  const offline = useOffline()
  const [patient] = rows
  if (!enabled) return null
  if (patient !== undefined) return patient
  if (offline) return ready ? 'absent' : 'loading'
  return problem === null ? 'loading' : 'failed'
}

function Call({ record }: { readonly record: Asked }) {
  const edition = useEdition()
  switch (record) {
    case 'loading':
      return <Bone width="9em" height="36px" />
    case 'absent':
      return <span>{virtualWardTexts(edition).detail.noTelephone}</span>
    case 'failed':
      return <span>{patientTexts(edition).failed}</span>
    default:
      return <Telephone patient={record} />
  }
}

/** The telephone of a card's patient. */
export function CardTelephone({ patientId }: { readonly patientId: string }) {
  const record = useRecord(patientId)
  return record === null ? null : <Call record={record} />
}

/** What is recorded, in words; null: it is on its way, or the number says that it failed. */
const conditionsOf = (
  record: Asked,
  t: ReturnType<typeof virtualWardTexts>['detail'],
  edition: Edition,
): string | null => {
  if (record === 'loading' || record === 'failed') return null
  if (record === 'absent') return t.noConditions
  const known = knownConditions(record)
  return known.kind === 'notRecorded' ? t.noneRecorded : fieldWords(record, 'conditions', edition)
}

/** Telephone, the ways to observations and to a note, and conditions on an opened card. */
export function CardContact({
  patientId,
  isOnWard,
}: {
  readonly patientId: string
  readonly isOnWard: boolean
}) {
  const edition = useEdition()
  const { doors } = useTexts()
  const { detail: t } = virtualWardTexts(edition)
  const mayAdd = useMay('note.add')
  const mayRecord = useMay('observations.record')
  const mayRepeat = useMay('repeat.request')
  const record = useRecord(patientId)
  if (record === null) return null
  const conditions = conditionsOf(record, t, edition)
  return (
    <section aria-label={t.contact}>
      <h4>{t.contact}</h4>
      <div className={styles['chips']}>
        <Call record={record} />
        {mayRecord && (
          <Link className={styles['chip']} to={paths.observe(patientId)}>
            {doors.observations}
          </Link>
        )}
        {mayRepeat && isOnWard && (
          <Link className={styles['chip']} to={paths.measureAgain(patientId)}>
            {doors.repeat}
          </Link>
        )}
        {mayAdd && (
          <Link className={styles['chip']} to={`${paths.patient(patientId)}?dialog=note`}>
            {noteTexts(edition).add.heading}
          </Link>
        )}
      </div>
      {conditions !== null && (
        <>
          <h4>{t.conditions}</h4>
          <p>{conditions}</p>
        </>
      )}
    </section>
  )
}
