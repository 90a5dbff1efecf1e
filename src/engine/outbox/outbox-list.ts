import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import {
  source,
  type CommandOf,
  type CommandResult,
  type IdleWork,
  type Observable,
  type Outbox,
  type OutboxItem,
  type SessionState,
} from '../define'
import { keeperOf } from '../session/session-state'
import { notWaiting, type OutboxRows, type OutboxStore, type StoredCommand } from '../store'
import { isForPerson, isOpen, mayBeDone, mayBeTakenBack, next } from './outbox-machine'
import type { OutboxSender } from './outbox-sender'
import {
  closedCommand,
  itemOf,
  type OpenedCommand,
  type Opener,
  type WaitingAnswer,
} from './waiting'

/** As the server takes it. */
const longestReason = 500
const noIdleWork: IdleWork = { sent: 0, undecided: 0, needSignIn: 0 }

interface OutboxListOptions {
  readonly outbox: OutboxStore
  readonly reading: OutboxRows
  readonly opener: Opener
  readonly session: Observable<SessionState>
  readonly outboxSender: Pick<OutboxSender, 'poke' | 'ask' | 'sending' | 'postponed'>
  readonly command: CommandOf
  /** What waits for a sign-in, by id. */
  readonly needSignIn: Observable<ReadonlySet<string>>
  /** How this device shows a subject now; null: it does not. */
  readonly identity: (subjectId: string) => Promise<{ readonly name: string } | null>
  readonly writer: {
    /** A command that waits for a person's decision, again. */
    readonly resend: (row: StoredCommand, me: Me) => Promise<void>
    /** Another input in the place of a command that was not done; resolves to the new id. */
    readonly replace: (row: StoredCommand, input: unknown, me: Me) => Promise<string>
  }
  readonly notices: {
    /** Seals a discard's reason to the server; false where nothing here can sign. */
    readonly keepDiscard: (row: StoredCommand, reason: string) => Promise<boolean>
    readonly forgetDiscard: (id: string) => Promise<void>
  }
  readonly onCounts: (counts: { readonly waiting: number; readonly refused: number }) => void
  /** How many commands of all users are not confirmed, with those that need a decision. */
  readonly onKept: (count: number) => void
  /** Whether what waits can be read: an unreadable list is not empty. */
  readonly onReadable: (is: boolean) => void
  readonly report: (thrown: unknown, where: string) => void
}

/**
 * The signed-in user's waiting work, live, opened where a key is here, and the decisions over it that
 * only a person may take. It begins again with each user, and in each organisation: there other
 * commands can be read. While nobody is signed in it counts alone.
 */
export const createOutboxList = (
  options: OutboxListOptions,
): Outbox & {
  /** Returns the way to stop. */
  watch(): () => void
} => {
  const { outbox, reading, session, outboxSender, needSignIn } = options
  const items = source<readonly OutboxItem[]>([])
  const othersWaiting = source(0)
  const idle = source<IdleWork>(noIdleWork)
  /** As they were read last. */
  let commands: readonly OpenedCommand[] = []
  let turn = 0
  /** All that waits on the device, by id: what is new is sent. */
  let known: ReadonlySet<string> = new Set()
  /** All that is on the device while nobody is signed in. */
  let rowsOfIdle: readonly StoredCommand[] = []
  /** What waited here since nobody was signed in, by id. */
  const waitedIdle = new Set<string>()
  let followed: string | undefined
  let stopReading: () => void = () => undefined

  const find = (id: string): OpenedCommand | undefined => commands.find(({ row }) => row.id === id)
  const publish = (): void =>
    items.set(
      commands.map((command) =>
        itemOf(command, outboxSender.sending.get(), outboxSender.postponed.get()),
      ),
    )

  /** Of what cannot be read any more its lane still says whom it is about. */
  const withAbout = async (opening: Promise<OpenedCommand>): Promise<OpenedCommand> => {
    const opened = await opening
    const { row, body } = opened
    if (body.input !== null || row.lane === 'user') return opened
    const shown = await options.identity(row.lane).catch(() => null)
    return { ...opened, about: { id: row.lane, name: shown?.name ?? null } }
  }
  /** One user's commands, as they are now. */
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

  const showIdle = (): void => {
    const shown: IdleWork =
      session.get().me !== null
        ? noIdleWork
        : {
            sent: rowsOfIdle.filter(({ id, state }) => waitedIdle.has(id) && state === 'ACCEPTED')
              .length,
            undecided: rowsOfIdle.filter(({ state }) => isForPerson(state)).length,
            needSignIn: rowsOfIdle.filter(
              ({ id, state }) => isOpen(state) && needSignIn.get().has(id),
            ).length,
          }
    if (JSON.stringify(shown) !== JSON.stringify(idle.get())) idle.set(shown)
  }
  const takeIdle = (all: readonly StoredCommand[], isNobody: boolean): void => {
    rowsOfIdle = isNobody ? all : []
    if (!isNobody) waitedIdle.clear()
    for (const { id, state } of rowsOfIdle) if (isOpen(state)) waitedIdle.add(id)
    showIdle()
  }

  /** Another tab may have written or restored it and gone: any tab that sees it sends it. */
  const sendNew = (all: readonly StoredCommand[]): void => {
    const waiting = new Set(all.filter(({ state }) => isOpen(state)).map((row) => row.id))
    const isNew = [...waiting].some((id) => !known.has(id))
    known = waiting
    if (isNew) outboxSender.poke()
  }
  const takeIn = (author: string | null): void => {
    const rows = reading.get()
    if (rows === null) return
    sendNew(rows)
    options.onReadable(true)
    othersWaiting.set(rows.filter((row) => row.author !== author && isOpen(row.state)).length)
    options.onKept(rows.filter(({ state }) => isOpen(state) || isForPerson(state)).length)
    takeIdle(rows, author === null)
    if (author !== null) void take(rows.filter((row) => row.author === author))
  }
  const unreadable = (): void => {
    const error = reading.problem.get()
    if (error === null) return
    options.onReadable(false)
    options.report(error, 'outbox')
  }
  const follow = (): void => {
    const { me, actingOrganizationId } = session.get()
    const author = me === null ? null : keeperOf(me)
    const name = `${author ?? ''} ${actingOrganizationId ?? ''}`
    if (name === followed) return
    followed = name
    stopReading()
    stopReading = () => undefined
    if (author === null) void take([])
    const ends = [reading.subscribe(() => takeIn(author)), reading.problem.subscribe(unreadable)]
    stopReading = () => {
      for (const end of ends) end()
    }
    takeIn(author)
  }

  const parsed = (op: string, input: unknown): { readonly input: unknown } => {
    const read = options.command(op)?.parse(input)
    if (read === undefined) throw new ProblemError(problem('unknown:command-unknown'))
    if (!read.ok) throw new ProblemError(read.problem)
    return { input: read.input }
  }
  /** Given up it would be told as never done: the server may know better. */
  const askWhetherDone = async (row: StoredCommand): Promise<void> => {
    if (!mayBeDone(row)) return
    // Without a line the words say that it may be on the record.
    await outboxSender.ask(row).catch((thrown: unknown) => options.report(thrown, 'discard'))
    const now = (await outbox.ofLanes([row.lane])).find(({ id }) => id === row.id)
    if (now?.state === 'ACCEPTED') throw new ProblemError(problem('conflict:already-saved'))
    if (now !== undefined && !mayBeDone(now))
      throw new ProblemError(problem('conflict:answered-meanwhile'))
  }

  return {
    ...items,
    othersWaiting,
    idle,
    retry: async (id) => {
      const row = find(id)?.row
      const { me } = session.get()
      if (row === undefined || me === null || !isForPerson(row.state)) throw notWaiting()
      await options.writer.resend(row, me)
      outboxSender.poke()
    },
    replace: async (id, input): Promise<CommandResult<unknown>> => {
      const row = find(id)?.row
      const { me } = session.get()
      if (row === undefined || me === null)
        return { kind: 'refused', problem: problem('not-found:no-longer-waiting') }
      try {
        const saved = await options.writer.replace(row, parsed(row.op, input).input, me)
        outboxSender.poke()
        return { kind: 'saved', id: saved }
      } catch (thrown) {
        options.report(thrown, row.op)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    discard: async (id, reason) => {
      const given = find(id)
      if (given === undefined || (given.answer === null && !mayBeTakenBack(given.row)))
        throw notWaiting()
      const { row } = given
      if (row.organization !== session.get().actingOrganizationId)
        throw new ProblemError(problem('forbidden:written-elsewhere'))
      await askWhetherDone(row)
      const words = reason.trim().slice(0, longestReason)
      // First: a sign-out right after it shreds the key of what is kept beside the command.
      const isSealed = await options.notices.keepDiscard(row, words).catch((thrown: unknown) => {
        options.report(thrown, 'discard')
        return false
      })
      const answer: WaitingAnswer = given.answer ?? { problem: notWaiting().problem }
      const [kept] = await outbox.moveEach([
        {
          row,
          move: (now) => next(now, { kind: 'discarded' }),
          answer: { ...answer, reason: words } satisfies WaitingAnswer,
        },
      ])
      // Sent, or sent again in another tab, or done after all.
      if (kept?.state !== 'DISCARDED') {
        if (isSealed) await options.notices.forgetDiscard(id)
        throw notWaiting()
      }
      outboxSender.poke()
    },
    watch: () => {
      const ends = [
        session.subscribe(follow),
        outboxSender.sending.subscribe(publish),
        outboxSender.postponed.subscribe(publish),
        needSignIn.subscribe(showIdle),
      ]
      followed = undefined
      follow()
      return () => {
        for (const end of ends) end()
        stopReading()
      }
    },
  }
}
