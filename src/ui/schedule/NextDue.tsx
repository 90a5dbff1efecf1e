import { unreadSchedules, type DueRow } from '../../domain/virtual-ward/due'
import { useEdition } from '../edition'
import { Kept } from '../Kept'
import { useTicked } from '../time'
import { dueWords } from './due-words'
import styles from './NextDue.module.css'
import { UnreadSchedules } from './UnreadSchedules'

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
  /** Says nothing of what is neither overdue nor asked for by a person. */
  readonly onlyLate?: boolean
  readonly size?: 'wall'
}) {
  const edition = useEdition()
  // As one text, so that a card is drawn again only when its text changes.
  const words = useTicked((now) => {
    const due = dueWords(patient, now, edition)
    if (due === null) return null
    if (onlyLate && !due.isRepeat && due.kind !== 'overdue' && due.kind !== 'late') return null
    return `${due.kind}|${due.said}|${due.asked}`
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
