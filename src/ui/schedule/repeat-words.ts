import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { ownRepeat } from '../../domain/repeat/offer'
import {
  openSlot,
  standingRepeats,
  type AskedRepeat,
  type Repeat,
} from '../../domain/repeat/repeat'
import { durationWords, formatMoment } from '../../domain/time'
import { kindOf } from '../../domain/virtual-ward/due'
import { repeatsTexts } from '../../texts/repeats'

const minuteMs = 60_000

/** What is asked for, before anybody did. */
export const askedWords = (
  { inMinutes, everyMinutes, forMinutes }: AskedRepeat,
  edition: Edition,
): string => {
  const t = repeatsTexts(edition)
  const words = (minutes: number): string => durationWords(minutes * minuteMs, edition)
  return everyMinutes === null || forMinutes === null
    ? t.once(words(inMinutes))
    : t.series(words(everyMinutes), words(forMinutes))
}

/** What stands of a request at `nowMs`, to come, due, overdue or missed, and who made it. */
export const standingWords = (
  repeat: Repeat,
  nowMs: number,
  edition: Edition,
): { readonly what: string; readonly by: string } => {
  const t = repeatsTexts(edition)
  const moment = (atMs: number): string => formatMoment(atMs, nowMs, edition)
  const slot = openSlot(repeat)
  const dueMs = slot?.dueMs ?? Date.parse(repeat.dueAt)
  const said = t.said[slot === null ? 'upcoming' : kindOf(slot, nowMs)](
    moment(dueMs),
    durationWords(Math.max(0, nowMs - dueMs), edition),
  )
  return {
    what:
      repeat.everyMinutes === null || repeat.until === null
        ? said
        : t.said.series(
            said,
            durationWords(repeat.everyMinutes * minuteMs, edition),
            moment(Date.parse(repeat.until)),
          ),
    by: formatStaffName(repeat.by),
  }
}

/** What stands of the user's own, which a new request takes the place of; null: nothing. */
export const replacedWords = (
  repeats: readonly Repeat[],
  userId: string | undefined,
  nowMs: number,
  edition: Edition,
): string | null => {
  const own = userId === undefined ? null : ownRepeat(repeats, userId)
  if (own === null) return null
  const t = repeatsTexts(edition).replaces
  const moment = (atMs: number): string => formatMoment(atMs, nowMs, edition)
  return own.everyMinutes === null || own.until === null
    ? t.once(moment(openSlot(own)?.dueMs ?? Date.parse(own.dueAt)))
    : t.series(durationWords(own.everyMinutes * minuteMs, edition), moment(Date.parse(own.until)))
}

/** What stands of all requests, a sentence each: when, by whose word, and why. */
export const repeatSentences = (
  repeats: readonly Repeat[],
  nowMs: number,
  edition: Edition,
): readonly string[] =>
  standingRepeats(repeats).map((repeat) => {
    const { what, by } = standingWords(repeat, nowMs, edition)
    return repeatsTexts(edition).sentence(what, by, repeat.reason)
  })
