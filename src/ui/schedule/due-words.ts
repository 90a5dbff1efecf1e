import { formatStaffName } from '../../domain/identity'
import { durationWords, formatDateTime, formatTime } from '../../domain/time'
import type { Edition } from '../../domain/organization/organization'
import {
  nextObservation,
  repeatedObservation,
  type DueRow,
  type NextObservation,
} from '../../domain/virtual-ward/due'
import { boardTexts } from '../../texts/board'

const dayMs = 86_400_000

/** When an observation is due, in words. */
interface DueWords {
  readonly kind: string
  /** A person asked for it. */
  readonly isRepeat: boolean
  readonly said: string
  readonly asked: string
}

const wordsOf = (next: NextObservation, now: number, edition: Edition): DueWords => {
  const t = boardTexts(edition).due
  if (next.kind === 'continuous')
    return {
      kind: next.kind,
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

/** When the next observation of a patient is due at `now` (epoch ms); null: at no known time. */
export const dueWords = (patient: DueRow, now: number, edition: Edition): DueWords | null => {
  const next = nextObservation(patient, now)
  return next === null ? null : wordsOf(next, now, edition)
}

/** The same, and what a person asked for also where something else comes first. */
export const allDueWords = (
  patient: DueRow,
  now: number,
  edition: Edition,
): readonly DueWords[] => {
  const next = dueWords(patient, now, edition)
  const repeated = repeatedObservation(patient, now)
  return [
    ...(next === null ? [] : [next]),
    ...(repeated === null || next?.isRepeat === true ? [] : [wordsOf(repeated, now, edition)]),
  ]
}
