import { expect, test } from 'vitest'
import { refuseDemonstration, seedDemonstration } from '../../server/demonstration'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { onPglite } from '../server/engines'
import { box, noIdentity, noon, seed } from '../server/ingest/device'
import { buildWorld } from '../server/world'

const seedHere = (database: Parameters<typeof refuseDemonstration>[0]) =>
  seedDemonstration({ database, identity: noIdentity, secrets: box, clock: { now: () => noon } })

onPglite(buildWorld, (opened) => {
  test('a database with other organisations is not seeded, and is served without the demonstration', async () => {
    await expect(seedHere(opened.database)).rejects.toThrow('not begun as a demonstration')
    expect(
      await opened.database.kysely
        .selectFrom('user_account')
        .select('id')
        .where('id', '=', demonstrationAccounts[0]?.id ?? '')
        .execute(),
    ).toEqual([])
    await expect(refuseDemonstration(opened.database)).resolves.toBeUndefined()
  })
})

onPglite(seed, (opened) => {
  test('a database that holds the demonstration is not served without it: not with one account left, not with one key', async () => {
    const { database } = opened
    await expect(refuseDemonstration(database)).rejects.toThrow('holds the demonstration')
    await database.asSystem((trx) => trx.deleteFrom('ingest_key').execute())
    await expect(refuseDemonstration(database)).rejects.toThrow('holds the demonstration')
    await seedHere(database)
    await expect(refuseDemonstration(database)).rejects.toThrow('holds the demonstration')
  })
})
