import { systemClock } from '../../server/clock'
import { openDatabase } from '../../server/db/database'
import type { Database, DatabaseOptions } from '../../server/db/database'
import { createIdentity } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { buildWorld } from '../server/world'
import type { SeenPatient } from './reference-tablet'

/** Of every account that writes here. */
export const password = 'lantern-harbour-violet'
/** Three who share a tablet, all on Ward A. */
export const authors = ['nurse', 'manager', 'care'] as const

/** Patients of Ward A as they look to who opens them. */
export const patients: readonly SeenPatient[] = [
  { id: 'a1', name: "Zoë O'Neill", birthDate: '1940-02-29', identifierLast4: '5919' },
  { id: 'a2', name: "Zac O'Neill", birthDate: '1940-02-29', identifierLast4: null },
]

/** Opens a database, hands it over and closes it again. */
export async function withDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Fills an empty database with the tests' world and accounts that can sign in. */
export const prepare = (options: DatabaseOptions): Promise<void> =>
  withDatabase(options, async (database) => {
    await buildWorld(database)
    const identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database,
      clock: systemClock,
      mailer: { send: () => Promise.resolve() },
      config: { projectId: 'lamplight-embedded', portalUrl: 'http://localhost' },
    })
    for (const uid of [...authors, 'admin'])
      await identity.createAccount({ uid, email: `${uid}@example.test`, password })
  })
