import { demonstrationAccounts } from '../../../server/demonstration/accounts'
import type { Database } from '../../../server/db/database'
import { startServer, type Answer } from '../client'
import { noon } from './device'

/**
 * The demonstration's GraphQL, asked by the nurse of Riverside's respiratory ward: what a device
 * sent, as staff are given it.
 */
export interface StaffServer {
  ask(query: string, variables: Record<string, unknown>): Promise<Answer>
}

export async function asStaff(database: Database): Promise<StaffServer> {
  const nurse = demonstrationAccounts.find(({ email }) => email === 'nurse@riverside.example')
  if (nurse === undefined) throw new Error('The demonstration has no nurse')
  const server = await startServer(database, {
    clock: { now: () => noon },
    verify: () =>
      Promise.resolve({ uid: nurse.id, email: nurse.email, authTime: noon / 1000, claims: {} }),
  })
  return { ask: (query, variables) => server.ask(query, { as: 'nurse', variables }) }
}
