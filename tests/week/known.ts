import type { Reading } from './ledger'
import type { Play } from './play'
import { hour, minute } from './world'

/** The newest reading of a patient that is known at an instant. */
export const newestAt = (readings: readonly Reading[], ms: number): Reading | undefined =>
  readings
    .filter(
      ({ acceptedMs, struckMs }) =>
        acceptedMs !== null && acceptedMs <= ms && (struckMs === null || struckMs > ms),
    )
    .toSorted((a, b) => b.endedMs - a.endedMs)[0]

/** Whether a server was down, or had just come up, at an instant: it is then later by so much. */
export const downUntil = (play: Play, ms: number): number =>
  Math.max(
    ms,
    ...play.ledger.outages.flatMap(({ fromMs, untilMs }) =>
      ms >= fromMs - 4 * minute && ms <= untilMs + 4 * minute
        ? [Math.min(untilMs, play.given.untilMs) + 4 * minute]
        : [],
    ),
  )
export const wasDown = (play: Play, ms: number): boolean => downUntil(play, ms) > ms

/** The ward that a patient is on at an instant; null: none. */
export const wardAt = (play: Play, patient: string, ms: number): string | null =>
  play.ledger.stays.find(
    (stay) =>
      stay.patient === patient &&
      stay.fromMs <= ms &&
      (stay.ended === null || stay.ended.atMs > ms),
  )?.ward ?? null

/** For how long an acknowledgement speaks for an alert (T3). */
export const holdMs = (severity: number): number =>
  (severity >= 4 ? 1 : severity === 3 ? 2 : 4) * hour
