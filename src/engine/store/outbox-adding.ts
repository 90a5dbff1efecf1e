import { problem, ProblemError } from '../../domain/problem'
import { sealContext, type OutboxDatabase } from './outbox-database'
import { notWaiting, type NewCommand } from './outbox-parts'
import type { StoredCommand, StoredMeta } from './tables'

const numberOf = (lane: string): string => `lane ${lane}`
/** The number after the last that a lane has used. */
const after = (kept: StoredMeta | undefined): number =>
  (typeof kept?.value === 'number' ? kept.value : 0) + 1

/** Adding a command to the outbox, and its number in its lane. */
export const createAdding = ({ database, codec, commands, metas, guard }: OutboxDatabase) => ({
  add: async (
    { value, seal, under, isNext, ...command }: NewCommand,
    replaces?: string,
  ): Promise<boolean> => {
    const [sealing, body] = await Promise.all([
      seal,
      codec.seal(sealContext(command, 'command'), value),
    ])
    const row: StoredCommand = {
      ...command,
      ...sealing,
      state: 'WAITING',
      tries: 0,
      unsure: false,
      epoch: null,
      acceptedAt: null,
      settled: false,
      code: null,
      body,
      answer: null,
    }
    return await guard(() =>
      database.transaction('rw', commands(), metas(), async () => {
        const old =
          replaces === undefined ? undefined : await commands().where('id').equals(replaces).first()
        if (old !== undefined && (old.unsure || old.state === 'ACCEPTED'))
          throw new ProblemError(problem('conflict:on-its-way'))
        // Of two decisions over one command the first counts; a second attempt after a lost
        // connection may find the first one written.
        if (
          replaces !== undefined &&
          (old === undefined || old.state === 'DISCARDED') &&
          (await commands().where('id').equals(row.id).count()) === 0
        )
          throw notWaiting()
        const isInPlace = old?.seq !== undefined && old.lane === row.lane && old.n === row.n
        if (isInPlace) {
          await commands().put({ ...row, seq: old.seq })
          return true
        }
        // A second attempt after a lost connection may find the first one written.
        const [written, number, now] = await Promise.all([
          commands().where('id').equals(row.id).count(),
          metas().get(numberOf(row.lane)),
          under === undefined ? undefined : metas().get(under.id),
        ])
        if (written === 0) {
          if (JSON.stringify(now?.value) !== JSON.stringify(under?.value)) return false
          if (isNext === true && row.n !== after(number)) return false
          await Promise.all([
            commands().add(row),
            ...(isNext === true ? [metas().put({ id: numberOf(row.lane), value: row.n })] : []),
          ])
        }
        if (replaces !== undefined && replaces !== row.id)
          await commands().where('id').equals(replaces).delete()
        return true
      }),
    )
  },
  nextNumber: async (lane: string): Promise<number> =>
    after(await guard(() => metas().get(numberOf(lane)))),
})
