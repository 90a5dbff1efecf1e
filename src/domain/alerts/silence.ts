import { devices, type Device } from '../monitoring/health'
import { isOfSession } from '../monitoring/session'

/** What can fall silent: all monitoring of a patient, or one device of it. */
export const monitored = ['monitoring', ...devices] as const
export type Monitored = (typeof monitored)[number]

/** The last vital of each device, epoch milliseconds. A battery level is no vital. */
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

/** Silence limit of a pathway that sets none: the critical gap (C362), minutes. */
export const silentAfterMinutes = 91

/** How grave it is that one device of several is silent. */
export const deviceSilenceSeverity = 1

/**
 * The last vital of all monitoring or one device in this session, else the session's start. A
 * device that was silent in the whole session is not expected.
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

/** What is silent at `nowMs`. While everything is silent, single devices are not reported. */
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
 * When something falls silent that is not silent at `nowMs`, where nothing comes until then: epoch
 * milliseconds. Null: nothing does.
 */
export const nextSilenceMs = (patient: MonitoredPatient, nowMs: number): number | null => {
  const ends = monitored
    .map((of) => lastWordMs(patient, of))
    .filter((since, at) => at === 0 || since !== patient.beganMs)
    .map((since) => since + patient.afterMinutes * 60_000 + 1)
    .filter((ms) => ms > nowMs)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Identifies the alert of a silence: one for each device and patient. */
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

/** Identifies one silence of a session. `again`: how often its alert was closed without data. */
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
