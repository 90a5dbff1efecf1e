import {
  GetWaveformDocument,
  GetWaveformEventsDocument,
  GetWaveformReadingsMetadataDocument,
} from '../../../schema/generated/documents/waveform'
import { joinPieces } from '../../domain/ecg/event-pieces'
import type { WaveformKind } from '../../domain/ecg/waveform'
import { defineCall, defineResource } from '../../engine/define'
import {
  readWaveformEvents,
  readWaveformSpan,
  spanId,
  waveformEventSchema,
  waveformSpanSchema,
  type WaveformEvent,
} from './waveform.wire'

const iso = (at: number): string => new Date(at).toISOString()

export interface WaveformSpanParams {
  readonly patientId: string
  readonly type: WaveformKind
}

/** Between what instants there are readings: one row, or none (C492). */
export const waveformSpan = defineResource({
  name: 'waveformSpan',
  table: 'waveformSpan',
  document: GetWaveformReadingsMetadataDocument,
  variables: ({ patientId, type }: WaveformSpanParams) => ({ patientId, type }),
  transport: { batch: true },
  wire: readWaveformSpan,
  row: (value) => waveformSpanSchema.parse(value),
  index: ({ patientId }) => ({ subjectId: patientId }),
  select: ({ patientId, type }) => ({ by: 'id', id: spanId(patientId, type) }),
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  gone: (kept, page) => (page.rows.length === 0 ? kept.map(({ id }) => id) : []),
  staleAfterMs: 30_000,
})

export interface WaveformEventParams extends WaveformSpanParams {
  /** Epoch milliseconds, at most eight days. Keep them stable between renders. */
  readonly from: number
  readonly to: number
}

/** Where the earliest of an answer begins. */
const firstStart = (rows: readonly WaveformEvent[]): number =>
  rows.reduce((first, { start }) => Math.min(first, start), Infinity)

/**
 * Events between two instants, oldest first (C496). Pieces of a long event are joined. `total`
 * null: the answer was full, and earlier ones are missing.
 */
export const waveformEvents = defineResource({
  name: 'waveformEvents',
  table: 'waveformEvent',
  document: GetWaveformEventsDocument,
  variables: ({ patientId, type, from, to }: WaveformEventParams) => ({
    patientId,
    type,
    start: iso(from),
    end: iso(to),
  }),
  wire: readWaveformEvents,
  row: (value) => waveformEventSchema.parse(value),
  index: ({ patientId, start }) => ({ subjectId: patientId, at: start }),
  select: ({ patientId, from, to }) => ({
    by: 'time',
    subjectId: patientId,
    from: from - 86_400_000,
    to,
  }),
  arrange: (rows, { from }, { receipt }) => {
    const answered = new Set(receipt?.total === null ? receipt.ids : [])
    const since = firstStart(rows.filter(({ id }) => answered.has(id)))
    const isCut = since !== Infinity && since > from
    const touching = rows
      .filter(({ start, end }) => end >= from && (!isCut || start >= since))
      .toSorted((a, b) => a.start - b.start)
    const events = joinPieces(touching)
    return { rows: events, total: isCut ? null : events.length, arrangedBy: 'server' }
  },
  gone: (kept, page, { from, to }) => {
    const known = new Set(page.rows.map(({ id }) => id))
    // Of the instant that a full answer begins with, some may have been left out as well.
    const since = page.total === null ? firstStart(page.rows) : -Infinity
    return kept
      .filter(({ id, at }) => at >= from && at > since && at < to && !known.has(id))
      .map(({ id }) => id)
  },
  staleAfterMs: 60_000,
})

/** The readings of a window as numbers (C494), for servers without the binary form. */
export const waveformReadings = defineCall({
  name: 'waveformReadings',
  document: GetWaveformDocument,
  variables: ({ patientId, type, from, to }: WaveformEventParams) => ({
    patientId,
    type,
    start: iso(from),
    end: iso(to),
  }),
  wire: (answer) => answer,
})
