import { expect, test } from 'vitest'
import { runDue, startJobs } from '../../../server/jobs'
import { hearsNow } from '../../../server/jobs/hearing'
import { startServer } from '../client'
import { onBothEngines } from '../engines'
import { refusing } from '../refusing'
import { at, buildWorld, now } from '../world'

const minute = 60_000
const parts = { clock: { now: () => now }, asksDatabase: false }

onBothEngines(buildWorld, (opened) => {
  test('alerts that are late are told: on a route of their own, and in the log after each round', async () => {
    const server = await startServer(opened.database)
    const told = async () => {
      const answer = await server.fetch('/health/alerts')
      return [answer.status, await answer.json()]
    }
    await runDue(opened.database, parts)
    expect(await told()).toEqual([200, { status: 'on time', oldestDueSeconds: 0 }])
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('alert')
        .values({
          id: 'late',
          organization_id: 'w',
          patient_id: 'a1',
          type: 'AlertRule',
          source_key: 'late',
          status: 'open',
          started_at: at(40),
          latest_at: at(40),
          severity: 3,
          open_triggers: 1,
          triggers: 1,
          escalate_due_at: at(10),
          created_at: at(40),
          revision: 1,
        })
        .execute(),
    )
    expect(await told()).toEqual([503, { status: 'late', oldestDueSeconds: 600 }])
    expect((await server.fetch('/ready')).status).toBe(200)
    const log: Readonly<Record<string, unknown>>[] = []
    await refusing(
      opened,
      { table: 'alert', event: 'update', when: `new.id = 'late'` },
      async () => {
        await hearsNow(opened.database, parts)
        await startJobs({
          database: opened.database,
          ...parts,
          log: { error: (fields) => void log.push(fields) },
        })()
      },
    )
    expect(log.map(({ event }) => event)).toEqual(['jobs-failed', 'alerts-late'])
    expect(log.at(-1)).toEqual({ event: 'alerts-late', lateMs: 10 * minute })
    await runDue(opened.database, parts)
    expect(await told()).toEqual([200, { status: 'on time', oldestDueSeconds: 0 }])
  })
})
