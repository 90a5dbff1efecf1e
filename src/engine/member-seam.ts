import { source, type Observable } from './define'
import type { Ground } from './ground'
import { loadOnce } from './load-once'
import type { MemberRuntime } from './member/member-runtime'
import { deferredNoticesId } from './store'
import type { SessionControl } from './session/session'

/**
 * The one lazy seam of the engine: what reads and writes for a member is no part of what the
 * sign-in page waits for.
 */
export interface MemberSeam {
  /** Fetches and starts it, once. Rejects where it did not arrive; the next call tries again. */
  load(): Promise<MemberRuntime>
  /** What was asked for by now; null: nothing. */
  underWay(): Promise<MemberRuntime | null>
  /** Null: not there yet. */
  now(): MemberRuntime | null
  /** One of its values, `empty` until it is there. */
  mirror<Value>(empty: Value, pick: (member: MemberRuntime) => Observable<Value>): Observable<Value>
  close(): Promise<void>
}

export const createMemberSeam = (make: () => Promise<MemberRuntime>): MemberSeam => {
  let member: MemberRuntime | null = null
  let loading: Promise<MemberRuntime> | null = null
  let isClosed = false
  const mirrors: ((made: MemberRuntime) => void)[] = []
  const once = loadOnce(async () => {
    const made = await make()
    member = made
    for (const begin of mirrors) begin(made)
    if (!isClosed) made.start()
    return made
  })
  const load = (): Promise<MemberRuntime> => {
    loading = once()
    return loading
  }
  return {
    load,
    underWay: async () => (await loading?.catch(() => null)) ?? null,
    now: () => member,
    mirror: <Value>(empty: Value, pick: (made: MemberRuntime) => Observable<Value>) => {
      const shown = source(empty)
      mirrors.push((made) => {
        const own = pick(made)
        own.subscribe(() => shown.set(own.get()))
        shown.set(own.get())
      })
      return shown
    },
    close: async () => {
      isClosed = true
      await member?.close()
    },
  }
}

/**
 * Fetches it, too, where somebody's work waits on this device though nobody is signed in: it is
 * delivered and shown all the same (docs/decisions/0016). Fetches nothing for nothing. Returns the
 * way to stop.
 */
export const wakeForWork = (
  { outboxRows, outboxStore, device, storage, report }: Ground,
  session: SessionControl,
  seam: Pick<MemberSeam, 'load' | 'now'>,
): (() => void) => {
  const wake = (): void => {
    seam.load().then(stop, (thrown: unknown) => report(thrown, 'member'))
  }
  const takeIn = (): void => {
    const rows = outboxRows.get()
    if (rows === null) return
    if (rows.length > 0) wake()
    else if (seam.now() === null) storage.waiting(0, session.get().status === 'signed-in')
  }
  const lookForNotices = (): void => {
    if (seam.now() !== null) return
    outboxStore.meta(deferredNoticesId).then(
      (kept) => {
        if (kept !== undefined) wake()
      },
      (thrown: unknown) => report(thrown, 'idle'),
    )
  }
  const ends = [
    outboxRows.subscribe(takeIn),
    // What cannot be read is said by the list of what waits.
    outboxRows.problem.subscribe(wake),
    session.subscribe(lookForNotices),
    device.onHint(lookForNotices),
  ]
  const stop = (): void => {
    for (const end of ends.splice(0)) end()
  }
  return stop
}
