import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pointsInForce } from '../../src/domain/virtual-ward/score-in-force'
import { allMeasured } from '../../src/domain/virtual-ward/measured'
import { startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, at, buildWorld } from './world'

interface Told {
  readonly minutesAgo: number
  readonly total: number
  readonly risk: number
  /** The temperature alone was measured. */
  readonly isPartial?: boolean
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  /** Stores these of a patient who had none, in this order, with ids that say nothing of it. */
  const store = (told: readonly Told[]) =>
    opened.database.asSystem(async (trx) => {
      serial += 1
      await trx.deleteFrom('patient_summary').where('patient_id', '=', 'h1').execute()
      await trx.deleteFrom('checkup').where('patient_id', '=', 'h1').execute()
      for (const [index, { minutesAgo, ...scored }] of told.entries())
        await addCheckup(trx, {
          id: `${(index * 7) % 5}-${serial}-${index}`,
          organizationId: 'h',
          patientId: 'h1',
          endedAt: at(minutesAgo),
          ...scored,
        })
    })
  const kept = () =>
    opened.database.asSystem(
      async (trx) =>
        (
          await sql<Record<'total_score' | 'risk_level' | 'order_total' | 'order_risk', number>>`
          select total_score, risk_level, order_total, order_risk from patient_summary where patient_id = 'h1'`.execute(
            trx,
          )
        ).rows[0],
    )
  const gravest = (told: readonly Told[]) =>
    told.toSorted((a, b) => a.minutesAgo - b.minutesAgo || b.total - a.total || b.risk - a.risk)[0]

  test('the graver of two of the same instant is the newest and in force, on the server as by the domain', async () => {
    const one = fc.record({
      minutesAgo: fc.constantFrom(10, 20),
      total: fc.integer({ min: 0, max: 9 }),
      risk: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), async (told) => {
        await store(told)
        const inForce = pointsInForce(
          told.map(({ minutesAgo, total, risk }) => ({
            atMs: Date.parse(at(minutesAgo)),
            total,
            risk,
            isRiskTold: true,
            measured: allMeasured,
            isMonitored: false,
            marks: [],
          })),
        )
        const newest = gravest(told)
        expect(await kept()).toMatchObject({
          total_score: newest?.total,
          risk_level: newest?.risk,
          order_total: inForce?.total,
          order_risk: inForce?.risk,
        })
      }),
      { numRuns: 40 },
    )
  })

  test('what neither takes back of the other stands a day later, until something measures it anew', async () => {
    // A single 3 has the graver risk, the other one the higher total.
    const [three, four] = [
      { minutesAgo: 2000, total: 3, risk: 2 },
      { minutesAgo: 2000, total: 4, risk: 1 },
    ]
    for (const both of [
      [three, four],
      [four, three],
    ]) {
      await store([...both, { minutesAgo: 10, total: 0, risk: 0, isPartial: true }])
      expect(await kept()).toMatchObject({ order_total: 4, order_risk: 2 })
    }
  })

  test('scored again, the one that is the graver now is the newest', async () => {
    await store([
      { minutesAgo: 10, total: 2, risk: 1 },
      { minutesAgo: 10, total: 8, risk: 4 },
    ])
    await opened.database.asOrganization('h', async (trx) => {
      const rows = await trx
        .selectFrom('checkup')
        .select(['id', 'total_score', 'revision', 'ews_scores'])
        .where('patient_id', '=', 'h1')
        .execute()
      const scored = rows.map(({ id, total_score: total, revision, ews_scores: scores }) => ({
        id,
        revision,
        scores: { ...(scores as object), totalScore: total === 2 ? 9 : 1, riskLevel: 3 },
      }))
      await sql`select app_rescore_checkups('h1', ${JSON.stringify(scored)}::jsonb)`.execute(trx)
      await sql`select app_refresh_summary_scores('h1')`.execute(trx)
    })
    expect(await kept()).toMatchObject({ total_score: 9, risk_level: 3 })
  })

  test('the board shows the graver, and both are in its trend and in the record', async () => {
    for (const told of [
      [2, 8],
      [8, 2],
    ]) {
      await store(told.map((total) => ({ minutesAgo: 10, total, risk: total > 5 ? 4 : 1 })))
      const { data, errors } = await server.ask(
        `{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Hana") { patients { trend { totalScore } latestCheckup { ewsScores { totalScore } } } }
          checkupsByPatient(patientId: "h1", take: 1) { checkups { ewsScores { totalScore } } } }`,
        { as: 'carer' },
      )
      expect(errors).toEqual([])
      expect(data).toMatchObject({
        virtualWardPatients: {
          patients: [
            {
              trend: [{ totalScore: 2 }, { totalScore: 8 }],
              latestCheckup: { ewsScores: { totalScore: 8 } },
            },
          ],
        },
      })
      const page = data?.['checkupsByPatient'] as {
        checkups: { ewsScores: { totalScore: number } }[]
      }
      expect(page.checkups.map(({ ewsScores }) => ewsScores.totalScore).toSorted()).toEqual([2, 8])
    }
  })
})
