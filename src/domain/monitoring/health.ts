import type { LatestBucket } from './bucket'
import { isOfSession, sessionState, type MonitoringSession } from './session'

export const levels = ['healthy', 'low', 'critical'] as const
export type Level = (typeof levels)[number]

const minuteMs = 60_000

/** Minutes without data from which on monitoring is no longer healthy (C359). */
const firstGapMinutes = 31

/** Minutes without data: under 31 healthy, to 91 low, above it critical (C359 to C362). */
export const gapLevel = (minutes: number): Level =>
  minutes < firstGapMinutes ? 'healthy' : minutes <= 91 ? 'low' : 'critical'

/** How long the values of a bucket are fresh after its end, ms, included: until its first gap. */
export const freshBucketMs = firstGapMinutes * minuteMs - 1

export const devices = ['ecg', 'spo2', 'temperature'] as const
export type Device = (typeof devices)[number]
export interface DeviceBattery {
  readonly device: Device
  readonly percent: number
}

/** The devices that told their battery. */
export const knownBatteries = (battery: LatestBucket['battery']): readonly DeviceBattery[] =>
  devices.flatMap((device) => {
    const percent = battery[device]
    return percent === null ? [] : [{ device, percent }]
  })

/** The devices that gave data in a bucket; a battery alone is none. */
export const devicesHeard = (
  bucket: Pick<
    LatestBucket,
    | 'respiratoryRate'
    | 'heartRate'
    | 'heartRhythm'
    | 'activityLevel'
    | 'spo2'
    | 'pulseRate'
    | 'temperature'
  >,
): readonly Device[] =>
  devices.filter(
    (device) =>
      ({
        ecg:
          bucket.respiratoryRate ?? bucket.heartRate ?? bucket.heartRhythm ?? bucket.activityLevel,
        spo2: bucket.spo2 ?? bucket.pulseRate,
        temperature: bucket.temperature,
      })[device] !== null,
  )

/** One device's battery in percent: under 10 critical, under 30 low, else healthy. */
const chargeLevel = (percent: number): Level =>
  percent < 10 ? 'critical' : percent < 30 ? 'low' : 'healthy'

/** The worse of two levels (C366). */
export const worse = (a: Level, b: Level): Level => (levels.indexOf(a) >= levels.indexOf(b) ? a : b)

/** The level of the emptiest device (C363 to C365); null: unknown, which is not healthy. */
export const batteryLevel = (battery: LatestBucket['battery']): Level | null => {
  const known = knownBatteries(battery)
  return known.length === 0 ? null : known.map(({ percent }) => chargeLevel(percent)).reduce(worse)
}

/** How full the icon of a battery is: steps at 50 and 80 percent, below them the levels (C627). */
export type BatteryStep = 'critical' | 'low' | 'under50' | 'from50' | 'from80'
export const batteryStep = (percent: number): BatteryStep => {
  const level = chargeLevel(percent)
  return level !== 'healthy' ? level : percent < 50 ? 'under50' : percent < 80 ? 'from50' : 'from80'
}

/** How a patient's monitoring does now. */
export interface MonitoringHealth {
  /** Minutes since the last data ended; since the session began, where none has come in it. */
  readonly gapMinutes: number
  /** Nothing of the session has come. */
  readonly isWaiting: boolean
  /** The latest bucket held only batteries: the time without data is this or longer. */
  readonly isAtLeast: boolean
  readonly gap: Level
  /** Null: not known. */
  readonly battery: Level | null
  readonly overall: Level
  /** What helps, as the key of its words (C368, C369). */
  readonly advice: readonly ('gap' | 'battery')[]
}

/** Health of a running session; null: none or ended, no icon (C367). `now`: epoch milliseconds. */
export const monitoringHealth = (
  session: MonitoringSession | null,
  bucket: LatestBucket | null,
  now: number,
): MonitoringHealth | null => {
  if (session === null || sessionState(session) !== 'active') return null
  const began = Date.parse(session.createdAt)
  const isHeard = bucket !== null && devicesHeard(bucket).length > 0
  const last =
    bucket === null ? null : Date.parse(isHeard ? bucket.bucketEndAt : bucket.bucketStartAt)
  const isWaiting = last === null || (isHeard ? !isOfSession(began, last) : last <= began)
  const gapMinutes = Math.max(0, now - (isWaiting ? began : last)) / minuteMs
  const isAtLeast = !isWaiting && !isHeard
  // A battery is no data: a session that sends nothing else does not work, however often it does.
  const gap = isAtLeast ? worse('low', gapLevel(gapMinutes)) : gapLevel(gapMinutes)
  // What devices held in a former session says nothing of today's.
  const battery =
    bucket === null || !isOfSession(began, Date.parse(bucket.bucketEndAt))
      ? null
      : batteryLevel(bucket.battery)
  return {
    gapMinutes,
    isWaiting,
    isAtLeast,
    gap,
    battery,
    overall: battery === null ? gap : worse(gap, battery),
    advice: [
      ...(gap === 'healthy' ? [] : ['gap' as const]),
      ...(battery === null || battery === 'healthy' ? [] : ['battery' as const]),
    ],
  }
}
