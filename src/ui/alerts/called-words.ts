import type { Calling } from '../../domain/calling/calling'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatMoment } from '../../domain/time'
import { onCallTexts } from '../../texts/on-call'

/** Who was called when, and who answered, in one line; null: nobody was called, and somebody could be. */
export const calledWords = (
  { calls, answeredBy, answeredAt, endedAt, nobodyAt, nobodyReason }: Calling,
  nowMs: number,
  edition: Edition,
): string | null => {
  const t = onCallTexts(edition).called
  const time = (at: string): string => formatMoment(Date.parse(at), nowMs, edition)
  const answerer = answeredBy?.id ?? null
  const said = calls.map(({ user, provider, calledAt, receivedAt }, nth) => {
    const made = t.call(provider ?? (formatStaffName(user) || t.somebody), time(calledAt))
    const call = receivedAt === null ? made : t.received(made, time(receivedAt))
    if (answeredAt !== null && user !== null && user.id === answerer)
      return t.answered(call, time(answeredAt))
    const isWaiting = endedAt === null && nobodyAt === null && nth === calls.length - 1
    return (isWaiting ? t.waiting : t.unanswered)(call)
  })
  if (answeredAt !== null && !calls.some(({ user }) => user !== null && user.id === answerer))
    said.push(t.answeredBy(formatStaffName(answeredBy) || t.somebody, time(answeredAt)))
  if (nobodyAt !== null && nobodyReason !== null) said.push(t.nobody[nobodyReason](time(nobodyAt)))
  return said.length === 0 ? null : said.join('; ')
}
