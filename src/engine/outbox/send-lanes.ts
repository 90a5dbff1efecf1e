import type { Clock } from '../../platform/clock'
import type { StoredCommand } from '../store'
import { lanesOf, nextBatch } from './batch'
import { isDue } from './outbox-machine'
import type { Verdict } from './outcome'

export interface LanesOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Who is signed in; null: nobody. */
  readonly author: () => string | null
  /** What only a sign-in moves on. */
  readonly needsSignIn: () => ReadonlySet<string>
  readonly unsent: () => Promise<readonly StoredCommand[]>
  readonly deliver: (
    commands: readonly StoredCommand[],
    now: () => number,
  ) => Promise<readonly Verdict[]>
  /** Keeps what the server said; resolves to those that their lanes need not wait for. */
  readonly conclude: (verdicts: readonly Verdict[]) => Promise<ReadonlySet<string>>
  /** Ids on their way to the server at this moment. */
  readonly sending: (ids: ReadonlySet<string>) => void
  readonly isStopped: () => boolean
}

/** The server did not take this request as a whole: the next one would fare no better. */
const endsPass = ({ outcome }: Verdict): boolean =>
  (outcome.kind === 'held' && outcome.as === 'auth') ||
  (outcome.kind === 'again' && outcome.whole === true)

/** Sends what is at the head of each lane, batch by batch, until nothing is left or it must wait. */
export const sendLanes = async (lost: AbortSignal, options: LanesOptions): Promise<void> => {
  const { clock, sending, conclude } = options
  const author = options.author()
  let lanes = lanesOf(await options.unsent()).map((lane) => {
    // The lane waits for what is held: order is kept.
    const held = lane.findIndex(
      ({ id, state }) =>
        state === 'HELD_UPGRADE' || (author === null && options.needsSignIn().has(id)),
    )
    return held < 0 ? lane : lane.slice(0, held)
  })
  try {
    for (;;) {
      // What became due since, unasked, is left to the next pass, and its lane with it.
      lanes = lanes.map((lane) => {
        const due = lane.findIndex((row) => isDue(row, clock.now()))
        return due < 0 ? lane : lane.slice(0, due)
      })
      const batch = nextBatch(lanes)
      if (batch.length === 0 || options.isStopped() || lost.aborted || options.author() !== author)
        return
      sending(new Set(batch.map(({ id }) => id)))
      const verdicts = await options.deliver(batch, () => clock.now())
      const done = await conclude(verdicts)
      const waits = new Set(batch.filter(({ id }) => !done.has(id)).map(({ lane }) => lane))
      lanes = lanes.map((lane) =>
        waits.has(lane[0]?.lane ?? '') ? [] : lane.filter(({ id }) => !done.has(id)),
      )
      if (verdicts.some(endsPass)) return
    }
  } finally {
    sending(new Set())
  }
}
