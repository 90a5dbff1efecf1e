import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import { notWaiting, type OutboxStore, type StoredCommand } from '../store'
import {
  source,
  type Command,
  type CommandResult,
  type IdleWork,
  type Observable,
  type Outbox,
  type OutboxItem,
  type SessionState,
} from '../define'
import type { OutboxSender } from './outbox-sender'
import type { OutboxRows } from './outbox-rows'
import { isForPerson, isOpen, mayBeDone, next } from './outbox-machine'
import {
  closedCommand,
  itemOf,
  type OpenedCommand,
  type Opener,
  type WaitingAnswer,
} from './waiting'

/** As the server takes it. */
const longestReason = 500

/** The signed-in user's waiting work, live, and the decisions that only a person may take. */
export const createOutboxList = (options: {
  readonly outbox: OutboxStore
  readonly reading: OutboxRows
  readonly opener: Opener
  readonly session: Observable<SessionState>
  readonly sending: Observable<ReadonlySet<string>>
  readonly putOff: Observable<ReadonlySet<string>>
  readonly outboxSender: Pick<OutboxSender, 'poke' | 'ask'>
  /** How this device shows a subject now; null: it does not. */
  readonly identity: (subjectId: string) => Promise<{ readonly name: string } | null>
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  /** A command that waits for a person's decision, again. */
  readonly resend: (row: StoredCommand, me: Me) => Promise<void>
  /** Another input in the place of a command that was not done; resolves to the new id. */
  readonly replace: (row: StoredCommand, input: unknown, me: Me) => Promise<string>
  /** What waits for a sign-in, by id. */
  readonly needSignIn: Observable<ReadonlySet<string>>
  /** Seals a discard's reason to the server; false where nothing here can sign. */
  readonly keepDiscard: (row: StoredCommand, reason: string) => Promise<boolean>
  readonly forgetDiscard: (id: string) => Promise<void>
  readonly onCounts: (counts: { readonly waiting: number; readonly refused: number }) => void
  /** How many commands of all users are not confirmed, with those that need a decision. */
  readonly onKept: (count: number) => void
  /** Whether what waits can be read: an unreadable list is not empty. */
  readonly onReadable: (is: boolean) => void
  readonly report: (thrown: unknown, where: string) => void
}): Outbox & { watch(): () => void } => {
  const { outbox, reading, session } = options
  const items = source<readonly OutboxItem[]>([])
  const othersWaiting = source(0)
  const idle = source<IdleWork>({ sent: 0, undecided: 0, needSignIn: 0 })
  let commands: readonly OpenedCommand[] = []
  let known: ReadonlySet<string> = new Set()
  let turn = 0

  const publish = (): void =>
    items.set(
      commands.map((command) => itemOf(command, options.sending.get(), options.putOff.get())),
    )

  /** Of what cannot be read any more its lane still says whom it is about. */
  const withAbout = async (opening: Promise<OpenedCommand>): Promise<OpenedCommand> => {
    const opened = await opening
    const { row, body } = opened
    if (body.input !== null || row.lane === 'user') return opened
    return {
      ...opened,
      about: {
        id: row.lane,
        name: (await options.identity(row.lane).catch(() => null))?.name ?? null,
      },
    }
  }

  const take = async (all: readonly StoredCommand[]): Promise<void> => {
    const rows = all.filter(({ state }) => isOpen(state) || isForPerson(state))
    const mine = (turn += 1)
    options.onCounts({
      waiting: rows.filter(({ state }) => isOpen(state)).length,
      refused: rows.filter(({ state }) => isForPerson(state)).length,
    })
    try {
      const acting = session.get().actingOrganizationId
      const opened = await Promise.all(
        rows.map((row) =>
          row.organization === acting ? withAbout(options.opener.toShow(row)) : closedCommand(row),
        ),
      )
      if (mine !== turn) return
      commands = opened
      publish()
    } catch (thrown) {
      options.report(thrown, 'outbox')
    }
  }

  /** Another tab may have written or restored it and gone: any tab that sees it sends it. */
  const sendNew = (all: readonly StoredCommand[]): void => {
    const waiting = new Set(all.filter(({ state }) => isOpen(state)).map((row) => row.id))
    const isNew = [...waiting].some((id) => !known.has(id))
    known = waiting
    if (isNew) options.outboxSender.poke()
  }

  let idleRows: readonly StoredCommand[] = []
  /** What waited here since nobody was signed in, by id. */
  const waited = new Set<string>()
  const showIdle = (): void => {
    const next: IdleWork =
      session.get().me !== null
        ? { sent: 0, undecided: 0, needSignIn: 0 }
        : {
            sent: idleRows.filter(({ id, state }) => waited.has(id) && state === 'ACCEPTED').length,
            undecided: idleRows.filter(({ state }) => isForPerson(state)).length,
            needSignIn: idleRows.filter(
              ({ id, state }) => isOpen(state) && options.needSignIn.get().has(id),
            ).length,
          }
    if (JSON.stringify(next) !== JSON.stringify(idle.get())) idle.set(next)
  }
  const takeIdle = (all: readonly StoredCommand[], isNobody: boolean): void => {
    idleRows = isNobody ? all : []
    if (!isNobody) waited.clear()
    for (const { id, state } of idleRows) if (isOpen(state)) waited.add(id)
    showIdle()
  }

  const find = (id: string): StoredCommand | undefined =>
    commands.find(({ row }) => row.id === id)?.row

  const parsed = (op: string, input: unknown): { readonly input: unknown } => {
    const read = options.command(op)?.parse(input)
    if (read === undefined) throw new ProblemError(problem('unknown:command-unknown'))
    if (!read.ok) throw new ProblemError(read.problem)
    return { input: read.input }
  }
  const replace = async (id: string, input: unknown): Promise<CommandResult<unknown>> => {
    const row = find(id)
    const { me } = session.get()
    if (row === undefined || me === null)
      return { kind: 'refused', problem: problem('not-found:no-longer-waiting') }
    try {
      const saved = await options.replace(row, parsed(row.op, input).input, me)
      options.outboxSender.poke()
      return { kind: 'saved', id: saved }
    } catch (thrown) {
      options.report(thrown, row.op)
      return { kind: 'refused', problem: toProblem(thrown) }
    }
  }

  return {
    ...items,
    othersWaiting,
    idle,
    retry: async (id) => {
      const row = find(id)
      const { me } = session.get()
      if (row === undefined || me === null || !isForPerson(row.state)) throw notWaiting()
      await options.resend(row, me)
      options.outboxSender.poke()
    },
    replace,
    discard: async (id, reason) => {
      const given = commands.find(({ row }) => row.id === id)
      if (given?.answer == null) throw notWaiting()
      if (given.row.organization !== session.get().actingOrganizationId)
        throw new ProblemError(problem('forbidden:written-elsewhere'))
      // Given up it would be told as never done: the server may know better. Without a line the
      // words say that it may be on the record.
      if (mayBeDone(given.row)) {
        await options.outboxSender
          .ask(given.row)
          .catch((thrown: unknown) => options.report(thrown, 'discard'))
        const now = (await outbox.ofLanes([given.row.lane])).find((row) => row.id === id)
        if (now?.state === 'ACCEPTED') throw new ProblemError(problem('conflict:already-saved'))
        if (now !== undefined && !mayBeDone(now))
          throw new ProblemError(problem('conflict:answered-meanwhile'))
      }
      const words = reason.trim().slice(0, longestReason)
      // First: a sign-out right after it shreds the key of what is kept beside the command.
      const isSealed = await options.keepDiscard(given.row, words).catch((thrown: unknown) => {
        options.report(thrown, 'discard')
        return false
      })
      const [kept] = await outbox.moveEach([
        {
          row: given.row,
          move: (row) => next(row, { kind: 'discarded' }),
          answer: { ...given.answer, reason: words } satisfies WaitingAnswer,
        },
      ])
      // Sent again in another tab, or done after all.
      if (kept?.state !== 'DISCARDED') {
        if (isSealed) await options.forgetDiscard(id)
        throw notWaiting()
      }
      options.outboxSender.poke()
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
        const see = (rows: readonly StoredCommand[]): void => {
          othersWaiting.set(rows.filter((row) => row.author !== next && isOpen(row.state)).length)
          options.onKept(rows.filter(({ state }) => isOpen(state) || isForPerson(state)).length)
          takeIdle(rows, next === null)
          if (next !== null) void take(rows.filter((row) => row.author === next))
        }
        const takeIn = (): void => {
          const rows = reading.get()
          if (rows === null) return
          sendNew(rows)
          options.onReadable(true)
          see(rows)
        }
        const ends = [
          reading.subscribe(takeIn),
          reading.problem.subscribe(() => {
            const error = reading.problem.get()
            if (error === null) return
            options.onReadable(false)
            options.report(error, 'outbox')
          }),
        ]
        stop = () => {
          for (const end of ends) end()
        }
        takeIn()
      }
      const ends = [
        session.subscribe(follow),
        options.sending.subscribe(publish),
        options.putOff.subscribe(publish),
        options.needSignIn.subscribe(showIdle),
      ]
      follow()
      return () => {
        for (const end of ends) end()
        stop()
      }
    },
  }
}
