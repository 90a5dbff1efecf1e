import { longestSegmentSeconds, type Activity } from '../../src/domain/monitoring/bucket'
import type { RhythmSegment } from '../../src/domain/monitoring/segments'
import type { Anchor } from './courses'
import type { DemonstrationPatient } from './people'
import { vitalsAt, type Vitals } from './physiology'
import { demonstrationId, randomOf, type Random } from './random'

const bucketMs = 900_000
const dayMs = 86_400_000

interface Figures {
  readonly value: number
  readonly median: number
  readonly min: number
  readonly max: number
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places))

/** The spread of a quarter of an hour around what it was at its end. */
const figures = (
  value: number,
  spread: number,
  random: Random,
  places = 0,
  high = Infinity,
): Figures => {
  const low = rounded(value - spread * (0.4 + random()), places)
  const top = rounded(Math.min(high, value + spread * (0.4 + random())), places)
  const median = rounded(Math.min(top, Math.max(low, value + spread * (random() - 0.5))), places)
  return { value: rounded(Math.min(top, Math.max(low, value)), places), median, min: low, max: top }
}

/** Batteries empty over a day of wear and are charged in the gap; each device at its own pace. */
const batteryOf = (patient: DemonstrationPatient, startMs: number, device: string): number => {
  const random = randomOf(patient.id, 'battery', device)
  const share = (startMs / dayMs + random()) % 1
  return Math.round(100 - share * (55 + random() * 40))
}

/** A time in seconds as the analysis cuts it: in segments of 60 s at most. */
const cut = <Finding>(
  seconds: number,
  finding: Finding,
): readonly (Finding & { readonly seconds: number })[] =>
  Array.from({ length: Math.ceil(seconds / longestSegmentSeconds) }, (_, nth) => ({
    seconds: Math.min(longestSegmentSeconds, seconds - nth * longestSegmentSeconds),
    ...finding,
  }))

/** Analysed segments of an ECG: they never fill the whole quarter of an hour. */
const rhythmOf = (patient: DemonstrationPatient, random: Random) => {
  const irregularShare = patient.traits.has('fibrillating')
    ? 0.7 + 0.25 * random()
    : patient.traits.has('ectopic')
      ? 0.15 * random()
      : 0.02 * random()
  const [lowQuality, signalTooShort, abstain] = [
    Math.floor(random() * 3) * 60,
    Math.floor(random() * 2) * 30,
    Math.floor(random() * 2) * 60,
  ]
  const analysed = 900 - lowQuality - signalTooShort - abstain
  const irregular = Math.floor((analysed * irregularShare) / 60) * 60
  const found: readonly (readonly [RhythmSegment['outcome'], number])[] = [
    ['irregular', irregular],
    ['regular', Math.floor((analysed - irregular) / 60) * 60],
    ['abstain', abstain],
    ['lowQuality', lowQuality],
    ['signalTooShort', signalTooShort],
  ]
  return { segments: found.flatMap(([outcome, seconds]) => cut(seconds, { outcome })) }
}

const activityOf = (startMs: number, vitals: Vitals, random: Random) => {
  const hour = (startMs % dayMs) / 3_600_000
  const awake = hour > 7 && hour < 22
  const notSedentary = awake ? Math.floor(random() * 6 * Math.max(0, 1 - vitals.severity)) * 60 : 0
  const abstain = Math.floor(random() * 2) * 60
  const found: readonly (readonly [Activity, number])[] = [
    ['ABSTENTION', abstain],
    ['SEDENTARY', 900 - abstain - notSedentary],
    ['ACTIVE', notSedentary],
  ]
  return { segments: found.flatMap(([prediction, seconds]) => cut(seconds, { prediction })) }
}

/** The bucket of a monitored patient that started at `startMs`, as it is sent. */
export const bucketAt = (
  patient: DemonstrationPatient,
  startMs: number,
  anchor: Anchor,
): Readonly<Record<string, unknown>> & { readonly id: string } => {
  const random = randomOf(patient.id, 'bucket', startMs)
  const vitals = vitalsAt(patient, startMs + bucketMs, anchor)
  // What only the electrodes measure, nobody else sends.
  const ecg = patient.traits.has('ecg')
  const worn = (chance: number): boolean => random() < chance
  return {
    id: demonstrationId('bucket', patient.id, startMs),
    patientId: patient.id,
    bucketStartAt: new Date(startMs).toISOString(),
    bucketEndAt: new Date(startMs + bucketMs).toISOString(),
    ...(worn(0.96) ? { respiratoryRate: figures(vitals.respiratoryRate, 2.5, random) } : {}),
    ...(worn(0.94) ? { spo2: figures(vitals.spO2, 1.5, random, 0, 100) } : {}),
    ...(worn(0.94) ? { pulseRate: figures(vitals.pulse, 5, random) } : {}),
    ...(ecg && worn(0.97)
      ? { heartRate: figures(vitals.pulse + 1, 7, random), heartRhythm: rhythmOf(patient, random) }
      : {}),
    ...(worn(0.9) ? { temperature: figures(vitals.temperature, 0.2, random, 1) } : {}),
    battery: {
      ecg: ecg ? batteryOf(patient, startMs, 'ecg') : null,
      spo2: batteryOf(patient, startMs, 'spo2'),
      temperature: batteryOf(patient, startMs, 'temperature'),
    },
    activityLevel: activityOf(startMs, vitals, random),
    ...(ecg ? { sensorIds: { ecg: `LL-ECG-${patient.id.slice(0, 6)}` } } : {}),
  }
}
