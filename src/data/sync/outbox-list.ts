import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import { live, notWaiting, type OutboxStore, type StoredCommand } from '../../platform/store'
import { source, type Command, type CommandResult, type Observable, type Outbox, type OutboxItem, type SessionState } from '../kit'
import type { Drain } from './drain'
import { isForPerson, isOpen, next } from './outbox-machine'
import { closedCommand, itemOf, type OpenedCommand, type Opener, type WaitingAnswer } from './waiting'

/** As the server takes it. */
const longestReason = 500

/** The signed-in user's waiting work, live, and the decisions that only a person may take. */
export const createOutboxList = (options: {
  readonly outbox: OutboxStore
  readonly opener: Opener
  readonly session: Observable<SessionState>
  readonly sending: Observable<ReadonlySet<string>>
  readonly drain: Pick<Drain, 'poke'>
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  /** A command that waits for a person's decision, again. */
  readonly resend: (row: StoredCommand, me: Me) => Promise<void>
  /** Another input in the place of a command that was not done; resolves to the new id. */
  readonly replace: (row: StoredCommand, input: unknown, me: Me) => Promise<string>
  readonly onCounts: (counts: { readonly waiting: number; readonly refused: number }) => void
  /** Whether what waits can be read: a list that is empty because it cannot is not an empty list. */
  readonly onReadable: (is: boolean) => void
  readonly later: (call: () => void) => () => void
  readonly report: (thrown: unknown, where: string) => void
}): Outbox & { watch(): () => void } => {
  const { outbox, session } = options
  const items = source<readonly OutboxItem[]>([])
  const othersWaiting = source(0)
  let commands: readonly OpenedCommand[] = []
  let known: ReadonlySet<string> = new Set()
  let turn = 0

  const publish = (): void => items.set(commands.map((command) => itemOf(command, options.sending.get())))

  const take = async (all: readonly StoredCommand[]): Promise<void> => {
    const rows = all.filter(({ state }) => isOpen(state) || isForPerson(state))
    const mine = turn += 1
    options.onCounts({
      waiting: rows.filter(({ state }) => isOpen(state)).length, refused: rows.filter(({ state }) => isForPerson(state)).length,
    })
    try {
      const acting = session.get().actingOrganizationId
      const opened = await Promise.all(rows.map((row) => row.organization === acting ? options.opener.toShow(row) : closedCommand(row)))
      if (mine !== turn) return
      commands = opened
      publish()
    } catch (thrown) { options.report(thrown, 'outbox') }
  }

  /** Another tab may have written it, or taken it back from a restored server, and gone: whoever sees it sends it, whoever wrote it. */
  const sendNew = (all: readonly StoredCommand[]): void => {
    const waiting = new Set(all.filter(({ state }) => isOpen(state)).map((row) => row.id))
    const isNew = [...waiting].some((id) => !known.has(id))
    known = waiting
    if (isNew) options.drain.poke()
  }

  const find = (id: string): StoredCommand | undefined => commands.find(({ row }) => row.id === id)?.row

  const parsed = (op: string, input: unknown): { readonly input: unknown } => {
    const read = options.command(op)?.parse(input)
    if (read === undefined) throw new ProblemError(problem('unknown', 'This version of the portal does not know it'))
    if (!read.ok) throw new ProblemError(read.problem)
    return { input: read.input }
  }
  const replace = async (id: string, input: unknown): Promise<CommandResult<unknown>> => {
    const row = find(id)
    const { me } = session.get()
    if (row === undefined || me === null) return { kind: 'refused', problem: problem('not-found', 'It is not waiting here any more') }
    try {
      const saved = await options.replace(row, parsed(row.op, input).input, me)
      options.drain.poke()
      return { kind: 'saved', id: saved }
    } catch (thrown) {
      options.report(thrown, row.op)
      return { kind: 'refused', problem: toProblem(thrown) }
    }
  }

  return {
    ...items,
    othersWaiting,
    retry: async (id) => {
      const row = find(id)
      const { me } = session.get()
      if (row === undefined || me === null || !isForPerson(row.state)) return
      await options.resend(row, me)
      options.drain.poke()
    },
    replace,
    discard: async (id, reason) => {
      const given = commands.find(({ row }) => row.id === id)
      if (given?.answer == null) return
      if (given.row.organization !== session.get().actingOrganizationId) throw new ProblemError(problem('forbidden', 'Work in the organisation it was written in, and try again'))
      const [kept] = await outbox.moveEach([{ row: given.row, move: (row) => next(row, { kind: 'discarded' }), answer: { ...given.answer, reason: reason.trim().slice(0, longestReason) } satisfies WaitingAnswer }])
      // Sent again in another tab, or done after all.
      if (kept?.state !== 'DISCARDED') throw notWaiting()
      options.drain.poke()
    },
    watch: () => {
      let followed: string | undefined
      let stop: () => void = () => undefined
      const follow = (): void => {
        const { me, actingOrganizationId } = session.get()
        const next = me?.id ?? null
        // In another organisation other commands can be read.
        const name = `${next ?? ''} ${actingOrganizationId ?? ''}`
        if (name === followed) return
        followed = name
        stop()
        stop = () => undefined
        if (next === null) void take([])
        stop = live(() => outbox.all(), (rows) => {
          sendNew(rows)
          options.onReadable(true)
          othersWaiting.set(rows.filter((row) => row.author !== next && isOpen(row.state)).length)
          if (next !== null) void take(rows.filter((row) => row.author === next))
        }, (error) => {
          options.onReadable(false)
          options.report(error, 'outbox')
        }, options.later)
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
