import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { guarded } from '../../../src/engine/store/guard'

test('several who lose the database together are all helped by one fresh connection', async () => {
  const database = new Dexie('lost', { indexedDB: new IDBFactory(), IDBKeyRange })
  database.version(1).stores({ row: 'id' })
  await database.open()
  let closed = 0
  const close = database.close.bind(database)
  database.close = (...given) => {
    closed += 1
    close(...given)
  }
  close()
  const write = (id: string) =>
    guarded(
      database,
      () => true,
      async () => {
        for (let step = 0; step < 5; step += 1)
          await database.table('row').put({ id: `${id}${step}` })
        return id
      },
    )
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(write))).toEqual(['a', 'b', 'c', 'd'])
  expect(closed).toBe(1)
  expect(await database.table('row').count()).toBe(20)
  close()
})
