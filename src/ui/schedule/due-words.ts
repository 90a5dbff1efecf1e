import { durationWords, formatDateTime, formatTime } from '../../domain/time'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { nextObservation, type DueRow } from '../../domain/virtual-ward/due'
import { boardTexts } from '../../texts/board'

const dayMs = 86_400_000

/** When the next observation of a patient is due at `now` (epoch ms); null: at no known time. */
export const dueWords = (
  patient: DueRow,
  now: number,
  edition: Edition,
): {
  readonly kind: string
  /** A person asked for it. */
  readonly isRepeat: boolean
  readonly said: string
  readonly asked: string
} | null => {
  const t = boardTexts(edition).due
  const next = nextObservation(patient, now)
  if (next === null) return null
  if (next.kind === 'continuous')
    return {
      kind: 'continuous',
      isRepeat: false,
      said: `${t.continuous} ${t.byScore}`,
      asked: '',
    }
  const iso = new Date(next.dueMs).toISOString()
  // A time of day is enough when it is near; further away the day is added.
  const time =
    Math.abs(next.dueMs - now) < dayMs / 2 ? formatTime(iso, edition) : formatDateTime(iso, edition)
  const late = durationWords(Math.max(0, now - next.dueMs), edition)
  if (next.by === 'repeat') {
    const { by, reason } = next.repeat
    const repeated = t.repeat[next.kind](time, late)
    return {
      kind: next.kind,
      isRepeat: true,
      said: by === null ? repeated : `${repeated} ${t.askedBy(formatStaffName(by))}`,
      asked: reason ?? '',
    }
  }
  const said = t[next.kind](time, late)
  return {
    kind: next.kind,
    isRepeat: false,
    said: next.by === 'score' ? `${said} ${t.byScore}` : said,
    asked: next.by === 'schedule' ? t.asked(next.name) : '',
  }
}
