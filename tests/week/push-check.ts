import { newCheck, say, type Check } from './check'
import { wasDown } from './known'
import type { Play } from './play'
import { emailOf, minute } from './world'

/** Whoever is called and has a browser is called in it too, once for each call. */
export const pushesAreMade = (play: Play): Check => {
  const check = newCheck(
    'whoever is called by mail is called in their browser too, once for each call',
  )
  for (const { who, fromMs } of play.ledger.browsers) {
    const untilMs = play.ledger.gone.get(who) ?? Infinity
    const once = (by: 'mail' | 'push', to: string): readonly number[] => [
      ...new Map(
        play.ledger.arrivals
          .filter(
            (one) =>
              one.by === by &&
              one.to === to &&
              one.atMs >= fromMs &&
              one.atMs < untilMs &&
              !/nobody/u.test(one.subject),
          )
          .toReversed()
          .map(({ id, atMs }) => [id, atMs] as const),
      ).values(),
    ]
    const pushes = [...once('push', who)]
    for (const atMs of once('mail', emailOf(who)).toReversed()) {
      check.judged += 1
      const nearMs = wasDown(play, atMs) ? 15 * minute : 5_000
      const nearest = pushes.toSorted((a, b) => Math.abs(a - atMs) - Math.abs(b - atMs))[0]
      const at =
        nearest === undefined || Math.abs(nearest - atMs) > nearMs ? -1 : pushes.indexOf(nearest)
      if (at >= 0) pushes.splice(at, 1)
      // One that a kill put off is not sent any more once somebody is on the patient.
      else if (!wasDown(play, atMs))
        check.failures.push(`${who} was called at ${say(atMs)}, and not in their browser`)
    }
    for (const atMs of pushes)
      if (!wasDown(play, atMs))
        check.failures.push(`${who} was called in their browser at ${say(atMs)}, and by nobody`)
  }
  return check
}
