import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { runDue } from '../../server/jobs'
import { startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, at, buildWorld } from './world'

const query =
  '{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Hana") { patients { id trend { endedAt totalScore riskLevel } latestCheckup { id } } } }'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const add = (id: string, minutesAgo: number, total: number | null, type?: string) =>
    opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id,
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(minutesAgo),
        total,
        risk: 1,
        ...(type === undefined ? {} : { type }),
      }),
    )
  const shown = async () => {
    const answer = await server.ask(query, { as: 'carer' })
    const page = answer.data?.virtualWardPatients as {
      patients: {
        id: string
        latestCheckup: { id: string }
        trend: { endedAt: string; totalScore: number | null }[]
      }[]
    }
    const [patient] = page.patients
    return {
      latest: patient?.latestCheckup.id,
      trend: patient?.trend.map(({ endedAt, totalScore }) => [endedAt, totalScore]),
    }
  }
  const kept = async () =>
    await opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_summary')
        .select(['latest_by_type', 'trend'])
        .where('patient_id', '=', 'h1')
        .executeTakeFirstOrThrow(),
    )

  test("the board carries the day's totals up to the latest check-up, in their order whenever they arrive", async () => {
    expect((await shown()).trend).toEqual([[at(90), 0]])
    await add('t1', 60, 3)
    await add('t2', 30, null)
    await add('t-late', 75, 2) // received last, ended between the others
    await add('t-old', 30 + 24 * 60, 9) // a day before the latest: not of its day
    expect(await shown()).toEqual({
      latest: 't2',
      trend: [
        [at(90), 0],
        [at(75), 2],
        [at(60), 3],
        [at(30), null],
      ],
    })
  })

  test('two that arrive together are both kept', async () => {
    await Promise.all([
      add('p1', 20, 4, 'kind-a'),
      add('p2', 19, 5, 'kind-b'),
      add('p3', 18, 6, 'kind-a'),
    ])
    expect((await shown()).trend?.slice(-3)).toEqual([
      [at(20), 4],
      [at(19), 5],
      [at(18), 6],
    ])
    expect((await kept()).latest_by_type).toEqual({
      '': Date.parse(at(30)),
      'kind-a': Date.parse(at(18)),
      'kind-b': Date.parse(at(19)),
    })
  })

  test('an older check-up of a type does not replace its latest, and no row holds more than 96', async () => {
    await add('older', 25, 4, 'kind-b')
    expect((await kept()).latest_by_type['kind-b']).toBe(Date.parse(at(19)))
    for (let n = 0; n < 100; n += 1) await add(`many-${n}`, 17 - n / 10, n % 9)
    const { trend } = await kept()
    expect(trend).toHaveLength(96)
    expect(trend.at(-1)?.[0]).toBe(Date.parse(at(17 - 9.9)))
  })

  test('what another organisation’s pathway asks for is in the time zone of the organisation that admitted the patient, as for missed check-ups', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('checkup_type')
        .values({
          id: 'lent',
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: 'Lent',
          heading: '',
          description: '',
          schedule: JSON.stringify({
            rrule: 'FREQ=DAILY;BYHOUR=8',
            tolerance: { early: 60, late: 60 },
          }),
          tiles: '{}',
          updated_at: at(0),
          revision: 1,
        })
        .execute()
      await trx
        .insertInto('ward_admission')
        .values({
          id: 'lent',
          patient_id: 'h2',
          organization_id: 'h',
          ward_id: 'ward-A',
          care_pathway_id: 'pathway-w',
          admitted_at: at(3000),
          created_at: at(3000),
          revision: 1,
        })
        .execute()
      await trx
        .updateTable('organization')
        .set({ time_zone: 'America/New_York' })
        .where('id', '=', 'h')
        .execute()
    })
    await runDue(opened.database, { clock: { now: () => Date.parse(at(0)) }, asksDatabase: false })
    const page = (
      await server.ask(
        '{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Hugo", sort: [{ field: ewsScore, direction: DESC }]) { patients { schedules { timeZone } } } }',
        { as: 'carer' },
      )
    ).data?.virtualWardPatients
    expect(page).toMatchObject({ patients: [{ schedules: [{ timeZone: 'America/New_York' }] }] })
    const row = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_summary as s')
        .innerJoin('checkup_schedule_progress as p', 'p.patient_id', 's.patient_id')
        .select(['s.slot_due_at', 'p.schedule'])
        .where('s.patient_id', '=', 'h2')
        .executeTakeFirstOrThrow(),
    )
    // Eight in New York, in winter.
    expect([row.slot_due_at?.slice(11, 16), row.schedule.zone]).toEqual([
      '13:00',
      'America/New_York',
    ])
    await opened.database.asSystem((trx) => trx.deleteFrom('checkup_schedule_progress').execute())
    await opened.database.asSystem((trx) =>
      trx.updateTable('checkup_type').set({ schedule: null }).where('id', '=', 'lent').execute(),
    )
  })

  test('the card tells what its pathway asks for, in whose time, and when it was last answered; a change of it is told to the tablets', async () => {
    const asked =
      'query { virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Zoe") { patients { id schedules { id name schedule { rrule tolerance { early late } } timeZone latestEndedAt } } } }'
    const schedules = async () => {
      const answer = await server.ask(asked, { as: 'nurse' })
      const page = answer.data?.virtualWardPatients as { patients: { schedules: unknown[] }[] }
      return page.patients[0]?.schedules
    }
    const version = async () =>
      (
        await opened.database.asSystem((trx) =>
          sql<{
            version: number
          }>`select version::int from roster_version where organization_id = 'w'`.execute(trx),
        )
      ).rows[0]?.version ?? 0
    const before = await schedules()
    const was = await version()
    const schedule = { rrule: 'FREQ=DAILY;BYHOUR=8,20', tolerance: { early: 1800, late: 3600 } }
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('checkup_type')
        .values({
          id: 'daily',
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: 'Twice a day',
          heading: '',
          description: '',
          schedule: JSON.stringify(schedule),
          tiles: '{}',
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    expect(await version()).toBeGreaterThan(was)
    await opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id: 'of-daily',
        organizationId: 'w',
        patientId: 'a1',
        endedAt: at(10),
        total: 1,
        type: 'daily',
      }),
    )
    expect(await schedules()).toEqual([
      ...(before ?? []),
      {
        id: 'daily',
        name: 'Twice a day',
        schedule,
        timeZone: 'Europe/London',
        latestEndedAt: at(10),
      },
    ])
  })
})
