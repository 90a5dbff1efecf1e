import type { Held } from '../../domain/handover/holders'
import { formatPatientName } from '../../domain/identity'
import { formatDate } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { handoverTexts } from '../../texts/handover'
import { alertName, personName } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import styles from './handover.module.css'

/** Who deals with which open alerts of the ward, on the screen and on paper. */
export function HeldAlerts({ holders }: { readonly holders: readonly Held[] }) {
  const edition = useEdition()
  const { held: t } = handoverTexts(edition).duty
  if (holders.length === 0) return <p>{t.none}</p>
  return (
    <>
      <h3>{t.title}</h3>
      <ul className={styles['acceptances']}>
        {holders.map(({ by, patients }) => (
          <li key={by?.id ?? ''}>
            <strong>{by === null ? t.nobody : personName(by, edition)}</strong>
            {': '}
            {patients
              .map(({ patient, alerts }) =>
                t.of(
                  t.who(formatPatientName(patient), formatDate(patient.birthDate, edition)),
                  alerts.map((alert) => alertName(alert, alertTexts(edition))),
                ),
              )
              .join('; ')}
          </li>
        ))}
      </ul>
    </>
  )
}
