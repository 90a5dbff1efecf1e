import {
  countBadge,
  isOnlyLate,
  lateReading,
  openTriggers,
  statusPart,
  type Alert,
} from '../../domain/alerts/alert'
import { needsPerson } from '../../domain/sync/unsent'
import { isSnoozed } from '../../domain/alerts/state'
import { formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { useEdition, useTexts } from '../edition'
import { IconCheck, IconClock, IconWarning } from '../layout/icons'
import { useTicked } from '../time'
import { UnsentMark, unsentWords } from '../clinical'
import { alertName, alertState, personName, unsentActOf } from './alert-words'
import styles from './alerts.module.css'

/** Chips that have room; the rest is a number. */
const room = { narrow: 1, wide: 2 } as const

export interface AlertChipsProps {
  /** Open ones, gravest first. */
  readonly alerts: readonly Alert[]
  readonly onOpen: () => void
  /** On a card: one line, with names cut; the accessible name is whole. */
  readonly compact?: boolean
  /** The gravest alone is named: two lines of chips are all that a phone's header has room for. */
  readonly narrow?: boolean
  /** Opens the dialog also without open alerts: it has the recently resolved ones. */
  readonly always?: boolean
}

function Chip({
  alert,
  compact,
  onOpen,
}: {
  readonly alert: Alert
  readonly compact: boolean
  readonly onOpen: () => void
}) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const late = isOnlyLate(alert) ? lateReading(alert) : null
  const time = useTicked((now) =>
    late === null ? null : formatMoment(late.measuredMs, now, edition),
  )
  const name = alertName(alert, t)
  const badge = countBadge(openTriggers(alert))
  const until = alert.snoozedUntil === null ? null : Date.parse(alert.snoozedUntil)
  const asleep = useTicked((now) => isSnoozed(until, now))
  const answered = alert.acknowledgedAt !== null
  const words = useTexts().ui.waiting
  const unsent = unsentActOf(alert, t)
  const waiting = unsent === null ? null : unsentWords(unsent.state, unsent.what, words)
  return (
    <button
      type="button"
      className={styles['chip']}
      data-print="keep"
      aria-haspopup="dialog"
      aria-label={t.chip(name, badge, [
        ...(time === null ? [] : [t.measured(time)]),
        ...alertState(alert, asleep, edition),
        ...(waiting === null ? [] : [waiting]),
      ])}
      data-answered={answered || asleep}
      data-escalated={alert.escalatedAt !== null}
      onClick={onOpen}
    >
      {waiting !== null ? (
        <IconClock size={14} />
      ) : answered ? (
        <IconCheck size={14} />
      ) : asleep ? (
        <IconClock size={14} />
      ) : (
        <IconWarning size={14} />
      )}
      <span className={styles['name']}>{name}</span>
      {badge !== '1' && <span className={styles['badge']}>{badge}</span>}
      {/* On a card the name of the alarm has the room, and who holds it. */}
      {time !== null && !(compact && answered) && (
        <span className={styles['by']} data-kind="time">
          {compact ? t.measuredAt(time) : t.measured(time)}
        </span>
      )}
      {answered && (
        <span className={styles['by']}>{personName(alert.acknowledgedBy, edition)}</span>
      )}
    </button>
  )
}

/** What was done here about alerts and the server does not know: for others nothing is, until then. */
function NotSent({ alerts }: { readonly alerts: readonly Alert[] }) {
  const t = alertTexts(useEdition())
  const all = alerts.flatMap((alert) => {
    const unsent = unsentActOf(alert, t)
    return unsent === null ? [] : [{ ...unsent, name: alertName(alert, t) }]
  })
  const first = all.find(({ state }) => needsPerson(state)) ?? all[0]
  if (first === undefined) return null
  const isResolving = all.every(({ part }) => part === statusPart)
  const one = isResolving ? t.resolvingOne(first.name) : t.actOn(first.what, first.name)
  const many = isResolving ? t.resolvingMany(all.length) : t.answering(all.length)
  return <UnsentMark compact unsent={first} what={all.length === 1 ? one : many} />
}

/** A patient's open alerts with their counts. Nothing without any, unless `always`. */
export function AlertChips({
  alerts,
  onOpen,
  compact = false,
  narrow = false,
  always = false,
}: AlertChipsProps) {
  const most = room[narrow ? 'narrow' : 'wide']
  const t = alertTexts(useEdition())
  if (alerts.length === 0)
    return always ? (
      <button
        type="button"
        className={`${styles['none']} finger`}
        data-print="keep"
        aria-haspopup="dialog"
        aria-label={t.noneName}
        onClick={onOpen}
      >
        {t.none}
      </button>
    ) : null
  const rest = alerts.length - most
  return (
    <>
      <span className={styles['chips']} data-compact={compact}>
        {alerts.slice(0, most).map((alert) => (
          <Chip key={alert.id} alert={alert} compact={compact} onOpen={onOpen} />
        ))}
        {rest > 0 && (
          <button
            type="button"
            className={styles['chip']}
            data-print="keep"
            aria-haspopup="dialog"
            aria-label={t.moreName(rest)}
            onClick={onOpen}
          >
            {t.more(rest)}
          </button>
        )}
      </span>
      <NotSent alerts={alerts} />
    </>
  )
}
