import type { LatestBucket } from './bucket'
import { sessionState, type MonitoringSession } from './session'

/** The three levels, the worse the later. */
export const levels = ['healthy', 'low', 'critical'] as const
export type Level = (typeof levels)[number]

const minuteMs = 60_000

/** How long no data came, in minutes: under 31 healthy, to 91 low, above it critical (C359 to C362). */
export const gapLevel = (minutes: number): Level => (minutes < 31 ? 'healthy' : minutes <= 91 ? 'low' : 'critical')

const devices = ['ecg', 'spo2', 'temperature'] as const
export type Device = (typeof devices)[number]
export interface DeviceBattery { readonly device: Device; readonly percent: number }

/** The devices that told their battery. */
export const knownBatteries = (battery: LatestBucket['battery']): readonly DeviceBattery[] =>
  devices.flatMap((device) => {
    const percent = battery[device]
    return percent === null ? [] : [{ device, percent }]
  })

/** One device's battery in percent: under 10 critical, under 30 low, else healthy. */
export const chargeLevel = (percent: number): Level => (percent < 10 ? 'critical' : percent < 30 ? 'low' : 'healthy')

/** The worse of two levels (C366). */
export const worse = (a: Level, b: Level): Level => (levels.indexOf(a) >= levels.indexOf(b) ? a : b)

/** The level of the emptiest device (C363 to C365); null where no device told its battery, which is not the same as healthy. */
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
  /** Nothing has come since the session began. */
  readonly isWaiting: boolean
  readonly gap: Level
  /** Null: not known. */
  readonly battery: Level | null
  readonly overall: Level
  /** What helps, as the key of its words (C368, C369). */
  readonly advice: readonly ('gap' | 'battery')[]
}

/** Health while a session goes on; null where there is none or it ended: then no icon is shown (C367). `now`: epoch milliseconds. */
export const monitoringHealth = (session: MonitoringSession | null, bucket: LatestBucket | null, now: number): MonitoringHealth | null => {
  if (session === null || sessionState(session) !== 'active') return null
  const began = Date.parse(session.createdAt)
  const last = bucket === null ? null : Date.parse(bucket.bucketEndAt)
  const isWaiting = last === null || last < began
  const gapMinutes = Math.max(0, now - (isWaiting ? began : last)) / minuteMs
  const gap = gapLevel(gapMinutes)
  // What devices held before this session says nothing of today's.
  const battery = bucket === null || isWaiting ? null : batteryLevel(bucket.battery)
  return {
    gapMinutes, isWaiting, gap, battery,
    overall: battery === null ? gap : worse(gap, battery),
    advice: [...(gap === 'healthy' ? [] : ['gap' as const]), ...(battery === null || battery === 'healthy' ? [] : ['battery' as const])],
  }
}
