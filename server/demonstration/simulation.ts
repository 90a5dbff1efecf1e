import { answerChats } from './chat-answers'
import { bucketAt } from './bucket-maker'
import { checkupAt } from './checkup-maker'
import { fileBody, withFiles, type MadeFile } from './file-maker'
import {
  ingestClient,
  pause,
  type DeviceKey,
  type IngestClient,
  type IngestPath,
} from './ingest-client'
import type { Anchor } from './courses'
import { demonstrationIngestKeys } from './organizations'
import { demonstrationPatients, type DemonstrationPatient } from './people'
import { bucketTimes, checkupTimes, dayMs } from './schedule'
import { freshState, readState, writeState, type SimulatorState } from './simulator-state'
import type { Staff } from './staff'
import { chunkTimes, waveformsAt } from './waveform-maker'

export interface SimulationOptions {
  readonly url: string
  /** Where it remembers what the server has confirmed. */
  readonly stateDirectory: string
  readonly days: number
  /** Send the history and stop, as fast as the server takes it. */
  readonly once: boolean
  readonly signal: AbortSignal
  readonly say: (line: string) => void
  readonly now: () => number
  /** Who answers the alerts that the readings raise; null: nobody. */
  readonly staff: Staff | null
}

const batchSize = 100
const tickMs = 15_000
const minuteMs = 60_000
/** How much waveform the history has, and how far back a restart fills it in. */
const waveformMs = 30 * minuteMs
/** How often the staff look for alerts, and how long one has been open when it is answered. */
const answerEveryMs = 5 * minuteMs
const answerAfterMs = 4 * minuteMs

interface Fleet {
  readonly key: DeviceKey
  readonly patients: readonly DemonstrationPatient[]
}
const fleets: readonly Fleet[] = demonstrationIngestKeys.map(({ organization, ...key }) => ({
  key,
  patients: demonstrationPatients.filter((patient) => patient.organization === organization),
}))

const newestFirst = <T extends { readonly at: number }>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => b.at - a.at)
const batches = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** The check-ups of some patients that were due in a span, newest first, with the files that they name. */
export const checkupsOf = (
  patients: readonly DemonstrationPatient[],
  fromMs: number,
  toMs: number,
  anchor: Anchor,
) =>
  newestFirst(
    patients.flatMap((patient) =>
      checkupTimes(patient, fromMs, toMs, anchor).map((at) => ({
        at,
        ...withFiles(patient, checkupAt(patient, at, anchor), anchor),
      })),
    ),
  )

/** The buckets of the monitored ones that were complete in a span, newest first. */
export const bucketsOf = (
  patients: readonly DemonstrationPatient[],
  fromMs: number,
  toMs: number,
  anchor: Anchor,
) =>
  newestFirst(
    patients.flatMap((patient) =>
      bucketTimes(patient, fromMs, toMs, anchor).map((at) => ({
        at,
        body: bucketAt(patient, at, anchor),
      })),
    ),
  )

interface Item {
  readonly body: unknown
  /** What is sent before it, each once. */
  readonly files?: readonly MadeFile[]
}

/** Sends the files that are named and that this run has not sent yet. */
const fileSender = (client: IngestClient) => {
  const sent = new Set<string>()
  return async (key: DeviceKey, items: readonly Item[]): Promise<void> => {
    for (const file of items.flatMap(({ files }) => files ?? [])) {
      if (sent.has(file.id)) continue
      await client.send(key, 'files', [fileBody(file)])
      sent.add(file.id)
    }
  }
}
type SendFiles = ReturnType<typeof fileSender>

/** Sends batches and reports refusals; `share` of the time is left to the server's other work. */
const sender =
  (client: IngestClient, sendFiles: SendFiles, options: SimulationOptions) =>
  async (key: DeviceKey, kind: IngestPath, items: readonly Item[], rest: number): Promise<void> => {
    for (const batch of batches(items, batchSize)) {
      const started = performance.now()
      await sendFiles(key, batch)
      const sent = await client.send(
        key,
        kind,
        batch.map(({ body }) => body),
      )
      if (sent.reason !== null)
        options.say(`${sent.refused} of ${batch.length} ${kind} refused; the first: ${sent.reason}`)
      if (rest > 0) await pause((performance.now() - started) * rest, options.signal)
    }
  }
type Send = ReturnType<typeof sender>

const sendWaveforms = async (
  send: Send,
  fleet: Fleet,
  fromMs: number,
  toMs: number,
  anchor: Anchor,
): Promise<void> => {
  const wearers = fleet.patients.filter((patient) => patient.traits.has('ecg'))
  // One chunk at a time: it takes some 20 ms to compute and is 150 KB as JSON.
  for (const at of chunkTimes(fromMs, toMs).toReversed()) {
    for (const patient of wearers)
      await send(
        fleet.key,
        'waveforms',
        waveformsAt(patient, at, anchor).map((body) => ({ body })),
        0.5,
      )
  }
}

/** One day of history; day 0 ends at the anchor and sends its check-ups first. */
const sendDay = async (
  send: Send,
  day: number,
  state: SimulatorState,
  rest: number,
): Promise<void> => {
  const [from, to] = [state.anchor - (day + 1) * dayMs, state.anchor - day * dayMs]
  for (const { key, patients } of fleets) {
    const checkups = checkupsOf(patients, from, to, state.anchor)
    // Of the newest day the oldest first: what rises raises its alerts.
    await send(key, 'checkups', day === 0 ? checkups.toReversed() : checkups, day === 0 ? 0 : rest)
  }
  for (const { key, patients } of fleets)
    await send(key, 'monitoring-buckets', bucketsOf(patients, from, to, state.anchor), rest)
  if (day === 0)
    for (const fleet of fleets) await sendWaveforms(send, fleet, to - waveformMs, to, state.anchor)
}

/** The staff answer what was raised; who cannot be reached is asked again with the next look. */
const answerAlerts = async (
  options: SimulationOptions,
  state: SimulatorState,
  untilMs: number,
): Promise<void> => {
  if (options.staff === null) return
  try {
    await options.staff.answer(state.answeredUpTo, untilMs)
    state.answeredUpTo = untilMs
    writeState(options.stateDirectory, state)
  } catch (error) {
    if (options.signal.aborted) throw error
    options.say(
      `Alerts were not answered (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

const sendHistory = async (
  send: Send,
  options: SimulationOptions,
  state: SimulatorState,
): Promise<void> => {
  for (let day = 0; day < options.days; day += 1) {
    if (!state.confirmedDays.includes(day)) {
      await sendDay(send, day, state, options.once ? 0 : 1.5)
      state.confirmedDays.push(day)
      writeState(options.stateDirectory, state)
    }
    if (day === 0 && state.answeredUpTo === null) await answerAlerts(options, state, options.now())
    if ((day + 1) % 3 === 0 || day === 0 || day + 1 === options.days)
      options.say(`history ${day + 1} of ${options.days} days`)
  }
}

/** Everything that fell due since the last time. */
const sendDue = async (
  send: Send,
  state: SimulatorState,
  from: number,
  to: number,
): Promise<void> => {
  for (const { key, patients } of fleets) {
    await send(key, 'checkups', checkupsOf(patients, from, to, state.anchor).toReversed(), 0)
    await send(key, 'monitoring-buckets', bucketsOf(patients, from, to, state.anchor), 0)
  }
  for (const fleet of fleets)
    await sendWaveforms(send, fleet, Math.max(from, to - waveformMs), to, state.anchor)
}

/** Follows the clock, and makes up for the time in which it did not run. */
const live = async (
  send: Send,
  options: SimulationOptions,
  state: SimulatorState,
): Promise<void> => {
  while (!options.signal.aborted) {
    const to = Math.floor(options.now() / tickMs) * tickMs
    if (to > state.upTo) {
      await sendDue(send, state, state.upTo, to)
      state.upTo = to
      writeState(options.stateDirectory, state)
    }
    const until = options.now() - answerAfterMs
    if (state.answeredUpTo !== null && until - state.answeredUpTo >= answerEveryMs)
      await answerAlerts(options, state, until)
    await pause(Math.max(1000, to + tickMs - options.now()), options.signal)
  }
}

/** True when the database lost what was confirmed: it is a new one, and all is sent again. */
const isForgotten = async (
  client: IngestClient,
  sendFiles: SendFiles,
  state: SimulatorState,
): Promise<boolean> => {
  for (const { key, patients } of fleets) {
    const newest = state.confirmedDays.includes(0)
      ? checkupsOf(patients, state.anchor - dayMs, state.anchor, state.anchor)[0]
      : undefined
    if (newest === undefined) continue
    await sendFiles(key, [newest])
    return (await client.send(key, 'checkups', [newest.body])).stored > 0
  }
  return false
}

/**
 * Sends the demonstration's readings: the newest day first, then earlier days beside the present.
 * Ends when aborted, or with `once` after the history.
 * @throws RefusedError when the server does not accept the demonstration's keys
 */
export const runSimulation = async (options: SimulationOptions): Promise<void> => {
  const client = ingestClient(options)
  const sendFiles = fileSender(client)
  let state = readState(options.stateDirectory, options.now())
  if (await isForgotten(client, sendFiles, state)) {
    options.say('The server has a new database: sending the history again')
    state = freshState(options.now())
  }
  writeState(options.stateDirectory, state)
  const send = sender(client, sendFiles, options)
  await Promise.all([
    sendHistory(send, options, state),
    ...(options.once ? [] : [live(send, options, state), answerChats(client, options)]),
  ])
}
