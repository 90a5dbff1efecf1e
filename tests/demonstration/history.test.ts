import { expect, test } from 'vitest'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { scoreCheckup } from '../../src/domain/ews'
import { waveformIngestSchema } from '../../src/domain/ecg/waveform'
import { bucketIngestSchema } from '../../src/domain/monitoring/ingest'
import { ecgChunk } from '../../server/demonstration/ecg-model'
import { demonstrationPatients } from '../../server/demonstration/people'
import { bucketsOf, checkupsOf } from '../../server/demonstration/simulation'
import { chunkTimes, chunkMs, waveformsAt } from '../../server/demonstration/waveform-maker'
import { dayMs } from '../../server/demonstration/schedule'

const anchor = Date.parse('2026-03-02T12:00:00.000Z')
const month = () => checkupsOf(demonstrationPatients, anchor - 30 * dayMs, anchor, anchor)
const checkups = month().map(({ body }) => checkupIngestSchema.parse(body))
const of = (lastName: string) =>
  demonstrationPatients.filter((patient) => patient.lastName === lastName)

test('the history is a function of patient and instant: made twice it is the same, ids included', () => {
  expect(month()).toEqual(month())
  const day = () => bucketsOf(demonstrationPatients, anchor - dayMs, anchor, anchor)
  expect(day()).toEqual(day())
  const wearer = demonstrationPatients.find(({ traits }) => traits.has('ecg'))
  if (wearer === undefined) throw new Error('Nobody wears an ECG')
  const waves = () =>
    chunkTimes(anchor - 10 * chunkMs, anchor).flatMap((at) => waveformsAt(wearer, at, anchor))
  expect(waves()).toEqual(waves())
})

test('a span cut in two holds the same readings as the whole', () => {
  const cut = anchor - 7_654_321
  const parts = [
    ...checkupsOf(demonstrationPatients, cut, anchor, anchor),
    ...checkupsOf(demonstrationPatients, anchor - dayMs, cut, anchor),
  ]
  expect(parts).toEqual(checkupsOf(demonstrationPatients, anchor - dayMs, anchor, anchor))
  const buckets = [
    ...bucketsOf(demonstrationPatients, cut, anchor, anchor),
    ...bucketsOf(demonstrationPatients, anchor - dayMs, cut, anchor),
  ]
  expect(new Set(buckets.map(({ body }) => body.id))).toEqual(
    new Set(
      bucketsOf(demonstrationPatients, anchor - dayMs, anchor, anchor).map(({ body }) => body.id),
    ),
  )
  expect(buckets).toHaveLength(new Set(buckets.map(({ body }) => body.id)).size)
  expect([...chunkTimes(anchor - dayMs, cut), ...chunkTimes(cut, anchor)]).toEqual(
    chunkTimes(anchor - dayMs, anchor),
  )
})

test('everything that is sent is what the ingest API takes', () => {
  expect(checkups.length).toBeGreaterThan(3000)
  expect(new Set(checkups.map(({ id }) => id)).size).toBe(checkups.length)
  const buckets = bucketsOf(demonstrationPatients, anchor - 3 * dayMs, anchor, anchor)
  expect(buckets.length).toBeGreaterThan(12 * 3 * 80)
  for (const { body } of buckets) bucketIngestSchema.parse(body)
  const wearers = demonstrationPatients.filter(({ traits }) => traits.has('ecg'))
  for (const wearer of wearers)
    for (const at of chunkTimes(anchor - 5 * chunkMs, anchor))
      for (const body of waveformsAt(wearer, at, anchor)) waveformIngestSchema.parse(body)
})

test('the wards are as real ones: most are well, some deteriorate and recover, a stale and a silent one among them', () => {
  const totals = checkups.map((checkup) => {
    const patient = demonstrationPatients.find(({ id }) => id === checkup.patientId)
    return (
      scoreCheckup(ewsInputOf(readingsOf(checkup), patient?.traits.has('oxygen') ?? false), {
        thresholds: null,
        spo2Scale: patient?.traits.has('scale2') ? 2 : 1,
        riskScheme: 'NEWS2',
      }).totalScore ?? 0
    )
  })
  const share = (test: (total: number) => boolean): number =>
    totals.filter(test).length / totals.length
  expect(share((total) => total <= 2)).toBeGreaterThan(0.6)
  expect(share((total) => total >= 5)).toBeGreaterThan(0.03)
  expect(share((total) => total >= 7)).toBeGreaterThan(0.002)
  expect(share((total) => total >= 7)).toBeLessThan(0.05)
  expect(
    checkups.filter(({ patientId }) => of('Uttley').some(({ id }) => id === patientId)),
  ).toEqual([])
  const last = checkups.find(({ patientId }) =>
    of('Papadopoulos').some(({ id }) => id === patientId),
  )
  expect(Date.parse(last?.endedAt ?? '')).toBeLessThan(anchor - 3 * dayMs)
})

test('reality is messy: every confidence, action, partial and manual reading, emergencies, notes, ECG reports', () => {
  expect(
    new Set(
      checkups.flatMap(({ pulseOxiData }) =>
        pulseOxiData === null ? [] : [pulseOxiData.confidence],
      ),
    ),
  ).toEqual(
    new Set(['HIGH', 'FAILED', 'INSUFFICIENT_QUALITY', 'DEVICE_UNSTABLE', 'VITAL_UNSTABLE']),
  )
  expect(new Set(checkups.map(({ selectedAction }) => selectedAction))).toEqual(
    new Set([null, 1, 2, 3, 4, 5]),
  )
  for (const found of [
    checkups.some(({ temperature, subtype }) => temperature === null && subtype === null),
    checkups.some(({ pulseOxiData }) => pulseOxiData?.isManual),
    checkups.some(({ softSigns }) => softSigns.some(({ isEmergency }) => isEmergency)),
    checkups.some(({ notes }) => notes !== null),
    checkups.some(({ attachments }) => attachments.some(({ type }) => type === 'ecg_report')),
    checkups.some(({ subtype }) => subtype === 'soft-signs'),
    checkups.some(({ oxygenFlow }) => oxygenFlow !== null),
    checkups.some(({ glucose }) => glucose !== null),
    checkups.some(({ weight }) => weight !== null),
    checkups.some(({ peakExpiratoryFlowRate }) => peakExpiratoryFlowRate !== null),
  ])
    expect(found).toBe(true)
})

test('the synthetic ECG beats at its rate, keeps its height, joins without a step, and has early wide beats when asked', () => {
  const rhythm = {
    seed: 'test',
    beatsPerMinute: 75,
    breathsPerMinute: 15,
    ectopy: 0,
    irregularity: 0.02,
  }
  const first = ecgChunk(rhythm, 0, 60, 250)
  const peaks = first.filter(
    (mv, n) =>
      mv > 0.6 &&
      mv >= (first[n - 1] ?? 0) &&
      mv > (first[n + 1] ?? 0) &&
      Math.max(...first.slice(Math.max(0, n - 40), n + 41)) === mv,
  )
  expect(first).toHaveLength(15_000)
  expect(peaks.length).toBeGreaterThan(70)
  expect(peaks.length).toBeLessThan(80)
  expect(Math.max(...first)).toBeLessThan(1.3)
  const second = ecgChunk(rhythm, 60_000, 60, 250)
  expect(Math.abs((second[0] ?? NaN) - (first.at(-1) ?? NaN))).toBeLessThan(0.1)
  expect(Math.max(...ecgChunk({ ...rhythm, ectopy: 0.15 }, 0, 60, 250))).toBeGreaterThan(1.35)
})
