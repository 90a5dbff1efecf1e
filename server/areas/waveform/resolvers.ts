import { createHash } from 'node:crypto'
import type {
  QueryWaveformArgs,
  QueryWaveformEventsArgs,
  QueryWaveformReadingsMetadataArgs,
  WaveformEvent,
  WaveformReading,
  WaveformReadingsMetadata,
  WaveformType,
} from '../../../schema/generated/resolvers'
import { mostEventsAnswered } from '../../../src/domain/ecg/event-pieces'
import { packWaveform } from '../../../src/domain/ecg/waveform-binary'
import type { WaveformSteps } from '../../../src/domain/ecg/waveform-steps'
import { encodeWindow, longestWindowMs, mostRuns } from '../../../src/domain/ecg/waveform-window'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import {
  findRuns,
  readEvents,
  readExtent,
  readRuns,
  type StoredRun,
  type Window,
} from './repository'

/** The window of 90 s and the 10 s before it (C495). */
const usualMs = 100_000
/** Seven days, and a day to spare. */
const longestEventsMs = 8 * 24 * 3_600_000
/** Ten minutes at 2000 Hz. */
const mostSamplesOfWindow = 1_200_000

const windowOf = (
  args: {
    readonly patientId: string
    readonly type: WaveformType
    readonly start?: string | null
    readonly end: string
  },
  longestMs: number,
): Window => {
  const to = Date.parse(args.end)
  const from = args.start == null ? to - usualMs : Date.parse(args.start)
  if (from >= to) throw badInput([{ path: 'end', message: 'Must be after start' }])
  if (to - from > longestMs)
    throw badInput([
      { path: 'end', message: `Must be within ${longestMs / 60_000} minutes of start` },
    ])
  return { patientId: args.patientId, type: args.type, from, to }
}

/**
 * Refused before a sample is read: many devices, or one that sends the same again and again, would
 * fill the memory.
 */
const requireBounded = (found: readonly StoredRun[], window: Window): void => {
  const samples = found.reduce((sum, run) => {
    const seconds =
      (Math.min(window.to, Date.parse(run.ended_at)) -
        Math.max(window.from, Date.parse(run.started_at))) /
      1000
    return sum + seconds * run.sample_rate
  }, 0)
  if (found.length > mostRuns || samples > mostSamplesOfWindow)
    throw badInput([
      { path: 'end', message: 'There is too much between start and end: ask for less' },
    ])
}

/** Millivolts to a ten-thousandth of a step, without the tail of a binary fraction. */
const readingOf = ({ startedAt, frequency, step, values }: WaveformSteps): WaveformReading => ({
  waveform: Array.from(values, (value) => Math.round(value * step * 1e7) / 1e7),
  samplingFrequencyPerSecond: frequency,
  recordedAt: new Date(Math.round(startedAt)).toISOString(),
})

/** Query fields of schema/waveform.graphql. */
export const waveformQueries = {
  async waveformReadingsMetadata(
    scope: Scope,
    { patientId, type }: QueryWaveformReadingsMetadataArgs,
  ): Promise<WaveformReadingsMetadata | null> {
    await requirePatient(scope, patientId)
    return readExtent(scope, patientId, type)
  },
  async waveform(scope: Scope, args: QueryWaveformArgs): Promise<WaveformReading[]> {
    const window = windowOf(args, longestWindowMs)
    await requirePatient(scope, args.patientId)
    const found = await findRuns(scope, window)
    requireBounded(found, window)
    return (await readRuns(scope, found, window)).map(readingOf)
  },
  async waveformEvents(scope: Scope, args: QueryWaveformEventsArgs): Promise<WaveformEvent[]> {
    const window = windowOf(args, longestEventsMs)
    await requirePatient(scope, args.patientId)
    return readEvents(scope, window, mostEventsAnswered)
  },
}

/** A window in binary; `bytes` null: the caller has it already. */
export interface BinaryWindow {
  readonly tag: string
  readonly bytes: Uint8Array<ArrayBuffer> | null
}

/**
 * The query `waveform` in the form of src/domain/ecg/waveform-window.ts. @param known tags that the
 * asker holds; rows never change, so ids and cut are the tag
 */
export async function waveformWindow(
  scope: Scope,
  { known, ...args }: QueryWaveformArgs & { readonly known: readonly string[] },
): Promise<BinaryWindow> {
  const window = windowOf(args, longestWindowMs)
  await requirePatient(scope, args.patientId)
  const found = await findRuns(scope, window)
  const tag = createHash('sha256')
    .update(
      JSON.stringify([
        2,
        args.patientId,
        args.type,
        window.from,
        window.to,
        found.map(({ id }) => id),
      ]),
    )
    .digest('base64url')
    .slice(0, 32)
  if (known.includes(tag)) return { tag, bytes: null }
  requireBounded(found, window)
  return {
    tag,
    bytes: encodeWindow(
      window.from,
      window.to,
      (await readRuns(scope, found, window)).map(packWaveform),
    ),
  }
}
