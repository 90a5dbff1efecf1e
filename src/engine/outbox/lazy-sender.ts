import { source } from '../define'
import type { createOutboxSender, OutboxSender } from './outbox-sender'
import type { createLeader } from './leader'
import { loadOnce } from '../load-once'

type OutboxSenderOptions = Omit<Parameters<typeof createOutboxSender>[0], 'leader'> & {
  readonly leader: Parameters<typeof createLeader>[0]
}

/**
 * `drain`, fetched when there is something to send: it is no part of what the sign-in page waits
 * for.
 */
export const createLazySender = (options: OutboxSenderOptions): OutboxSender => {
  const sending = source<ReadonlySet<string>>(new Set())
  const putOff = source<ReadonlySet<string>>(new Set())
  let stopped = false
  let outboxSender: OutboxSender | null = null
  const load = loadOnce(async () => {
    const [{ createOutboxSender: make }, { createLeader: lead }] = await Promise.all([
      import('./outbox-sender'),
      import('./leader'),
    ])
    const made = make({ ...options, leader: lead(options.leader) })
    made.sending.subscribe(() => sending.set(made.sending.get()))
    made.putOff.subscribe(() => putOff.set(made.putOff.get()))
    if (stopped) made.stop()
    outboxSender = made
    return made
  })
  const use = (work: (made: OutboxSender) => void): void => {
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
      outboxSender?.stop()
    },
    pause: async () => {
      stopped = true
      await outboxSender?.pause()
    },
    resume: () => {
      stopped = false
      use((made) => made.resume())
    },
  }
}
