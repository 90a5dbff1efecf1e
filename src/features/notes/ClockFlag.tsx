import type { PatientNote } from '../../domain/note/note'
import { clockFault, durationWords, formatDateTime } from '../../domain/time'
import { noteTexts } from '../../texts/note'
import { useEdition } from '../../ui/edition'
import { Tooltip } from '../../ui/feedback'
import { IconClock } from '../../ui/layout/icons'
import styles from './NotesTab.module.css'

/** Says that the clock of the note's device was wrong, by how much, and what it showed. */
export function ClockFlag({
  note: { capturedAt, clockSkewMs },
}: {
  readonly note: Pick<PatientNote, 'capturedAt' | 'clockSkewMs'>
}) {
  const edition = useEdition()
  const t = noteTexts(edition).row.clock
  const fault = clockFault(clockSkewMs)
  if (clockSkewMs === null || fault === null) return null
  const told = formatDateTime(new Date(Date.parse(capturedAt) + clockSkewMs).toISOString(), edition)
  return (
    <Tooltip label={t.why(told)}>
      <button type="button" className={styles['clock']}>
        <IconClock size={16} />
        {t[fault.direction](durationWords(fault.byMs, edition))}
      </button>
    </Tooltip>
  )
}
