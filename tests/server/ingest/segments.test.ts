import { beforeAll, expect, test } from 'vitest'
import { onPglite } from '../engines'
import { asStaff, type StaffServer } from './staff'
import { ingestApp, patientNamed, post, seed } from './device'

const patient = patientNamed('Subramaniam')
const posted = { patientId: patient.id, spo2: { value: 96, median: 96, min: 95, max: 97 } }
const quarters = [
  { bucketStartAt: '2026-03-02T11:30:00Z', bucketEndAt: '2026-03-02T11:45:00Z' },
  { bucketStartAt: '2026-03-02T11:15:00Z', bucketEndAt: '2026-03-02T11:30:00Z' },
] as const
const rhythm = (...segments: readonly (readonly [number, string])[]) => ({
  segments: segments.map(([seconds, outcome]) => ({ seconds, outcome })),
})
const activity = (...segments: readonly (readonly [number, string])[]) => ({
  segments: segments.map(([seconds, prediction]) => ({ seconds, prediction })),
})
const shown = `query ($patientId: ID!) { continuousMonitoring(patientId: $patientId, numPrevBuckets: 3) { data { bucketStartAt
  heartRhythm { mostSevere irregular regular abstain lowQuality signalTooShort } activityLevel { signalTooShort abstain sedentary notSedentary dominantPrediction } } } }`

onPglite(seed, (opened) => {
  let staff: StaffServer
  beforeAll(async () => {
    staff = await asStaff(opened.database)
  })
  const send = (item: Record<string, unknown>) =>
    post(ingestApp(opened.database), 'monitoring-buckets', item)
  const buckets = async () => {
    const answer = await staff.ask(shown, { patientId: patient.id })
    expect(answer.errors).toEqual([])
    return (answer.data as { continuousMonitoring: { data: readonly Record<string, unknown>[] } })
      .continuousMonitoring.data
  }

  test('C604 segments of 60 s are accepted and shown as counts of the bucket; one of 61 s is left out and named, and the rest of its bucket counts', async () => {
    const segmented = {
      id: 'segmented',
      ...posted,
      ...quarters[0],
      heartRhythm: rhythm(
        [60, 'regular'],
        [60, 'lowQuality'],
        [60, 'irregular'],
        [12.5, 'signalTooShort'],
        [60, 'regular'],
        [60, 'abstain'],
        [60, 'irregular'],
      ),
      activityLevel: activity(
        [60, 'ACTIVE'],
        [60, 'SEDENTARY'],
        [60, 'SEDENTARY'],
        [60, 'ABSTENTION'],
        [30, 'INSUFFICIENT_DATA'],
      ),
    }
    const first = await send(segmented)
    expect(first.status).toBe(201)
    const expected = {
      bucketStartAt: '2026-03-02T11:30:00.000Z',
      heartRhythm: {
        mostSevere: 1,
        irregular: 120,
        regular: 120,
        abstain: 60,
        lowQuality: 60,
        signalTooShort: 12.5,
      },
      activityLevel: {
        signalTooShort: 30,
        abstain: 60,
        sedentary: 120,
        notSedentary: 60,
        dominantPrediction: 'SEDENTARY',
      },
    }
    expect(await buckets()).toEqual([expected])

    const partly = await send({
      id: 'partly',
      ...posted,
      ...quarters[1],
      heartRhythm: rhythm([60, 'irregular'], [61, 'regular']),
      activityLevel: activity([61, 'ACTIVE'], [60, 'ACTIVE']),
    })
    expect([partly.status, partly.body['notUsable']]).toMatchObject([
      201,
      [{ field: 'heartRhythm.segments.1' }, { field: 'activityLevel.segments.0' }],
    ])
    const part = {
      bucketStartAt: '2026-03-02T11:15:00.000Z',
      heartRhythm: { mostSevere: 1, irregular: 60, regular: 0 },
      activityLevel: { notSedentary: 60 },
    }
    expect(await buckets()).toMatchObject([part, expected])

    // Whether it is the same item is asked of what was sent, not of its totals.
    expect(
      await send({ ...segmented, heartRhythm: { segments: segmented.heartRhythm.segments } }),
    ).toMatchObject({ status: 200, body: { id: first.body['id'], replay: true } })
    expect(await send({ ...segmented, heartRhythm: expected.heartRhythm })).toMatchObject({
      status: 409,
      body: { code: 'ID_ALREADY_USED' },
    })
    expect(await buckets()).toMatchObject([part, expected])
  })
})
