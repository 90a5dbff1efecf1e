import { problem, ProblemError } from '../../domain/problem'
import type { OutboxStore, StoredCommand } from '../store'
import type { KeyOwner } from '../../platform/vault'
import type { CommandOf } from '../define'
import type { Handshake } from '../session/handshake'
import { isDue, isOpen, next, previousOf } from './outbox-machine'
import type { Verdict } from './outcome'
import { again, createVerdicts, failedWhole, needsSignIn } from './push-verdicts'
import type { Envelope, GivenUp, SyncServer } from '../protocol'
import { openAnswer } from './waiting'

/** Ids in one question (docs/sync-protocol.md). */
const idsAtOnce = 100

/**
 * Marks commands as being sent. `rows`: those that are still to be sent; `sure`: ids that no earlier
 * attempt may have brought to the server.
 */
export const markSending = async (
  outbox: OutboxStore,
  wanted: readonly StoredCommand[],
  at: number,
): Promise<{ readonly rows: readonly StoredCommand[]; readonly sure: ReadonlySet<string> }> => {
  const sure = new Set<string>()
  const marked = (
    await outbox.move(
      wanted.map(({ id }) => id),
      (row) => {
        if (isDue(row, at)) return row
        if (row.unsure) sure.delete(row.id)
        else sure.add(row.id)
        return next(row, { kind: 'sending' })
      },
    )
  ).filter((row) => isOpen(row.state) && row.unsure && !isDue(row, at))
  return { rows: wanted.flatMap(({ id }) => marked.filter((row) => row.id === id)), sure }
}

/** A command as it is sent. */
export const envelopeOf = (
  row: StoredCommand,
  held: readonly StoredCommand[],
  epoch: string,
): Envelope => {
  const { id, lane, n, op, opVersion, sealed, signature, sessionId } = row
  const prev = previousOf(row, held, epoch)
  return { id, lane, n, prev, op, opVersion, sealed, signature, sessionId }
}

/** Signed out since, its key and reason are gone: that it was given up is told all the same. */
const givenUpOf = async (outbox: OutboxStore, row: StoredCommand): Promise<GivenUp> => ({
  id: row.id,
  lane: row.lane,
  op: row.op,
  reason: (await openAnswer(outbox, row).catch(() => null))?.reason ?? '',
})

/**
 * Delivers waiting commands of all users by syncPush, sealed. The class of each answer decides; an
 * unknown class is tried again. It changes only the mark that a command is being sent.
 */
export const createPushClient = (options: {
  readonly outbox: OutboxStore
  readonly server: Pick<SyncServer, 'push' | 'outcomes' | 'ack' | 'discard' | 'deliverIdle'>
  readonly clientVersion: string
  /** Whether the server answers at all, asked without a credential. */
  readonly isServerThere: () => Promise<boolean>
  /** These wait until somebody signs in: nothing else moves them. */
  readonly needSignIn: (ids: readonly string[]) => void
  readonly handshake: Handshake
  /** Who is signed in; null: nobody. */
  readonly owner: () => KeyOwner | null
  readonly command: CommandOf
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, server, handshake } = options

  const verdicts = createVerdicts(options)

  return {
    /**
     * One push of up to ten, in order. Never rejects. Commands changed meanwhile or expired are
     * left out. `now`: the server's time, which the hello may correct.
     */
    deliver: async (
      wanted: readonly StoredCommand[],
      now: () => number,
    ): Promise<readonly Verdict[]> => {
      let rows = wanted
      try {
        const owner = options.owner()
        // Where nobody is signed in no hello is said: a command was sealed in a life of the
        // database that this device has heard of.
        const epoch =
          owner === null ? ((await handshake.epoch()) ?? '') : (await handshake.ensure(owner)).epoch
        const group = await handshake.group()
        const marked = await markSending(outbox, wanted, now())
        rows = marked.rows
        if (rows.length === 0) return []
        const held = await outbox.ofLanes([...new Set(rows.map(({ lane }) => lane))])
        const mutations = rows.map((row) => envelopeOf(row, held, epoch))
        const { results } = await (owner === null
          ? server.deliverIdle({ group, epoch, clientVersion: options.clientVersion, mutations })
          : server.push({ group, epoch, mutations }))
        if (owner === null)
          options.needSignIn(
            results
              .filter(({ class: name, code }) => name === 'EPOCH' || needsSignIn.includes(code))
              .map(({ id }) => id),
          )
        const heard = await verdicts(rows, results, owner, epoch, marked.sure)
        if (
          owner !== null &&
          results.some(({ class: name, code }) => name === 'EPOCH' || code === 'HELLO_FIRST')
        )
          await handshake.again(owner)
        const silent = rows.filter(({ id }) => !heard.some(({ row }) => row.id === id))
        return [
          ...heard,
          ...silent.map((row): Verdict => ({
            row,
            outcome: again('server:outcome-not-said'),
          })),
        ]
      } catch (thrown) {
        options.report(thrown, 'push')
        return failedWhole(rows, thrown)
      }
    },
    /** What the server knows of these commands. Rejects with ProblemError. */
    outcomes: async (rows: readonly StoredCommand[]): Promise<readonly Verdict[]> => {
      const owner = options.owner()
      if (owner === null) return []
      const { epoch } = await handshake.ensure(owner)
      const known: Verdict[] = []
      for (let at = 0; at < rows.length; at += idsAtOnce) {
        const asked = rows.slice(at, at + idsAtOnce)
        known.push(
          ...(await verdicts(
            asked,
            await server.outcomes({
              group: await handshake.group(),
              ids: asked.map(({ id }) => id),
            }),
            owner,
            epoch,
          )),
        )
      }
      return known
    },
    /** Asks the server about nothing. */
    reach: async (): Promise<void> => {
      if (options.owner() !== null)
        await server.outcomes({ group: await handshake.group(), ids: [] })
      else if (!(await options.isServerThere())) throw new ProblemError(problem('network'))
    },
    /** Tells the server what was given up here, and why. Rejects with ProblemError. */
    tell: async (rows: readonly StoredCommand[]): Promise<void> => {
      const owner = options.owner()
      if (owner === null) throw new ProblemError(problem('no-token'))
      await handshake.ensure(owner)
      const items = await Promise.all(rows.slice(0, idsAtOnce).map((row) => givenUpOf(outbox, row)))
      if (!(await server.discard({ group: await handshake.group(), items }))) {
        await handshake.again(owner)
        throw new ProblemError(problem('server:hello-first'))
      }
    },
    /** Tells the server that these answers are kept; nothing depends on it. */
    ack: async (ids: readonly string[]): Promise<void> => {
      if (options.owner() === null) return
      for (let at = 0; at < ids.length; at += idsAtOnce)
        await server.ack({ group: await handshake.group(), ids: ids.slice(at, at + idsAtOnce) })
    },
    epoch: handshake.epoch,
  }
}
