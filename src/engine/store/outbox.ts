import type { StoreEnvironment } from './environment'
import { createAdding } from './outbox-adding'
import { inOrder, openOutboxDatabase, sealContext } from './outbox-database'
import { createMoving } from './outbox-moving'
import type { OutboxStore } from './outbox-parts'

/** The outbox of a device: commands that wait, and a few values beside them. */
export const openOutbox = (environment: StoreEnvironment): OutboxStore => {
  const opened = openOutboxDatabase(environment)
  const { database, codec, commands, metas, guard } = opened
  return {
    ...createAdding(opened),
    ...createMoving(opened),
    of: async (author) => inOrder(await commands().where('author').equals(author).toArray()),
    ofLanes: async (lanes) =>
      inOrder(await guard(() => commands().where('lane').anyOf(lanes).toArray())),
    all: async () => inOrder(await guard(() => commands().toArray())),
    openBody: (row) => codec.open(sealContext(row, 'command'), row.body),
    openAnswer: async (row) =>
      row.answer === null ? null : await codec.open(sealContext(row, 'answer'), row.answer),
    meta: async (id) => (await guard(() => metas().get(id)))?.value,
    keepMeta: <Value>(id: string, make: (kept: unknown) => Value): Promise<Value> =>
      guard(() =>
        database.transaction('rw', metas(), async () => {
          const value = make((await metas().get(id))?.value)
          await metas().put({ id, value })
          return value
        }),
      ),
    forgetMeta: (isGoing) =>
      guard(() =>
        database.transaction('rw', metas(), async () => {
          const ids = await metas().toCollection().primaryKeys()
          await metas().bulkDelete(ids.filter(isGoing))
        }),
      ),
    close: opened.close,
  }
}
