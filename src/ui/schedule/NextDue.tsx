import { unreadSchedules, type DueRow } from '../../domain/virtual-ward/due'
import { useEdition } from '../edition'
import { Kept } from '../Kept'
import { useTicked } from '../time'
import { allDueWords } from './due-words'
import styles from './NextDue.module.css'
import { UnreadSchedules } from './UnreadSchedules'

/**
 * When the next observation is due, by pathway, score or a person, what a person asked for beside it, and
 * what is not understood.
 */
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
  const words = useTicked((now) =>
    JSON.stringify(
      allDueWords(patient, now, edition).filter(
        ({ isRepeat, kind }) => !onlyLate || isRepeat || kind === 'overdue' || kind === 'late',
      ),
    ),
  )
  const unread = onlyLate ? null : (
    <UnreadSchedules names={unreadSchedules(patient)} compact={compact} />
  )
  return (
    <>
      {(JSON.parse(words) as ReturnType<typeof allDueWords>).map(
        ({ isRepeat, kind, said, asked }) => (
          <span
            key={String(isRepeat)}
            className={styles['due']}
            data-kind={kind}
            data-size={size}
            title={asked === '' ? undefined : asked}
          >
            <Kept>{said}</Kept>
          </span>
        ),
      )}
      {unread}
    </>
  )
}
