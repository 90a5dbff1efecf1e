import { devices, type Device } from '../monitoring/health'
import { isOfSession } from '../monitoring/session'

/**
 * What can fall silent: a patient's monitoring as a whole, or one device of it while the others go
 * on.
 */
export const monitored = ['monitoring', ...devices] as const
export type Monitored = (typeof monitored)[number]

/**
 * When the last vital came of each device that ever gave one, epoch milliseconds: a battery alone
 * says nothing of the patient.
 */
export type LastByDevice = Readonly<Partial<Record<Device, number>>>

/** A patient who is monitored now. Instants in epoch milliseconds. */
export interface MonitoredPatient {
  readonly beganMs: number
  readonly lastByDevice: LastByDevice
  /** Nothing for longer than this is an alert. */
  readonly afterMinutes: number
}

/** `sinceMs`: the last data of this session, or its beginning where none has come (`isWaiting`). */
export interface Silence {
  readonly of: Monitored
  readonly sinceMs: number
  readonly isWaiting: boolean
}

/**
 * From when on a gap is critical (C362): the silence of a pathway that says nothing of it, minutes.
 */
export const silentAfterMinutes = 91

/** How grave it is: nobody knows how the patient is. */
export const silenceSeverity = 1

/**
 * When the last vital came of a whole monitoring or of one device, in the session that began then;
 * its beginning where none has come. Of one device only what it said since then counts: one that
 * was taken off before the session is not expected in it.
 */
export const lastWordMs = (
  { beganMs, lastByDevice }: Omit<MonitoredPatient, 'afterMinutes'>,
  of: Monitored,
): number => {
  if (of !== 'monitoring') return Math.max(beganMs, lastByDevice[of] ?? beganMs)
  const heard = devices
    .flatMap((device) => lastByDevice[device] ?? [])
    .filter((endedMs) => isOfSession(beganMs, endedMs))
  return heard.length === 0 ? beganMs : Math.max(...heard)
}

/**
 * What of a patient's monitoring is silent at `nowMs`. A device is expected once it spoke in this
 * session; while everything is silent the devices are not told one by one.
 */
export const silences = (patient: MonitoredPatient, nowMs: number): readonly Silence[] => {
  const isSilent = (sinceMs: number): boolean => nowMs - sinceMs > patient.afterMinutes * 60_000
  const since = lastWordMs(patient, 'monitoring')
  if (isSilent(since))
    return [{ of: 'monitoring', sinceMs: since, isWaiting: since === patient.beganMs }]
  return devices.flatMap((device) => {
    const last = lastWordMs(patient, device)
    return last === patient.beganMs || !isSilent(last)
      ? []
      : [{ of: device, sinceMs: last, isWaiting: false }]
  })
}

/**
 * What names the alert of a silence, and tells its rule: one alert a device and patient, whatever
 * its silences.
 */
export const silenceKey = (of: Monitored, afterMinutes: number): string =>
  `data-stopped ${of} ${afterMinutes}`

/** What a key says; null: it is no silence's. */
export const readSilenceKey = (
  key: string,
): { readonly of: Monitored; readonly afterMinutes: number } | null => {
  const [, name, minutes] = /^data-stopped (\w+) (\d+)$/.exec(key) ?? []
  const of = monitored.find((one) => one === name)
  return of === undefined || minutes === undefined ? null : { of, afterMinutes: Number(minutes) }
}

/**
 * What raised the alert of a silence: which one of which session; `again`: how often it was closed
 * without data or a person's word.
 */
export const silenceSource = (
  sessionId: string,
  { of, sinceMs }: Pick<Silence, 'of' | 'sinceMs'>,
  again = 0,
): string =>
  `silent ${sessionId} ${of} ${new Date(sinceMs).toISOString()}${again === 0 ? '' : ` again ${again}`}`

/** What a source says, whichever time it was raised; null: it is no silence's. */
export const readSilenceSource = (
  source: string,
): { readonly sessionId: string; readonly sinceMs: number; readonly first: string } | null => {
  const [, first, sessionId, at] = /^(silent (.+) \w+ (\S+Z))(?: again \d+)?$/.exec(source) ?? []
  return first === undefined || sessionId === undefined || at === undefined
    ? null
    : { sessionId, sinceMs: Date.parse(at), first }
}
