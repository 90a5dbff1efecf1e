import type { OutboxStore } from '../store'
import type { Handshake } from '../session/handshake'
import type { Envelope, SyncServer } from '../protocol'
import { deferredNoticesId } from './deferred-notices-id'
import { readNotices, type ToldLater } from './kept-notices'
import { next } from './outbox-machine'

/** As many as the server hears at once (docs/sync-protocol.md). */
const atOnce = { ends: 20, discards: 50 } as const

/**
 * Tells some of it, without any credential; what was given up leaves the device. Rejects with
 * ProblemError. True: there is more.
 */
export const createTellNotices =
  (options: {
    readonly outbox: OutboxStore
    readonly handshake: Pick<Handshake, 'group'>
    readonly server: Pick<SyncServer, 'tellIdle'>
  }) =>
  async (): Promise<boolean> => {
    const { outbox, handshake } = options
    const kept = readNotices(await outbox.meta(deferredNoticesId))
    if (kept.ends.length + kept.discards.length === 0) return false
    const states = new Map((await outbox.all()).map(({ id, state }) => [id, state]))
    /**
     * Told otherwise meanwhile, or done after all: there is nothing to say of it. What a person
     * is still deciding over stays.
     */
    const isOver = ({ id }: Envelope): boolean => {
      const state = states.get(id)
      return state === undefined || state === 'ACCEPTED'
    }
    const ends = kept.ends.slice(0, atOnce.ends)
    const discards = kept.discards
      .filter(({ id }) => states.get(id) === 'DISCARDED')
      .slice(0, atOnce.discards)
    if (ends.length + discards.length === 0) return false
    const heard = await options.server.tellIdle({
      group: await handshake.group(),
      ends,
      discards,
    })
    const endsHeard = new Set(
      ends.filter((_, at) => heard.ends[at] === true).map(({ signature }) => signature),
    )
    const discardsHeard = discards
      .filter(({ id }) => heard.discards.includes(id))
      .map(({ id }) => id)
    if (discardsHeard.length > 0)
      await outbox.move(discardsHeard, (row) => next(row, { kind: 'told' }))
    const left = await outbox.keepMeta(deferredNoticesId, (now): ToldLater => ({
      ends: readNotices(now).ends.filter(({ signature }) => !endsHeard.has(signature)),
      discards: readNotices(now).discards.filter(
        (one) => !discardsHeard.includes(one.id) && !isOver(one),
      ),
    }))
    return (
      left.ends.length + left.discards.filter(({ id }) => states.get(id) === 'DISCARDED').length >
        0 && endsHeard.size + discardsHeard.length > 0
    )
  }
