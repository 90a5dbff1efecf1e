import { wardCallings } from '../../data/calling'
import { useAnswer } from '../../engine/react'
import { formatPatientName, type PersonName } from '../../domain/identity'
import { formatDate } from '../../domain/time'
import { handoverTexts } from '../../texts/handover'
import { calledWords } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import styles from './handover.module.css'

interface Patient extends PersonName {
  readonly id: string
  readonly birthDate: string
}

/** Who was called about which patients of the ward in the last day, on the screen and on paper. */
export function CalledOnWard({
  wardId,
  patients,
  nowMs,
}: {
  readonly wardId: string
  readonly patients: readonly Patient[]
  readonly nowMs: number
}) {
  const edition = useEdition()
  const {
    called: t,
    calledUnknown,
    duty: { held },
  } = handoverTexts(edition)
  const { value, problem } = useAnswer(wardCallings, { wardId })
  const said = (value ?? []).flatMap((calling) => {
    const patient = patients.find(({ id }) => id === calling.patientId)
    const words = calledWords(calling, nowMs, edition)
    return patient === undefined || words === null ? [] : [{ id: calling.id, patient, words }]
  })
  const isUnknown = value === null && problem !== null
  if (said.length === 0 && !isUnknown) return null
  return (
    <section aria-label={t} className={styles['duty']}>
      <h3>{t}</h3>
      {isUnknown && <p>{calledUnknown}</p>}
      <ul className={styles['acceptances']}>
        {said.map(({ id, patient, words }) => (
          <li key={id}>
            <strong>
              {held.who(formatPatientName(patient), formatDate(patient.birthDate, edition))}
            </strong>
            {`: ${words}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
