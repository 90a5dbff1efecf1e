import { expect } from 'vitest'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import type { Clock } from '../../server/clock'
import type { Database } from '../../server/db/database'
import { defaultHistoryHours, defaultOrder } from '../../src/domain/virtual-ward/options'
import {
  virtualWardPatientSchema,
  type VirtualWardPatient,
} from '../../src/domain/virtual-ward/virtual-ward'
import { boardByName } from './by-name'
import { startServer, type TestServer } from './client'
import { noon } from './ingest/device'

/** Who manages Riverside's demonstration ward. */
export const manager =
  demonstrationAccounts.find(({ email }) => email === 'admin@riverside.example')?.id ?? ''
/** What a board asks for as it comes. */
export const wanted = { sort: defaultOrder, withCheckupsInLastHours: defaultHistoryHours }

/** The server with a token of every account of the demonstration, at the clock of a test. */
export const startRiverside = (database: Database, clock: Clock): Promise<TestServer> =>
  startServer(database, {
    clock,
    verify: async (token) => ({
      uid: token.replace('token-', ''),
      email: null,
      authTime: noon / 1000,
      claims: {},
    }),
  })

/** The manager's whole board, in the server's order. */
export const boardOf = async (server: TestServer): Promise<readonly VirtualWardPatient[]> => {
  const { data, errors } = await server.ask(boardByName, {
    as: manager,
    variables: { take: 50, skip: 0, ...wanted },
  })
  expect(errors).toEqual([])
  const page = data?.['virtualWardPatients'] as { readonly patients: readonly unknown[] }
  return page.patients.map((one) => virtualWardPatientSchema.parse(one))
}
