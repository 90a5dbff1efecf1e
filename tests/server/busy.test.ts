import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { runDue } from '../../server/jobs'
import { startServer } from './client'
import { box, ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'
import { openMemory } from './memory'
import { hasPostgres, startPostgres } from './postgres'

const patient = patientNamed('Subramaniam')
const clock = { now: () => noon }

/** Portals that hold as many connections as there are for them, until they are let go. */
const hold = async (database: Database, connections: number) => {
  let letGo: () => void = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const done: Promise<void>[] = []
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((held) => {
          done.push(
            database.asSystem(async () => {
              held()
              await free
            }),
          )
        }),
    ),
  )
  return async (): Promise<void> => {
    letGo()
    await Promise.all(done)
  }
}

describe.skipIf(!hasPostgres)('while 200 questions of portals wait on PostgreSQL', () => {
  test('every reading is stored, alerts are decided, the server is ready; who is too many is told when to come back', async () => {
    const postgres = startPostgres()
    const database = await openDatabase({ ...postgres.newDatabase(), poolSize: 10 })
    await seed(database)
    const server = await startServer(database, { clock, secrets: box })
    const ingest = ingestApp(database.lane('ingest'))
    const free = await hold(database, 6)
    const questions = Array.from({ length: 200 }, (_, at) =>
      at % 10 === 0
        ? server.fetch('/Prod/graphql', {
            method: 'POST',
            as: 'nobody',
            headers: { 'content-type': 'application/json' },
            body: '{"query":"{ organizations { id } }"}',
          })
        : server.fetch('/Prod/maintenance'),
    )
    for (let at = 0; at < 20; at += 1)
      expect(await post(ingest, 'checkups', wellCheckup(`busy-${at}`, patient.id))).toMatchObject({
        status: 201,
      })
    await runDue(database.lane('jobs'), { clock, asksDatabase: false })
    expect((await server.fetch('/ready')).status).toBe(200)
    await free()
    const answers = await Promise.all(questions)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(100)
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(
      new Set(['5']),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    await database.close()
    postgres.stop()
  })
})

test('in the embedded database a reading has the next turn, before the portals that wait', async () => {
  const database = await openMemory()
  await seed(database)
  const server = await startServer(database, { clock, secrets: box })
  const ingest = ingestApp(database.lane('ingest'))
  const order: string[] = []
  const free = await hold(database, 1)
  const questions = Array.from({ length: 30 }, async () => {
    const { status } = await server.fetch('/Prod/maintenance')
    order.push(`portal ${status}`)
  })
  const reading = post(ingest, 'checkups', wellCheckup('next', patient.id)).then(({ status }) =>
    order.push(`reading ${status}`),
  )
  await new Promise((resolve) => setImmediate(resolve))
  await free()
  await Promise.all([...questions, reading])
  expect(order.filter((one) => one === 'portal 200')).toHaveLength(30)
  expect(order.slice(0, 10)).toContain('reading 201')
  await database.close()
})
