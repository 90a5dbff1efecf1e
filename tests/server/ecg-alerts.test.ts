import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { nextRevision } from '../../server/db/revision'
import { analyseDue } from '../../server/waveform-analysis/analyse-due'
import type { AnalysedEvent, EcgAnalyser } from '../../server/waveform-analysis/analyser'
import { alertSchema } from '../../src/domain/alerts/alert'
import { slotMs } from '../../src/domain/ecg/analyse-slot'
import { lastingTypes } from '../../src/domain/ecg/ecg-events'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { alertTexts } from '../../src/texts/alerts'
import { alertName, ecgEventOf, ruleWords } from '../../src/ui/alerts/alert-words'
import { startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld, now } from './world'

const dayMs = 86_400_000
const iso = (ms: number): string => new Date(ms).toISOString()
/** Begins on the border of a slot, ten minutes ago. */
const begin = Math.floor((now - 600_000) / slotMs) * slotMs

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  let patientId = ''
  const withAnalysis = (on: boolean) =>
    opened.database.asSystem((trx) =>
      sql`update organization set features = features || jsonb_build_object('continuousMonitoring', true, 'ecgWaveformAnalysis', ${on}::boolean) where id = 'w'`.execute(
        trx,
      ),
    )
  const add = (ward?: string) =>
    opened.database.asSystem((trx) =>
      addPatient(trx, {
        id: patientId,
        of: 'w',
        first: 'Rhy',
        last: `Thm${serial}`,
        ...(ward === undefined ? {} : { ward }),
      }),
    )
  beforeAll(async () => {
    await withAnalysis(true)
    server = await startServer(opened.database)
  })
  beforeEach(async () => {
    patientId = `rh-${(serial += 1)}`
    await opened.database.asSystem((trx) => trx.deleteFrom('waveform_slot').execute())
  })
  /** A second of ECG, whatever is in it, in the slot of that second after `begin`. */
  const addRun = (second: number) =>
    opened.database.asOrganization('w', async (trx) => {
      const id = `rr-${(serial += 1)}`
      const startedAt = begin + second * 1000
      await trx
        .insertInto('waveform')
        .values({
          id,
          organization_id: 'w',
          patient_id: patientId,
          source_id: id,
          kind: 'SingleECG',
          started_at: iso(startedAt),
          ended_at: iso(startedAt + 1000),
          received_at: iso(now),
          sample_rate: 100,
          samples: encodeWaveform({
            startedAt,
            frequency: 100,
            samples: new Float32Array(100).fill(0.1),
          }),
          payload_hash: id,
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
    })
  /** An analyser that finds these, seconds after `begin`, as the interface asks: cut at slots. */
  const finding = (
    ...found: readonly (readonly [type: string, from: number, to: number])[]
  ): EcgAnalyser => ({
    method: 'heart watch 1',
    analyse: async (_runs, slot) =>
      found.flatMap(([type, from, to]): AnalysedEvent[] => {
        const [start, end] = [begin + from * 1000, begin + to * 1000]
        if (!lastingTypes.has(type))
          return start >= slot && start < slot + slotMs ? [{ type, start, end }] : []
        const piece = { type, start: Math.max(slot, start), end: Math.min(slot + slotMs, end) }
        return piece.end > piece.start ? [piece] : []
      }),
  })
  const analyse = (analyser: EcgAnalyser) =>
    analyseDue({
      database: opened.database,
      clock: { now: () => now },
      log: {
        error: (fields) => {
          throw new Error(JSON.stringify(fields))
        },
      },
      analyser,
    })
  const alerts = async () => {
    const answer = await server.ask(
      `query ($id: ID!) { alerts(patientId: $id) { alerts { id revision type status startedAt latestAt severity count alertRule { id name type description condition }
        checkupScheduleEvent { checkupExpectedAt checkupSchedule { id name tolerance { early late } } } checkup { id endedAt } continuousMonitoring { bucketEndAt } triggers { id startedAt raisedAt }
        closedAt closedBy { id firstName lastName } acknowledgedAt acknowledgedBy { id firstName lastName } snoozedUntil snoozedBy { id firstName lastName } escalatedAt } } }`,
      { as: 'nurse', variables: { id: patientId } },
    )
    expect(answer.errors).toEqual([])
    return (answer.data as unknown as { alerts: { alerts: unknown[] } }).alerts.alerts.map((one) =>
      alertSchema.parse(one),
    )
  }
  const told = async () =>
    (await alerts()).map(({ alertRule, severity, count }) => [alertRule?.id, severity, count])

  test('a ventricular tachycardia of 30 s is one alert of severity 4, once, over the border of slots, in any order and found again', async () => {
    await add('A')
    const found = finding(['VentricularTachycardia', 100, 135])
    // The newest slot is analysed first, and has only 15 s of it.
    await addRun(121)
    await analyse(found)
    expect(await told()).toEqual([])
    await addRun(100)
    await analyse(found)
    await addRun(122)
    await analyse(found)
    const [alert, ...others] = await alerts()
    expect([alert?.severity, alert?.count, others]).toEqual([4, 1, []])
    if (alert === undefined) return
    expect(alertName(alert, alertTexts('en-GB'))).toBe('Ventricular tachycardia on the ECG')
    expect(ruleWords(alert, 'en-GB')).toMatch(/^Ventricular tachycardia of 30 seconds or more, /)
    expect(ecgEventOf(alert)).toEqual({ type: 'VentricularTachycardia', at: begin + 100_000 })
  })

  test('one whose beginning is known otherwise, or that goes on as a wide complex tachycardia, is the same', async () => {
    await add('A')
    await addRun(10)
    await analyse(finding(['VentricularTachycardia', 10, 120]))
    await addRun(11)
    await addRun(130)
    await analyse(finding(['VentricularTachycardia', 4, 120], ['WideComplexTachycardia', 120, 200]))
    expect(await told()).toEqual([['ecg VentricularTachycardia', 4, 1]])
  })

  test('asystole, a pause of 5 s and ventricular fibrillation of another analyser are alerts; less, and other rhythms, are none', async () => {
    await add('A')
    await addRun(1)
    await analyse(
      finding(
        ['VentricularTachycardia', 2, 31.9],
        ['Pause', 40, 44.9],
        ['PrematureVentricularContraction', 50, 51],
        ['SinusTachycardia', 60, 110],
        ['Noise', 60, 110],
      ),
    )
    expect(await told()).toEqual([])
    await addRun(2)
    await analyse(
      finding(['Asystole', 2, 6], ['Pause', 40, 45], ['VentricularFibrillation', 80, 90]),
    )
    expect((await told()).toSorted()).toEqual([
      ['ecg Asystole', 4, 1],
      ['ecg Pause', 4, 1],
      ['ecg VentricularFibrillation', 4, 1],
    ])
  })

  test.each([
    ['acknowledged', { acknowledged_by: 'nurse', acknowledged_at: iso(begin + 60_000) }],
    [
      'snoozed',
      { snoozed_by: 'nurse', snoozed_at: iso(begin + 60_000), snoozed_until: iso(now + 1_800_000) },
    ],
  ])(
    'T3 another episode that began after somebody pressed ends the hold at once, and no other packet of the one that was %s does',
    async (_what, held) => {
      await add('A')
      await addRun(10)
      await analyse(finding(['VentricularTachycardia', 10, 90]))
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('alert')
          .set({ ...held, hold_ends_at: iso(now + 3_600_000) })
          .where('patient_id', '=', patientId)
          .execute(),
      )
      const isHeld = async () => {
        const [alert] = await alerts()
        return alert?.acknowledgedAt != null || alert?.snoozedUntil != null
      }
      // The same episode, known otherwise; then one of before the press.
      await addRun(11)
      await analyse(finding(['VentricularTachycardia', 8, 110]))
      await addRun(-110)
      await analyse(
        finding(['VentricularTachycardia', -100, -60], ['VentricularTachycardia', 8, 110]),
      )
      expect([await told(), await isHeld()]).toEqual([[['ecg VentricularTachycardia', 4, 2]], true])
      await addRun(240)
      await analyse(finding(['VentricularTachycardia', 250, 290]))
      expect([await told(), await isHeld()]).toEqual([
        [['ecg VentricularTachycardia', 4, 3]],
        false,
      ])
      const { rows } = await opened.database.asSystem((trx) =>
        sql`select hold_ended_by, hold_ended_reason from alert where patient_id = ${patientId}`.execute(
          trx,
        ),
      )
      expect(rows).toEqual([{ hold_ended_by: 'nurse', hold_ended_reason: 'worse' }])
    },
  )

  test('where ventricular fibrillation cannot be excluded is an alert of severity 4, unless a quarter of an hour that began in it has a pulse or an active patient', async () => {
    const bucket = (second: number, data: object) =>
      opened.database.asSystem(async (trx) => {
        const id = `rb-${(serial += 1)}`
        await trx
          .insertInto('monitoring_bucket')
          .values({
            id,
            organization_id: 'w',
            patient_id: patientId,
            source_id: id,
            started_at: iso(begin + second * 1000),
            ended_at: iso(begin + second * 1000 + 900_000),
            received_at: iso(now),
            data: JSON.stringify(data),
            payload_hash: id,
            revision: await nextRevision(trx, 'w'),
          })
          .execute()
      })
    const found = finding(['PossibleVentricularFibrillation', 20, 110])
    const pulse = { pulseRate: { value: 80, median: 80, min: 70, max: 90 } }
    const active = { activityLevel: { dominantPrediction: 'ACTIVE' } }
    for (const [second, data, raised] of [
      [10, pulse, true],
      [30, { pulseRate: null, activityLevel: { dominantPrediction: 'SEDENTARY' } }, true],
      [30, pulse, false],
      [30, active, false],
    ] as const) {
      patientId = `rh-${(serial += 1)}`
      await add('A')
      await bucket(second, data)
      await addRun(1)
      await analyse(found)
      expect([data, await told()]).toEqual([
        data,
        raised ? [['ecg PossibleVentricularFibrillation', 4, 1]] : [],
      ])
    }
  })

  test('atrial fibrillation is an alert of severity 2 where there was none for 7 days, and then none', async () => {
    const earlier = (days: number) =>
      opened.database.asSystem((trx) =>
        trx
          .insertInto('waveform_event')
          .values({
            id: `ev-${(serial += 1)}`,
            patient_id: patientId,
            kind: 'SingleECG',
            type: 'AtrialFibrillation',
            started_at: iso(begin - days * dayMs),
            ended_at: iso(begin - days * dayMs + 60_000),
            method: 'heart watch 1',
            created_at: iso(now),
          })
          .execute(),
      )
    await add('A')
    await earlier(7.5)
    await addRun(1)
    await analyse(finding(['AtrialFibrillation', 10, 50], ['AtrialFibrillation', 90, 119]))
    expect(await told()).toEqual([['ecg AtrialFibrillation', 2, 1]])
    patientId = `rh-${(serial += 1)}`
    await add('A')
    await earlier(6.5)
    await addRun(1)
    await analyse(finding(['AtrialFibrillation', 10, 50]))
    expect(await told()).toEqual([])
  })

  test('what is found more than 24 hours late is told where it is an emergency and the last of its rhythm', async () => {
    const daysAgo = (days: number) => (-days * dayMs) / 1000
    await add('A')
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ admitted_at: iso(begin - 3 * dayMs) })
        .where('patient_id', '=', patientId)
        .execute(),
    )
    const found = finding(
      ['AtrialFibrillation', daysAgo(2), daysAgo(2) + 60],
      ['Asystole', daysAgo(2), daysAgo(2) + 10],
      ['Asystole', daysAgo(1.5), daysAgo(1.5) + 10],
      // Before the admission.
      ['VentricularTachycardia', daysAgo(4), daysAgo(4) + 60],
    )
    await addRun(daysAgo(1.5))
    await analyse(found)
    await addRun(daysAgo(2))
    await addRun(daysAgo(4))
    await analyse(found)
    expect(await told()).toEqual([['ecg Asystole', 4, 1]])
    const [alert] = await alerts()
    expect([alert?.startedAt, alert?.triggers.length]).toEqual([iso(begin - 1.5 * dayMs), 1])
  })

  test('nothing is raised of a patient who is not admitted, or where the organisation has no analysis of the ECG', async () => {
    const count = async () =>
      (
        await opened.database.asSystem((trx) =>
          trx.selectFrom('alert').select('id').where('patient_id', '=', patientId).execute(),
        )
      ).length
    await add()
    await addRun(1)
    await analyse(finding(['Asystole', 10, 60]))
    expect(await count()).toBe(0)
    patientId = `rh-${(serial += 1)}`
    await add('A')
    await withAnalysis(false)
    try {
      await addRun(1)
      await analyse(finding(['Asystole', 10, 60]))
      expect(await count()).toBe(0)
    } finally {
      await withAnalysis(true)
    }
    await addRun(2)
    await analyse(finding(['Asystole', 10, 61]))
    expect(await count()).toBe(1)
  })
})
