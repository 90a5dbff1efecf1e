// Case: lists and the look-up, 5,000 patients, 2,000 users, an action log of 100,000 entries
// Quick: --engine postgres | 60 s
// Smallest: --engine postgres --patients 60 --users 20 --entries 100 --asks 3
import { sql } from 'kysely'
import type { Database } from '../server/db/database'
import { startServer } from '../tests/server/client'
import { addManyPatients } from '../tests/server/many-patients'
import { buildWorld } from '../tests/server/world'
import { onEngines, option, quantile } from './engines'
import { declareBars, figure, measured } from './report'

// Each page is asked for from the whole server in process, as an administrator: first pages, pages
// far in, sorted pages and searches. The log is read to its end.
const patients = Number(option('patients', '5000'))
const users = Number(option('users', '2000'))
const entries = Number(option('entries', '100000'))
const asks = Number(option('asks', '60'))
const warm = 5
const engines = (['pglite', 'postgres'] as const).filter((engine) =>
  ['both', engine].includes(option('engine', 'both')),
)
const bars = (engine: Database['engine']) => ({
  patients: `a page of the patient list, p95, ${engine}`,
  lookup: `a look-up, p95, ${engine}`,
  users: `a page of the users, p95, ${engine}`,
  log: `a page of the action log, p95, ${engine}`,
})
declareBars(
  engines.flatMap((engine) => {
    const names = bars(engine)
    return [
      { name: names.patients, unit: 'ms', atMost: 100 },
      { name: names.lookup, unit: 'ms', atMost: 50 },
      { name: names.users, unit: 'ms', atMost: 100 },
      { name: names.log, unit: 'ms', atMost: 100 },
    ]
  }),
)

/** Numbers with their check digit. */
const numbers = Array.from({ length: patients * 2 }, (_, nth) => String(997_000_000 + nth))
  .flatMap((nine) => {
    const rest =
      11 - ([...nine].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0) % 11)
    return rest === 10 ? [] : [`${nine}${rest % 11}`]
  })
  .slice(0, patients)

/** As the owner. */
const fill = async (database: Database): Promise<void> => {
  await addManyPatients(database.asSystem, patients)
  await database.asSystem((trx) =>
    sql
      .raw(
        `
    update patient p set national_identifier_type = 'NhsNumber', national_identifier_value = n.value
      from unnest(array[${numbers.map((value) => `'${value}'`).join(',')}]) with ordinality as n (value, nth) where p.id = 'm' || n.nth;
    insert into user_account (id, email, first_name, last_name, created_at)
      select 'u' || i, 'u' || i || '@example.test', 'First' || i % 97, 'Last' || i % 211, now() from generate_series(1, ${users}) i;
    insert into user_organization (user_id, organization_id, roles, created_at)
      select 'u' || i, 'w', '["Nurse"]', now() from generate_series(1, ${users}) i;
    alter table action_log disable trigger user;
    insert into action_log (organization_id, seq, at, actor_id, action, entity_type, entity_id, patient_id, details, prev_hash, hash)
      select 'w', 1000000 + i, now() - i * interval '1 second', 'admin', 'addPatientNote', 'patientNote', 'n' || i, 'm1', '{}', '', '' from generate_series(1, ${entries}) i;
    alter table action_log enable trigger user;`,
      )
      .execute(trx),
  )
  await sql.raw('analyze').execute(database.kysely)
}

await onEngines(async (database, owner) => {
  await buildWorld(database)
  await fill(owner)
  let nowMs = Date.now()
  const server = await startServer(database, { clock: { now: () => nowMs } })
  const ask = async (text: string): Promise<Record<string, unknown>> => {
    const answer = await server.ask(text, { as: 'admin' })
    if (answer.errors.length > 0) throw new Error(JSON.stringify(answer.errors))
    return answer.data ?? {}
  }
  /** Milliseconds of each ask but the first few. */
  const timed = async (
    textOf: (nth: number) => string,
    answered: (data: Record<string, unknown>) => void = () => undefined,
  ): Promise<number[]> => {
    const series: number[] = []
    for (let nth = 0; nth < asks + warm; nth += 1) {
      // Look-ups are limited to 20 a minute.
      nowMs += 10_000
      const began = performance.now()
      const data = await ask(textOf(nth))
      if (nth >= warm) series.push(performance.now() - began)
      answered(data)
    }
    return series
  }
  const names = bars(database.engine)
  const told = (name: string, series: readonly number[]): void => {
    measured(name, quantile(series, 0.95))
    figure(`${name}: median, ms`, quantile(series, 0.5))
  }
  const patientPage = (nth: number): string =>
    [
      `skip: ${(nth * 50) % patients}`,
      `nameOrNhsNumber: "Last${nth % 211}"`,
      `skip: ${(nth * 50) % patients}, sort: { field: lastName, direction: DESC }`,
    ][nth % 3] ?? ''
  told(
    names.patients,
    await timed(
      (nth) =>
        `{ patients(filter: all, take: 50, ${patientPage(nth)}) { total patients { id firstName lastName birthDate numSimilarNames practices { id } wards { id } } } }`,
    ),
  )
  told(
    names.lookup,
    await timed((nth) =>
      nth % 2 === 0
        ? `{ lookupPatient(nhsNumber: "${numbers[nth]}") { match { lastName } } }`
        : `{ lookupPatient(firstName: "Zoë", lastName: "O'Neill", birthDate: "1940-02-29") { match { lastName } } }`,
    ),
  )
  told(
    names.users,
    await timed(
      (nth) =>
        `{ organizationUsers(take: 50, ${nth % 2 === 0 ? `skip: ${(nth * 50) % users}` : `search: "Last${nth % 211}", skip: 0`}) { total users { id } } }`,
    ),
  )
  let next: string | null = null
  told(
    names.log,
    await timed(
      () =>
        `{ actionLogs(patientId: "m1"${next === null ? '' : `, fromActionLogId: "${next}"`}) { entries { id message createdAt } nextActionLogId } }`,
      ({ actionLogs }) => {
        next = (actionLogs as { readonly nextActionLogId: string | null }).nextActionLogId
      },
    ),
  )
})
