import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { dueOf } from '../../src/domain/virtual-ward/due'
import { orderPatients } from '../../src/domain/virtual-ward/order'
import { ownValues } from '../../src/domain/virtual-ward/own-values'
import { reasonFor } from '../../src/domain/virtual-ward/reason'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, post, seed } from './ingest/device'
import { addSession } from './monitored'
import { boardOf, startRiverside, wanted } from './riverside-board'

const minute = 60_000
const quarter = 15 * minute
const iso = (ms: number): string => new Date(ms).toISOString()

type Key = ReturnType<typeof ownValues>[number]['key']
/** A check-up or a bucket that measured a part. */
interface Sent {
  readonly kind: 'checkups' | 'monitoring-buckets'
  readonly atMs: number
  readonly values: Partial<Readonly<Record<Key, number | string | boolean>>>
}
const part = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const vitals = {
  RRScore: part(fc.integer({ min: 6, max: 32 })),
  SpO2Score: part(fc.integer({ min: 84, max: 100 })),
  HRScore: part(fc.integer({ min: 38, max: 140 })),
  tempScore: part(fc.integer({ min: 340, max: 400 }).map((tenth) => tenth / 10)),
}
const minutesAgo = fc.uniqueArray(fc.integer({ min: 1, max: 290 }), { maxLength: 5 })
const present = (values: Readonly<Record<string, unknown>>): Sent['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const history: fc.Arbitrary<readonly Sent[]> = fc
  .tuple(
    minutesAgo.chain((ago) =>
      fc.tuple(
        ...ago.map((minutes) =>
          fc
            .record({
              ...vitals,
              BPScore: part(fc.integer({ min: 75, max: 210 })),
              consciousnessScore: part(fc.constantFrom('A', 'C', 'V', 'P', 'U')),
              onOxygenScore: part(fc.boolean()),
            })
            .map((values): Sent => ({
              kind: 'checkups',
              atMs: noon - minutes * minute,
              values: present(values),
            })),
        ),
      ),
    ),
    fc.uniqueArray(fc.integer({ min: 0, max: 18 }), { maxLength: 4 }).chain((ago) =>
      fc.tuple(
        ...ago.map((quarters) =>
          fc.record(vitals).map((values): Sent => ({
            kind: 'monitoring-buckets',
            atMs: noon - quarters * quarter,
            values: present(values),
          })),
        ),
      ),
    ),
  )
  .chain(([checkups, buckets]) =>
    fc.shuffledSubarray([...checkups, ...buckets], {
      minLength: checkups.length + buckets.length,
    }),
  )

const figures = (value: unknown) => ({ value, median: value, min: value, max: value })
const given = <Value>(value: Value | undefined, as: (value: Value) => unknown) =>
  value === undefined ? undefined : as(value)
const itemOf = ({ kind, atMs, values }: Sent, id: string, patientId: string): object => {
  const { RRScore, SpO2Score, HRScore, tempScore } = values
  return kind === 'monitoring-buckets'
    ? {
        id,
        patientId,
        bucketStartAt: iso(atMs - quarter),
        bucketEndAt: iso(atMs),
        respiratoryRate: given(RRScore, figures),
        spo2: given(SpO2Score, figures),
        heartRate: given(HRScore, figures),
        temperature: given(tempScore, figures),
      }
    : {
        id,
        patientId,
        startedAt: iso(atMs),
        endedAt: iso(atMs),
        weight: { value: 71 },
        respiratoryRate: given(RRScore, (value) => ({ value })),
        pulseOxiData: given(SpO2Score, (averageSpO2) => ({ averageSpO2, confidence: 'HIGH' })),
        pulseRate: given(HRScore, (value) => ({ value })),
        temperature: given(tempScore, (value) => ({ value })),
        bloodPressureData: given(values.BPScore, (systolic) => ({ systolic, diastolic: 50 })),
        consciousness: values.consciousnessScore,
        onOxygen: values.onOxygenScore,
      }
}

onBothEngines(seed, (opened) => {
  let server: TestServer
  let ids: readonly string[] = []
  let riverside = ''
  let serial = 0

  const board = () => boardOf(server)
  const start = async (histories: readonly (readonly Sent[])[]): Promise<void> => {
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('patient_summary').execute()
      await trx.deleteFrom('continuous_monitoring_session').execute()
      await trx.deleteFrom('checkup').execute()
      await trx.deleteFrom('monitoring_bucket').execute()
      for (const id of ids)
        await addSession(trx, {
          id: `session-${id}`,
          organizationId: riverside,
          patientId: id,
          createdAt: iso(noon - 400 * minute),
        })
    })
    const app = ingestApp(opened.database)
    for (const [at, id] of ids.entries())
      for (const sent of histories[at] ?? []) {
        const answer = await post(app, sent.kind, itemOf(sent, `s-${(serial += 1)}`, id))
        expect([answer.status, answer.body['message']]).toEqual([201, undefined])
      }
  }

  beforeAll(async () => {
    server = await startRiverside(opened.database, { now: () => noon })
    ids = (await board()).map(({ id }) => id)
    await opened.database.asSystem(async (trx) => {
      const admission = await trx
        .selectFrom('ward_admission')
        .select('organization_id')
        .where('patient_id', 'in', [...ids])
        .where('discharged_at', 'is', null)
        .executeTakeFirstOrThrow()
      riverside = admission.organization_id
      await trx.deleteFrom('patient_flag').execute()
      await trx.updateTable('patient').set({ birth_date: '1950-01-01' }).execute()
      // NEWS2 is not for every fifth.
      await trx
        .updateTable('patient')
        .set({ birth_date: '2012-01-01' })
        .where(
          'id',
          'in',
          ids.filter((_, at) => at % 5 === 0),
        )
        .execute()
    })
  })

  test('C211 C370 C371 whatever parts were measured, in whatever order they came, each value on the board is the newest of its own, and none scores more than the score in force', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { minLength: ids.length, maxLength: ids.length }),
        async (histories) => {
          await start(histories)
          const rows = await board()
          expect(orderPatients(rows, wanted, noon).map(({ id }) => id)).toEqual(
            rows.map(({ id }) => id),
          )
          for (const row of rows) {
            const sent = histories[ids.indexOf(row.id)] ?? []
            const shown = ownValues(row)
            const newest = new Map<string, Sent>()
            for (const one of sent)
              for (const key of Object.keys(one.values))
                if (one.atMs > (newest.get(key)?.atMs ?? 0)) newest.set(key, one)
            expect(
              Object.fromEntries(shown.map(({ key, endedAt }) => [key, Date.parse(endedAt)])),
            ).toEqual(Object.fromEntries([...newest].map(([key, { atMs }]) => [key, atMs])))
            const total = dueOf(row).score?.total ?? null
            const highest = Math.max(0, ...shown.map(({ score }) => score ?? 0))
            if (shown.some(({ score }) => score !== null))
              expect(total).toBeGreaterThanOrEqual(highest)
          }
        },
      ),
      // Some thirty histories in each: no more are needed, and a red one is not made smaller for minutes.
      { numRuns: 1, endOnFailure: true },
    )
  })

  test('a weight, then an empty quarter of an hour, hide nothing of who was grave: tiles, score and reason stay', async () => {
    const grave = { RRScore: 30, SpO2Score: 84, BPScore: 82, consciousnessScore: 'V' } as const
    const bucket = { RRScore: 31, SpO2Score: 86 } as const
    const [first = ''] = ids.slice(1)
    await start(
      ids.map((id): readonly Sent[] =>
        id === first
          ? [
              { kind: 'checkups', atMs: noon - 30 * minute, values: grave },
              { kind: 'checkups', atMs: noon - 20 * minute, values: {} },
              { kind: 'monitoring-buckets', atMs: noon - quarter, values: bucket },
              { kind: 'monitoring-buckets', atMs: noon, values: {} },
            ]
          : [],
      ),
    )
    const [row] = await board()
    if (row === undefined) throw new Error('Nobody is on the board')
    expect(row.id).toBe(first)
    expect(ownValues(row).map(({ key, value, source }) => [key, value, source])).toEqual([
      ['RRScore', 31, 'monitoring'],
      ['SpO2Score', 86, 'monitoring'],
      ['BPScore', 82, 'checkup'],
      ['consciousnessScore', 'V', 'checkup'],
    ])
    expect(reasonFor(row, noon)?.values.map(({ key }) => key)).toEqual(['RRScore', 'SpO2Score'])
    expect(dueOf(row).score?.total).toBe(12)
  })
})
