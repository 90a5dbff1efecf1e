import { z } from 'zod'
import type { MonitoringBucket } from './bucket'
import { activities, bucketMs } from './quarter'

/**
 * Buckets on the wire and at rest: five days of a patient in one record, packed by column
 * (design/performance.md). Entry n is of the n-th bucket; null: not measured, or a group that no
 * bucket has.
 */
export const bucketsInChunk = 480
export const chunkMs = bucketsInChunk * bucketMs

/** The number of the record that an instant (epoch milliseconds) falls into. */
export const chunkOf = (at: number): number => Math.floor(at / chunkMs)

const vitals = ['respiratoryRate', 'spo2', 'pulseRate', 'heartRate', 'temperature'] as const
const figures = ['value', 'median', 'min', 'max'] as const
const batteries = ['ecg', 'spo2', 'temperature'] as const
const rhythmFigures = [
  'mostSevere',
  'irregular',
  'regular',
  'abstain',
  'lowQuality',
  'signalTooShort',
] as const
const activityFigures = [
  'signalTooShort',
  'abstain',
  'sedentary',
  'notSedentary',
  'dominantPrediction',
] as const
const scores = ['RRScore', 'SpO2Score', 'HRScore', 'tempScore'] as const

const column = z.array(z.number().nullable()).max(bucketsInChunk)
const group = <const Names extends readonly string[]>(names: Names) =>
  z
    .object(
      Object.fromEntries(names.map((name) => [name, column])) as Record<
        Names[number],
        typeof column
      >,
    )
    .nullable()
const vitalGroup = group(figures)

const columnsSchema = z.object({
  /** Quarters of an hour from the record's start to the bucket's: rising. */
  at: z.array(
    z
      .number()
      .int()
      .min(0)
      .max(bucketsInChunk - 1),
  ),
  /** Milliseconds from the bucket's end to its arrival at the server. */
  received: z.array(z.number()),
  respiratoryRate: vitalGroup,
  spo2: vitalGroup,
  pulseRate: vitalGroup,
  heartRate: vitalGroup,
  temperature: vitalGroup,
  battery: group(batteries),
  heartRhythm: group(rhythmFigures),
  /** `dominantPrediction` by its place in `activities`. */
  activityLevel: group(activityFigures),
  thresholdScores: group(scores),
  /** Each sensor once, and which it was. */
  ecgSensors: z.array(z.string()),
  ecgSensor: column.nullable(),
})
export type ChunkColumns = z.infer<typeof columnsSchema>

type Group = Readonly<Record<string, readonly (number | null)[]>> | null
const groupsOf = ({
  at: _at,
  received: _received,
  ecgSensors: _names,
  ecgSensor,
  ...groups
}: ChunkColumns): readonly Group[] => [
  ...Object.values(groups),
  ecgSensor === null ? null : { ecgSensor },
]
const isEven = (columns: ChunkColumns): boolean =>
  columns.received.length === columns.at.length &&
  groupsOf(columns).every(
    (group) =>
      group === null || Object.values(group).every((one) => one.length === columns.at.length),
  )
const isRising = ({ at }: ChunkColumns): boolean =>
  at.every((quarter, nth) => nth === 0 || quarter > (at[nth - 1] ?? -1))

/** A record of the device's store, and of the wire. */
export const monitoringChunkSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  /** ISO 8601: the instant that `at` counts from. */
  startAt: z
    .string()
    .refine((text) => Date.parse(text) % chunkMs === 0, 'Not the start of a record'),
  columns: columnsSchema
    .refine(isEven, 'Columns of different lengths')
    .refine(isRising, 'Buckets out of order'),
})
export type MonitoringChunk = z.infer<typeof monitoringChunkSchema>

/** A bucket as it is packed: without what the record says for all. */
export type BucketContent = Omit<MonitoringBucket, 'id' | 'revision' | 'patientId' | 'bucketEndAt'>

const pack = <Names extends readonly string[]>(
  names: Names,
  rows: readonly (Readonly<Record<string, unknown>> | null)[],
): Record<Names[number], (number | null)[]> | null => {
  const figure = (row: Readonly<Record<string, unknown>> | null, name: string): number | null => {
    const value = row?.[name]
    return typeof value === 'number' ? value : null
  }
  const columns = Object.fromEntries(
    names.map((name) => [name, rows.map((row) => figure(row, name))]),
  ) as Record<Names[number], (number | null)[]>
  return Object.values<(number | null)[]>(columns).every((one) =>
    one.every((value) => value === null),
  )
    ? null
    : columns
}

/** Packs the buckets of one record, in order, each once. `start`: epoch milliseconds. */
export const packBuckets = (start: number, buckets: readonly BucketContent[]): ChunkColumns => {
  const sensors = [...new Set(buckets.flatMap(({ sensorIds }) => sensorIds.ecg ?? []))]
  const ofVital = (name: (typeof vitals)[number]) =>
    pack(
      figures,
      buckets.map((bucket) => bucket[name]),
    )
  return {
    at: buckets.map(({ bucketStartAt }) => (Date.parse(bucketStartAt) - start) / bucketMs),
    received: buckets.map(
      ({ bucketStartAt, receivedAt }) =>
        Date.parse(receivedAt) - Date.parse(bucketStartAt) - bucketMs,
    ),
    respiratoryRate: ofVital('respiratoryRate'),
    spo2: ofVital('spo2'),
    pulseRate: ofVital('pulseRate'),
    heartRate: ofVital('heartRate'),
    temperature: ofVital('temperature'),
    battery: pack(
      batteries,
      buckets.map(({ battery }) => battery),
    ),
    heartRhythm: pack(
      rhythmFigures,
      buckets.map(({ heartRhythm }) => heartRhythm),
    ),
    activityLevel: pack(
      activityFigures,
      buckets.map(({ activityLevel }) =>
        activityLevel === null
          ? null
          : {
              ...activityLevel,
              dominantPrediction: activities.indexOf(activityLevel.dominantPrediction),
            },
      ),
    ),
    thresholdScores: pack(
      scores,
      buckets.map(({ thresholdScores }) => thresholdScores),
    ),
    ecgSensors: sensors,
    ecgSensor:
      sensors.length === 0
        ? null
        : buckets.map(({ sensorIds }) =>
            sensorIds.ecg === null ? null : sensors.indexOf(sensorIds.ecg),
          ),
  }
}

/** The figures of one bucket in a group; null where the group has none of it. */
const unpack = <Name extends string>(
  of: Readonly<Record<Name, readonly (number | null)[]>> | null,
  nth: number,
): Record<Name, number> | null => {
  if (of === null) return null
  const entries = Object.entries<readonly (number | null)[]>(of).map(
    ([name, values]) => [name, values[nth] ?? null] as const,
  )
  return entries.some(([, value]) => value === null)
    ? null
    : (Object.fromEntries(entries) as Record<Name, number>)
}

const activityOf = (
  level: Record<(typeof activityFigures)[number], number> | null,
): MonitoringBucket['activityLevel'] => {
  const dominantPrediction = level === null ? undefined : activities[level.dominantPrediction]
  return level === null || dominantPrediction === undefined
    ? null
    : { ...level, dominantPrediction }
}

/** The buckets of a record in order of start. The revision is the record's. */
export const bucketsOf = ({
  patientId,
  revision,
  startAt,
  columns,
}: MonitoringChunk): readonly MonitoringBucket[] =>
  columns.at.map((quarter, nth) => {
    const start = Date.parse(startAt) + quarter * bucketMs
    const bucketStartAt = new Date(start).toISOString()
    const single = (values: readonly (number | null)[] | undefined): number | null =>
      values?.[nth] ?? null
    const sensor = single(columns.ecgSensor ?? undefined)
    return {
      id: `${patientId} ${bucketStartAt}`,
      revision,
      patientId,
      bucketStartAt,
      bucketEndAt: new Date(start + bucketMs).toISOString(),
      receivedAt: new Date(start + bucketMs + (columns.received[nth] ?? 0)).toISOString(),
      respiratoryRate: unpack(columns.respiratoryRate, nth),
      spo2: unpack(columns.spo2, nth),
      pulseRate: unpack(columns.pulseRate, nth),
      heartRate: unpack(columns.heartRate, nth),
      temperature: unpack(columns.temperature, nth),
      battery: {
        ecg: single(columns.battery?.ecg),
        spo2: single(columns.battery?.spo2),
        temperature: single(columns.battery?.temperature),
      },
      heartRhythm: unpack(columns.heartRhythm, nth),
      activityLevel: activityOf(unpack(columns.activityLevel, nth)),
      thresholdScores: {
        RRScore: single(columns.thresholdScores?.RRScore),
        SpO2Score: single(columns.thresholdScores?.SpO2Score),
        HRScore: single(columns.thresholdScores?.HRScore),
        tempScore: single(columns.thresholdScores?.tempScore),
      },
      sensorIds: { ecg: sensor === null ? null : (columns.ecgSensors[sensor] ?? null) },
    }
  })

/** The buckets that begin from `from` to before `to` (epoch ms), oldest first, of one patient. */
export const bucketsBetween = (
  chunks: readonly MonitoringChunk[],
  from: number,
  to: number,
): readonly MonitoringBucket[] =>
  chunks
    .toSorted((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))
    .flatMap(bucketsOf)
    .filter(
      ({ bucketStartAt }) => Date.parse(bucketStartAt) >= from && Date.parse(bucketStartAt) < to,
    )
