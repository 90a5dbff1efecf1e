import { subjectScope } from '../../domain/sync/scopes'
import { problem } from '../../domain/problem'
import {
  live,
  type CacheStore,
  type OutboxStore,
  type StoredCommand,
  type OutboxRows,
} from '../store'
import { goneOf } from '../define'
import { openAnswer, type WaitingAnswer } from './waiting'

/** Deleted or merged records were not revoked: their texts may be needed elsewhere. */
const isTaken = (reason: string): boolean => ['REVOKED', 'UNKNOWN'].includes(goneOf(reason) ?? '')
/** Of what was given up the reason stays until the server knows it. */
const isReadable = ({ body, answer, state }: StoredCommand): boolean =>
  body !== '' || (answer !== null && state !== 'DISCARDED')

/**
 * Removes readable copies of commands about subjects that their author lost: name, text, and the
 * row of a conflict. The sealed command stays and is delivered. Follows cursors and outbox, so that
 * a crash is repaired at the next start; repeating is harmless.
 */
export const createRedaction = (options: {
  readonly outbox: OutboxStore
  readonly reading: OutboxRows
  readonly later: (call: () => void) => () => void
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, reading } = options

  const withoutWords = async (
    row: StoredCommand,
  ): Promise<{
    readonly row: StoredCommand
    readonly move: (kept: StoredCommand) => StoredCommand
    readonly answer?: WaitingAnswer
  }> => {
    const move = (kept: StoredCommand): StoredCommand =>
      kept.state === row.state
        ? { ...kept, body: '', answer: row.state === 'DISCARDED' ? kept.answer : null }
        : kept
    const reason =
      row.state === 'DISCARDED'
        ? (await openAnswer(outbox, row).catch(() => null))?.reason
        : undefined
    return {
      row,
      move,
      ...(reason === undefined
        ? {}
        : {
            answer: { problem: problem('not-found:not-yours'), reason },
          }),
    }
  }

  const followStore = (cache: CacheStore): (() => void) => {
    let watched = ''
    let lost: ReadonlySet<string> = new Set()
    let stopCursors: () => void = () => undefined
    let removing: Promise<void> = Promise.resolve()
    const failed = (thrown: unknown): void => {
      if (!cache.isClosed()) options.report(thrown, 'lost words')
    }
    const readable = (): readonly StoredCommand[] =>
      (reading.get() ?? []).filter(
        (row) =>
          row.author === cache.userId &&
          row.organization === cache.organizationId &&
          row.lane !== 'user' &&
          isReadable(row),
      )
    const remove = (): void => {
      removing = removing
        .then(async () => {
          const rows = readable().filter(({ lane }) => lost.has(lane))
          if (rows.length > 0) await outbox.moveEach(await Promise.all(rows.map(withoutWords)))
        })
        .catch(failed)
    }
    const look = (): void => {
      const lanes = [...new Set(readable().map(({ lane }) => lane))]
      if (lanes.join(' ') === watched) {
        remove()
        return
      }
      watched = lanes.join(' ')
      stopCursors()
      stopCursors =
        lanes.length === 0
          ? () => undefined
          : live(
              () => cache.cursorsOf(lanes.map(subjectScope)),
              (cursors) => {
                // One that never asked about them (the browser took the one before it away) would
                // never hear that they were lost.
                const strangers = lanes.filter((_lane, at) => cursors[at] === null)
                if (strangers.length > 0) void cache.askFor(strangers).catch(failed)
                lost = new Set(
                  cursors.flatMap((cursor) =>
                    cursor !== null && isTaken(cursor.gone) ? [cursor.subjectId] : [],
                  ),
                )
                remove()
              },
              failed,
              options.later,
            )
    }
    const end = reading.subscribe(look)
    look()
    return () => {
      end()
      stopCursors()
    }
  }

  let stop: () => void = () => undefined
  return {
    /** From now on of this store's owner; null: of nobody. */
    follow: (cache: CacheStore | null): void => {
      stop()
      stop = cache === null ? () => undefined : followStore(cache)
    },
  }
}
