import type { Sealed } from './codec'
import type { MetaChange, Move, OutboxStore } from './outbox-parts'
import { inOrder, sealContext, type OutboxDatabase } from './outbox-database'
import type { StoredCommand } from './tables'

/** Moving commands from state to state. */
export const createMoving = ({
  database,
  codec,
  commands,
  metas,
  guard,
}: OutboxDatabase): Pick<OutboxStore, 'move' | 'moveEach'> => {
  /** One strict transaction. */
  const moveRows = (
    ids: readonly string[] | 'all',
    moveOf: (row: StoredCommand) => { readonly move: Move; readonly answer?: Sealed },
    beside: readonly MetaChange[] = [],
  ): Promise<readonly StoredCommand[]> =>
    guard(() =>
      database.transaction(
        'rw',
        beside.length === 0 ? [commands()] : [commands(), metas()],
        async () => {
          const kept: StoredCommand[] = []
          for (const { id, make } of beside)
            await metas().put({ id, value: make((await metas().get(id))?.value) })
          for (const row of inOrder(
            await (ids === 'all'
              ? commands().toArray()
              : commands().where('id').anyOf(ids).toArray()),
          )) {
            const { move, answer } = moveOf(row)
            const next = move(row)
            if (next === 'gone') {
              if (row.seq !== undefined) await commands().delete(row.seq)
              continue
            }
            const now = next === row || answer === undefined ? next : { ...next, answer }
            if (now !== row) await commands().put(now)
            kept.push(now)
          }
          return kept
        },
      ),
    )

  return {
    move: (ids, move, beside) => moveRows(ids, () => ({ move }), beside),
    moveEach: async (moves) => {
      const byId = new Map(
        await Promise.all(
          moves.map(
            async ({ row, move, answer }) =>
              [
                row.id,
                {
                  move,
                  ...(answer === undefined
                    ? {}
                    : { answer: await codec.seal(sealContext(row, 'answer'), answer) }),
                },
              ] as const,
          ),
        ),
      )
      return await moveRows([...byId.keys()], (row) => byId.get(row.id) ?? { move: (same) => same })
    },
  }
}
