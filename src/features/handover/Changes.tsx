import { lateReading } from '../../domain/alerts/alert'
import { outcomeSaid } from '../../domain/alerts/outcome'
import { formatPatientName } from '../../domain/identity'
import type { HandoverChanges } from '../../domain/handover/changes'
import type { Edition } from '../../domain/organization/organization'
import { formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { handoverTexts } from '../../texts/handover'
import { alertName, personName } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import { dueWords } from '../../ui/schedule'
import styles from './handover.module.css'

interface Line {
  readonly key: string
  readonly name: string
  readonly text: string
}

/**
 * How far a list is known: as of when, epoch milliseconds; `unread`: the server has not told it since;
 * `unreadable`: what this device keeps of it cannot be read.
 */
export type Knowledge = number | 'unread' | 'unreadable'

/** More patients than this are counted, not named, where their names are only beside the matter. */
const mostNamed = 4

interface Group {
  readonly id: keyof ReturnType<typeof handoverTexts>['groups']
  readonly lines: readonly Line[]
  /** How many they are; left out: as many as lines. */
  readonly count?: number
  /** False: there may be more than these. */
  readonly isWhole?: boolean
  readonly about?: string
}

/** What people resolved, by patient. */
const resolvedGroup = (
  resolved: HandoverChanges['resolved'],
  edition: Edition,
  at: (iso: string) => string,
): Group => {
  const words = ({ alert }: HandoverChanges['resolved'][number]): string =>
    handoverTexts(edition).resolved(
      alertName(alert, alertTexts(edition)),
      at(alert.resolvedAt),
      personName(alert.resolvedBy, edition),
      alert.outcome === null ? null : outcomeSaid(alert.outcome, alert.outcomeText, edition),
    )
  const patients = [...new Set(resolved.map(({ patient }) => patient))]
  return {
    id: 'resolved',
    lines: patients.map((patient) => ({
      key: patient.id,
      name: formatPatientName(patient),
      text: resolved
        .filter((one) => one.patient === patient)
        .map(words)
        .join('; '),
    })),
    count: resolved.length,
  }
}

/** One group: how many, which, or that there is none, and how far that is known. */
function Section({ id, lines, count = lines.length, about, isWhole = true }: Group) {
  const t = handoverTexts(useEdition())
  return (
    <section aria-label={t.groups[id]}>
      <h3>
        {t.groups[id]} <span>{isWhole ? count : t.atLeast(count)}</span>
      </h3>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, name, text }) => (
            <li key={key}>
              <strong>{name}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      {lines.length === 0 && isWhole && <p>{t.none}</p>}
      {about !== undefined && <p>{about}</p>}
    </section>
  )
}

interface ChangesProps {
  readonly changes: HandoverChanges
  readonly nowMs: number
  /** All patients of the ward are on this device. */
  readonly isWardWhole: boolean
  /** Older scores that this device holds are not all read yet. */
  readonly isComparing: boolean
  readonly discharges: Knowledge
  readonly moves: Knowledge
  readonly resolutions: Knowledge
}

/** What happened since, group by group: also that there was nothing, and what is not known. */
export function Changes({
  changes,
  nowMs,
  isWardWhole,
  isComparing,
  discharges,
  moves,
  resolutions,
}: ChangesProps) {
  const edition = useEdition()
  const t = handoverTexts(edition)
  const moment = (ms: number): string => formatMoment(ms, nowMs, edition)
  const at = (iso: string): string => moment(Date.parse(iso))
  const known = (of: Knowledge): Pick<Group, 'isWhole' | 'about'> =>
    typeof of === 'number'
      ? { about: t.knownAt(moment(of)) }
      : { isWhole: false, about: of === 'unread' ? t.notRead : t.unreadable }
  const alertWords = ({ alert, raisedMs, isOlder }: HandoverChanges['alerts'][number]): string => {
    const words = alertTexts(edition)
    const late = lateReading(alert)
    const name = `${alertName(alert, words)}${late === null ? '' : `, ${words.measured(moment(late.measuredMs))}`}`
    return isOlder
      ? t.raisedAgain(name, moment(raisedMs), at(alert.startedAt))
      : t.raised(name, moment(raisedMs))
  }
  const ofWard: Pick<Group, 'isWhole' | 'about'> = isWardWhole
    ? {}
    : { isWhole: false, about: t.notAllHere }
  const withAlerts = [...new Set(changes.alerts.map(({ patient }) => patient))]
  const groups: readonly Group[] = [
    {
      id: 'alerts',
      lines: withAlerts.map((patient) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: changes.alerts
          .filter((one) => one.patient === patient)
          .map(alertWords)
          .join('; '),
      })),
      count: changes.alerts.length,
      ...ofWard,
    },
    { ...resolvedGroup(changes.resolved, edition, at), ...known(resolutions) },
    {
      id: 'rises',
      lines: changes.rises.map(({ patient, from, fromMs, to }) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: t.rise(from, moment(fromMs), to),
      })),
      ...ofWard,
      ...(isComparing
        ? { isWhole: false, about: t.comparing }
        : changes.withoutEarlier.length === 0
          ? {}
          : {
              about: t.withoutEarlier(
                changes.withoutEarlier.length,
                changes.withoutEarlier.slice(0, mostNamed).map(formatPatientName),
              ),
            }),
    },
    {
      id: 'arrived',
      lines: changes.arrived.map(({ patient, at: when, by }) => ({
        key: `${patient.id} ${when}`,
        name: formatPatientName(patient),
        text: by === 'transfer' ? t.transferred(at(when)) : at(when),
      })),
      ...ofWard,
    },
    {
      id: 'left',
      lines: changes.left.map(({ patientId, firstName, lastName, at: when, to }) => ({
        key: patientId,
        name: formatPatientName({ firstName, lastName }),
        text: t.moved(at(when), to?.name ?? null),
      })),
      ...known(moves),
    },
    {
      id: 'discharged',
      lines: changes.discharged.map(({ patient, at: when }) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: at(when),
      })),
      ...known(discharges),
    },
    {
      id: 'overdue',
      lines: changes.overdue.map((patient) => ({
        key: patient.id,
        name: formatPatientName(patient),
        text: dueWords(patient, nowMs, edition)?.said ?? '',
      })),
      ...ofWard,
    },
  ]
  return (
    <div className={styles['changes']}>
      {groups.map((group) => (
        <Section key={group.id} {...group} />
      ))}
    </div>
  )
}
