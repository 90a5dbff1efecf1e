import type { Me } from '../../domain/user/me'
import { live, type OutboxStore, type StoredCommand } from '../../platform/store'
import { source, type Observable, type OutboxItem, type Runtime, type SessionState } from '../kit'
import type { Drain } from './drain'
import { isRefused, next } from './outbox-machine'
import { itemOf, openCommand, type OpenedCommand } from './waiting'

const isUnsent = (row: StoredCommand): boolean => row.state !== 'ACCEPTED' && !isRefused(row.state)

/** The signed-in user's waiting work, live, and the two decisions that only a person may take. */
export const createOutboxList = (options: {
  readonly outbox: OutboxStore
  readonly session: Observable<SessionState>
  readonly sending: Observable<ReadonlySet<string>>
  readonly drain: Pick<Drain, 'poke'>
  /** A refused command again, as a new one in its place. */
  readonly resend: (row: StoredCommand, me: Me) => Promise<void>
  readonly onCounts: (counts: { readonly waiting: number; readonly refused: number }) => void
  readonly later: (call: () => void) => () => void
  readonly report: (thrown: unknown, where: string) => void
}): Runtime['outbox'] & { watch(): () => void } => {
  const { outbox, session } = options
  const items = source<readonly OutboxItem[]>([])
  let commands: readonly OpenedCommand[] = []
  let known: ReadonlySet<string> = new Set()
  let turn = 0

  const publish = (): void => items.set(commands.map((command) => itemOf(command, options.sending.get())))

  const take = async (all: readonly StoredCommand[]): Promise<void> => {
    const rows = all.filter((row) => row.state !== 'ACCEPTED')
    const mine = turn += 1
    options.onCounts({
      waiting: rows.filter((row) => isUnsent(row)).length, refused: rows.filter((row) => isRefused(row.state)).length,
    })
    // Another tab may have written it and gone: whoever sees it, sends it.
    const waiting = new Set(rows.filter((row) => isUnsent(row)).map((row) => row.id))
    const isNew = [...waiting].some((id) => !known.has(id))
    known = waiting
    if (isNew) options.drain.poke()
    try {
      const opened = await Promise.all(rows.map((row) => openCommand(outbox, row)))
      if (mine !== turn) return
      commands = opened
      publish()
    } catch (thrown) { options.report(thrown, 'outbox') }
  }

  const find = (id: string): StoredCommand | undefined => commands.find(({ row }) => row.id === id)?.row

  return {
    ...items,
    retry: async (id) => {
      const row = find(id)
      const { me } = session.get()
      if (row === undefined || me === null || !isRefused(row.state)) return
      await options.resend(row, me)
      options.drain.poke()
    },
    discard: async (id) => { await outbox.move([id], (row) => next(row, { kind: 'discarded' })) },
    watch: () => {
      let author: string | null = null
      let stop: () => void = () => undefined
      const follow = (): void => {
        const next = session.get().me?.id ?? null
        if (next === author) return
        author = next
        stop()
        stop = () => undefined
        if (next === null) { void take([]); return }
        stop = live(() => outbox.of(next), (rows) => void take(rows), (error) => options.report(error, 'outbox'), options.later)
      }
      const ends = [session.subscribe(follow), options.sending.subscribe(publish)]
      follow()
      return () => {
        for (const end of ends) end()
        stop()
      }
    },
  }
}
