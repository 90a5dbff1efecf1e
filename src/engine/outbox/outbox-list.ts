import type { StoredCommand } from '../store'
import { source, type Observable, type Outbox } from '../define'
import type { OutboxRows } from './outbox-rows'
import { createIdleWork } from './idle-work'
import { createItemDecisions } from './item-decisions'
import { createOutboxItems } from './outbox-items'
import { isForPerson, isOpen } from './outbox-machine'
import { keeperOf } from '../session/session-state'

type Items = Parameters<typeof createOutboxItems>[0]
type Decisions = Parameters<typeof createItemDecisions>[0]

/** The signed-in user's waiting work, live, and the decisions that only a person may take. */
export const createOutboxList = (
  options: Items &
    Omit<Decisions, 'find'> & {
      readonly reading: OutboxRows
      /** What waits for a sign-in, by id. */
      readonly needSignIn: Observable<ReadonlySet<string>>
      /** How many commands of all users are not confirmed, with those that need a decision. */
      readonly onKept: (count: number) => void
      /** Whether what waits can be read: an unreadable list is not empty. */
      readonly onReadable: (is: boolean) => void
    },
): Outbox & { watch(): () => void } => {
  const { reading, session } = options
  const { items, publish, find, take } = createOutboxItems(options)
  const idleWork = createIdleWork(session, options.needSignIn)
  const othersWaiting = source(0)
  let known: ReadonlySet<string> = new Set()

  /** Another tab may have written or restored it and gone: any tab that sees it sends it. */
  const sendNew = (all: readonly StoredCommand[]): void => {
    const waiting = new Set(all.filter(({ state }) => isOpen(state)).map((row) => row.id))
    const isNew = [...waiting].some((id) => !known.has(id))
    known = waiting
    if (isNew) options.outboxSender.poke()
  }

  /** Begins again with each user, and in each organisation: there other commands can be read. */
  const createFollow = () => {
    let followed: string | undefined
    let stop: () => void = () => undefined
    const see = (rows: readonly StoredCommand[], author: string | null): void => {
      othersWaiting.set(rows.filter((row) => row.author !== author && isOpen(row.state)).length)
      options.onKept(rows.filter(({ state }) => isOpen(state) || isForPerson(state)).length)
      idleWork.take(rows, author === null)
      if (author !== null) void take(rows.filter((row) => row.author === author))
    }
    const takeIn = (author: string | null): void => {
      const rows = reading.get()
      if (rows === null) return
      sendNew(rows)
      options.onReadable(true)
      see(rows, author)
    }
    const unreadable = (): void => {
      const error = reading.problem.get()
      if (error === null) return
      options.onReadable(false)
      options.report(error, 'outbox')
    }
    return {
      follow: (): void => {
        const { me, actingOrganizationId } = session.get()
        const author = me === null ? null : keeperOf(me)
        const name = `${author ?? ''} ${actingOrganizationId ?? ''}`
        if (name === followed) return
        followed = name
        stop()
        stop = () => undefined
        if (author === null) void take([])
        const ends = [
          reading.subscribe(() => takeIn(author)),
          reading.problem.subscribe(unreadable),
        ]
        stop = () => {
          for (const end of ends) end()
        }
        takeIn(author)
      },
      stop: (): void => stop(),
    }
  }

  return {
    ...items,
    othersWaiting,
    idle: idleWork.idle,
    ...createItemDecisions({ ...options, find }),
    watch: () => {
      const { follow, stop } = createFollow()
      const ends = [
        session.subscribe(follow),
        options.sending.subscribe(publish),
        options.putOff.subscribe(publish),
        options.needSignIn.subscribe(idleWork.show),
      ]
      follow()
      return () => {
        for (const end of ends) end()
        stop()
      }
    },
  }
}
