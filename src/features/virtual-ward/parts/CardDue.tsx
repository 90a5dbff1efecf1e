import { nextObservation, unreadSchedules } from '../../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { durationWords, formatDateTime, formatTime } from '../../../domain/time'
import { boardTexts } from '../../../texts/board'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { UnreadSchedules } from '../../../ui/schedule'
import { useTicked } from '../../../ui/time'
import styles from './PatientCard.module.css'

const dayMs = 86_400_000

/**
 * When the patient is to be observed next, by the pathway or by the score, and what of the pathway
 * is not understood; nothing where neither asks.
 */
export function CardDue({ patient }: { readonly patient: VirtualWardPatient }) {
  const edition = useEdition()
  const t = boardTexts(edition).due
  // As one text, so that a card is drawn anew when its words change and not with every tick.
  const words = useTicked((now) => {
    const next = nextObservation(patient, now)
    if (next === null) return null
    if (next.kind === 'continuous') return `continuous|${t.continuous} ${t.byScore}|`
    const iso = new Date(next.dueMs).toISOString()
    // A time of day says all of a time that is near; further away the day belongs to it.
    const time =
      Math.abs(next.dueMs - now) < dayMs / 2
        ? formatTime(iso, edition)
        : formatDateTime(iso, edition)
    const said = t[next.kind](time, durationWords(Math.max(0, now - next.dueMs), edition))
    return `${next.kind}|${next.by === 'score' ? `${said} ${t.byScore}` : said}|${next.by === 'schedule' ? t.asked(next.name) : ''}`
  })
  const unread = <UnreadSchedules names={unreadSchedules(patient)} compact />
  if (words === null) return unread
  const [kind = '', said = '', ...rest] = words.split('|')
  const asked = rest.join('|')
  return (
    <>
      <span className={styles['due']} data-kind={kind} title={asked === '' ? undefined : asked}>
        <Kept>{said}</Kept>
      </span>
      {unread}
    </>
  )
}
