import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CreatePatientDocument } from '../../schema/generated/documents/admission'
import type { Database, Trx } from '../../server/db/database'
import { isFull } from '../depth'
import { randomOf } from '../sim/random'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { openMemory } from './memory'
import { buildWorld } from './world'

/** About ten processor seconds; a thousand, 36 s, with TEST_DEPTH=full. */
const rounds = isFull ? 1000 : 250
const seed = Number(process.env['SEED'] ?? 1)
/** Another seed, another thousand: a round that fails is found again by it. */
const random = randomOf(seed)

type Cut = 'before the commit' | 'after the commit'
/** A server of two over one database, whose next write may be cut off. */
interface Cuttable {
  readonly server: TestServer
  readonly cutNext: (cut: Cut) => void
}
const cuts: Record<Cut, number> = { 'before the commit': 0, 'after the commit': 0 }

let database: Database
let servers: readonly Cuttable[] = []

const isWriting = async (trx: Trx): Promise<boolean> => {
  const {
    rows: [found],
  } = await sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(
    trx,
  )
  return found?.id != null
}

const openCuttable = async (): Promise<Cuttable> => {
  const armed: { cut: Cut | null } = { cut: null }
  const fail = (cut: Cut): never => {
    cuts[cut] += 1
    throw new Error(`The process ended ${cut}`)
  }
  const cutting = async <Value>(
    run: (fn: (trx: Trx) => Promise<Value>) => Promise<Value>,
    fn: (trx: Trx) => Promise<Value>,
  ): Promise<Value> => {
    let cut: Cut | null = null
    const value = await run(async (trx) => {
      const made = await fn(trx)
      if (armed.cut !== null && (await isWriting(trx))) {
        cut = armed.cut
        armed.cut = null
        if (cut === 'before the commit') fail(cut)
      }
      return made
    })
    return cut === null ? value : fail(cut)
  }
  const over: Database = {
    ...database,
    asOrganization: (organizationId, fn) =>
      cutting((work) => database.asOrganization(organizationId, work), fn),
    asSystem: (fn) => cutting((work) => database.asSystem(work), fn),
  }
  return {
    server: await startServer(over),
    cutNext: (cut) => {
      armed.cut = cut
    },
  }
}

beforeAll(async () => {
  database = await openMemory()
  await buildWorld(database)
  servers = [await openCuttable(), await openCuttable()]
})
afterAll(() => database.close())

/** Somebody's click in one tab: every attempt at it goes under one key. */
interface Tab {
  readonly key: string
  readonly heard: Answer[]
}
const isAnswer = (answer: Answer): boolean => ['ok', 'BAD_USER_INPUT'].includes(codeOf(answer))
const idOf = (answer: Answer): string =>
  (answer.data?.['createPatient'] as { readonly id: string } | undefined)?.id ?? ''

/** Tries once, at either server; a fault may cut the server off, or the answer. */
const attempt = async (tab: Tab, lastName: string, faulty: number): Promise<void> => {
  const { server, cutNext } = random.pick(servers)
  if (random.chance(faulty)) cutNext(random.pick(['before the commit', 'after the commit']))
  const isCut = random.chance(faulty)
  const answer = await server.ask(CreatePatientDocument.text, {
    as: 'nurse',
    key: tab.key,
    variables: {
      type: 'elderly',
      firstName: 'Ada',
      lastName,
      birthDate: '1938-11-05',
      gender: 'female',
    },
  })
  if (!isCut && isAnswer(answer)) tab.heard.push(answer)
}

test(`${rounds} rounds of injected faults register one patient each: double clicks, cut answers, two tabs, two servers, either of which may end before or after it commits`, async () => {
  const began = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) {
    const lastName = `Round${round}`
    const told = `round ${round} of SEED=${seed}`
    const tabs: readonly Tab[] = Array.from({ length: 1 + random.below(2) }, () => ({
      key: randomUUID(),
      heard: [],
    }))
    await Promise.all(
      tabs
        .flatMap((tab) => Array.from({ length: 1 + random.below(2) }, () => tab))
        .map((tab) => attempt(tab, lastName, 0.35)),
    )
    // Who heard nothing asks again, as the form does.
    for (const tab of tabs)
      for (let again = 0; tab.heard.length === 0; again += 1)
        await attempt(tab, lastName, again < 3 ? 0.35 : 0)
    const ids = tabs.map(({ heard }) => [...new Set(heard.map(idOf))])
    const made = ids.flat().filter((id) => id !== '')
    expect([made.length, ids.map(({ length }) => length)], told).toEqual([1, tabs.map(() => 1)])
    for (const { heard } of tabs)
      for (const answer of heard)
        if (codeOf(answer) !== 'ok')
          expect(answer.errors[0]?.extensions?.argErrors?.[0]?.path, told).toBe('firstName')
    const kept = await database.asSystem((trx) =>
      trx
        .selectFrom('patient as p')
        .innerJoin('action_log as l', 'l.patient_id', 'p.id')
        .select(['p.id', 'l.action'])
        .where('p.last_name', '=', lastName)
        .execute(),
    )
    expect(kept, told).toEqual([{ id: made[0], action: 'createPatient' }])
  }
  // Both kinds of an end were there, often.
  for (const cut of Object.values(cuts)) expect(cut).toBeGreaterThan(rounds / 10)
  const { user, system } = process.cpuUsage(began)
  if (isFull)
    console.log(
      `${rounds} rounds, SEED=${seed}: ${JSON.stringify(cuts)}, ${Math.round((user + system) / 1e6)} processor seconds`,
    )
}, 1_800_000)
