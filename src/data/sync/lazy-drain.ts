import { source } from '../kit'
import type { createDrain, Drain } from './drain'
import type { createLeader } from './leader'
import { once } from './once'

type DrainOptions = Omit<Parameters<typeof createDrain>[0], 'leader'> & {
  readonly leader: Parameters<typeof createLeader>[0]
}

/**
 * `drain`, fetched when there is something to send: it is no part of what the sign-in page waits
 * for.
 */
export const createLazyDrain = (options: DrainOptions): Drain => {
  const sending = source<ReadonlySet<string>>(new Set())
  const putOff = source<ReadonlySet<string>>(new Set())
  let stopped = false
  let drain: Drain | null = null
  const load = once(async () => {
    const [{ createDrain: make }, { createLeader: lead }] = await Promise.all([
      import('./drain'),
      import('./leader'),
    ])
    const made = make({ ...options, leader: lead(options.leader) })
    made.sending.subscribe(() => sending.set(made.sending.get()))
    made.putOff.subscribe(() => putOff.set(made.putOff.get()))
    if (stopped) made.stop()
    drain = made
    return made
  })
  const use = (work: (made: Drain) => void): void => {
    load().then(
      (made) => {
        if (!stopped) work(made)
      },
      (thrown: unknown) => options.report(thrown, 'drain'),
    )
  }
  return {
    sending,
    putOff,
    ask: async (row) => {
      await (await load()).ask(row)
    },
    poke: () => {
      if (!stopped) use((made) => made.poke())
    },
    flush: async () => {
      await (await load()).flush()
    },
    stop: () => {
      stopped = true
      drain?.stop()
    },
    pause: async () => {
      stopped = true
      await drain?.pause()
    },
    resume: () => {
      stopped = false
      use((made) => made.resume())
    },
  }
}
