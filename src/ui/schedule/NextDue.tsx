import { nextObservation, unreadSchedules, type DueRow } from '../../domain/virtual-ward/due'
import { durationWords, formatDateTime, formatTime } from '../../domain/time'
import { boardTexts } from '../../texts/board'
import { useEdition } from '../edition'
import { Kept } from '../Kept'
import { useTicked } from '../time'
import styles from './NextDue.module.css'
import { UnreadSchedules } from './UnreadSchedules'

const dayMs = 86_400_000

/** When the next observation is due, by pathway or score, and what is not understood. */
export function NextDue({
  patient,
  compact = false,
  onlyLate = false,
  size,
}: {
  readonly patient: DueRow
  /** On a card: what is not understood is told whole to screen readers and as a title. */
  readonly compact?: boolean
  /** Says nothing of what is not overdue. */
  readonly onlyLate?: boolean
  readonly size?: 'wall'
}) {
  const edition = useEdition()
  const t = boardTexts(edition).due
  // As one text, so that a card is drawn again only when its text changes.
  const words = useTicked((now) => {
    const next = nextObservation(patient, now)
    if (next === null || (onlyLate && next.kind !== 'overdue' && next.kind !== 'late')) return null
    if (next.kind === 'continuous') return `continuous|${t.continuous} ${t.byScore}|`
    const iso = new Date(next.dueMs).toISOString()
    // A time of day is enough when it is near; further away the day is added.
    const time =
      Math.abs(next.dueMs - now) < dayMs / 2
        ? formatTime(iso, edition)
        : formatDateTime(iso, edition)
    const said = t[next.kind](time, durationWords(Math.max(0, now - next.dueMs), edition))
    return `${next.kind}|${next.by === 'score' ? `${said} ${t.byScore}` : said}|${next.by === 'schedule' ? t.asked(next.name) : ''}`
  })
  const unread = onlyLate ? null : (
    <UnreadSchedules names={unreadSchedules(patient)} compact={compact} />
  )
  if (words === null) return unread
  const [kind = '', said = '', ...rest] = words.split('|')
  const asked = rest.join('|')
  return (
    <>
      <span
        className={styles['due']}
        data-kind={kind}
        data-size={size}
        title={asked === '' ? undefined : asked}
      >
        <Kept>{said}</Kept>
      </span>
      {unread}
    </>
  )
}
