import { formatPatientName } from '../../domain/identity'
import type { HandoverChanges } from '../../domain/handover/changes'
import { formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { handoverTexts } from '../../texts/handover'
import { alertName } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import { dueWords } from '../../ui/schedule'
import styles from './handover.module.css'

interface Line {
  readonly key: string
  readonly name: string
  readonly text: string
}

/** What happened since, group by group: also that there was nothing. */
export function Changes({
  changes,
  nowMs,
}: {
  readonly changes: HandoverChanges
  readonly nowMs: number
}) {
  const edition = useEdition()
  const t = handoverTexts(edition)
  const at = (iso: string): string => formatMoment(Date.parse(iso), nowMs, edition)
  const groups: readonly {
    readonly id: keyof typeof t.groups
    readonly lines: readonly Line[]
    readonly about?: string
  }[] = [
    {
      id: 'alerts',
      lines: changes.alerts.map(({ patient, alert }) => ({
        key: alert.id,
        name: formatPatientName(patient),
        text: `${alertName(alert, alertTexts(edition))}, ${at(alert.startedAt)}`,
      })),
    },
    {
      id: 'rises',
      lines: changes.rises.map(({ patient, from, to }) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: t.rise(from, to),
      })),
    },
    {
      id: 'arrived',
      lines: changes.arrived.map(({ patient, at: when, by }) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: by === 'transfer' ? t.transferred(at(when)) : at(when),
      })),
    },
    {
      id: 'discharged',
      lines: changes.discharged.map(({ patient, at: when }) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: at(when),
      })),
      about: t.known,
    },
    {
      id: 'overdue',
      lines: changes.overdue.map((patient) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: dueWords(patient, nowMs, edition)?.said ?? '',
      })),
    },
  ]
  return (
    <div className={styles['changes']}>
      {groups.map(({ id, lines, about }) => (
        <section key={id} aria-label={t.groups[id]}>
          <h3>
            {t.groups[id]} <span>{lines.length}</span>
          </h3>
          {about !== undefined && <p>{about}</p>}
          {lines.length === 0 ? (
            <p>{t.none}</p>
          ) : (
            <ul>
              {lines.map(({ key, name, text }) => (
                <li key={key}>
                  <strong>{name}</strong> {text}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}
