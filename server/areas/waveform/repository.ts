import { sql } from 'kysely'
import type {
  WaveformEvent,
  WaveformReadingsMetadata,
  WaveformType,
} from '../../../schema/generated/resolvers'
import { lastingTypes } from '../../../src/domain/ecg/ecg-events'
import { continues, joinPieces, type EventPiece } from '../../../src/domain/ecg/event-pieces'
import { mostRuns } from '../../../src/domain/ecg/waveform-window'
import { unpackWaveform } from '../../../src/domain/ecg/waveform-binary'
import { cutWaveform, type WaveformSteps } from '../../../src/domain/ecg/waveform-steps'
import type { Scope } from '../../graphql/scope'

/** A patient's waveforms of a kind, from..to in epoch milliseconds. */
export interface Window {
  readonly patientId: string
  readonly type: WaveformType
  readonly from: number
  readonly to: number
}

/** What the indexes of `waveform` call long. */
const longMs = 300_000
/** Nothing that is taken in lasts longer (server/ingest/time-span.ts). */
const longestMs = 24 * 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Rows that touch the window: those that began in it or at most five minutes before, and the few
 * longer ones, each by an index.
 */
const touching = (
  table: 'waveform' | 'waveform_event',
  { patientId, type, from, to }: Window,
) => sql`(
  select * from ${sql.table(table)} where patient_id = ${patientId} and kind = ${type}
    and started_at >= ${iso(from - longMs)}::timestamptz and started_at < ${iso(to)}::timestamptz and ended_at > ${iso(from)}::timestamptz
  union all
  select * from ${sql.table(table)} where patient_id = ${patientId} and kind = ${type} and ended_at - started_at > interval '5 minutes'
    and started_at >= ${iso(from - longestMs)}::timestamptz and started_at < ${iso(from - longMs)}::timestamptz and ended_at > ${iso(from)}::timestamptz)`

/**
 * Between what instants there are readings of a kind; null: there are none. Two looks at the index.
 */
export async function readExtent(
  scope: Scope,
  patientId: string,
  type: WaveformType,
): Promise<WaveformReadingsMetadata | null> {
  const rows = scope.trx
    .selectFrom('waveform')
    .where('patient_id', '=', patientId)
    .where('kind', '=', type)
    .limit(1)
  const first = await rows.select('started_at').orderBy('started_at').executeTakeFirst()
  const last = await rows.select('ended_at').orderBy('ended_at', 'desc').executeTakeFirst()
  return first === undefined || last === undefined
    ? null
    : { earliestReading: first.started_at, latestReading: last.ended_at }
}

/** A stored run, without its samples. A row never changes: its id identifies what it holds. */
export interface StoredRun {
  readonly id: string
  readonly started_at: string
  readonly ended_at: string
  readonly sample_rate: number
}

/** Runs that touch the window, oldest first; one more than mostRuns where there are more. */
export async function findRuns(scope: Scope, window: Window): Promise<readonly StoredRun[]> {
  const { rows } =
    await sql<StoredRun>`select id, started_at, ended_at, sample_rate from ${touching('waveform', window)} as w
    order by started_at, id limit ${mostRuns + 1}`.execute(scope.trx)
  return rows
}

/**
 * The samples of runs, cut to the window, oldest first. @throws Error for a row that is not sound:
 * it was when it was stored
 */
export async function readRuns(
  scope: Scope,
  found: readonly StoredRun[],
  { from, to }: Window,
): Promise<readonly WaveformSteps[]> {
  if (found.length === 0) return []
  const rows = await scope.trx
    .selectFrom('waveform')
    .select(['id', 'samples'])
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  const samplesOf = new Map(rows.map(({ id, samples }) => [id, samples]))
  return found.flatMap(({ id }) => {
    const unpacked = unpackWaveform(samplesOf.get(id) ?? new Uint8Array())
    if (!unpacked.ok)
      throw new Error(`The samples of waveform ${id} are not sound: ${unpacked.fault}`)
    return cutWaveform(unpacked.run, from, to) ?? []
  })
}

interface PieceRow {
  readonly id: string
  readonly type: string
  readonly started_at: string
  readonly ended_at: string
  readonly method: string
}
interface Piece extends EventPiece {
  readonly id: string
}
const pieceOf = (row: PieceRow): Piece => ({
  id: row.id,
  type: row.type,
  start: Date.parse(row.started_at),
  end: Date.parse(row.ended_at),
  method: row.method,
})
const eventOf = ({ start, end, ...piece }: Piece): WaveformEvent => ({
  ...piece,
  start: iso(start),
  end: iso(end),
})

/**
 * Events that touch the window, oldest first. What lasts over slots is one, from its beginning, a
 * day before the window at most. Where there are more than `most` pieces it is the newest `most` of
 * them, as they are: joined they would be fewer, and who asks could not tell that there are more.
 */
export async function readEvents(
  scope: Scope,
  window: Window,
  most: number,
): Promise<WaveformEvent[]> {
  const { rows } = await sql<PieceRow>`
    select id, type, started_at, ended_at, method from ${touching('waveform_event', window)} as e order by started_at desc, type desc, id desc limit ${most}`.execute(
    scope.trx,
  )
  const pieces = rows.map(pieceOf).toReversed()
  if (pieces.length >= most) return pieces.map(eventOf)
  const found = joinPieces(pieces)
  const first = found.filter(({ type, start }) => lastingTypes.has(type) && start <= window.from)
  if (first.length === 0) return found.map(eventOf)
  // What went on when the window began may have begun long before.
  const { rows: before } =
    await sql<PieceRow>`select id, type, started_at, ended_at, method from waveform_event
    where patient_id = ${window.patientId} and kind = ${window.type} and started_at >= ${iso(window.from - longestMs)}::timestamptz and started_at < ${iso(window.from)}::timestamptz
      and type in (${sql.join([...new Set(first.flatMap(({ type }) => [type, continues[type] ?? type]))])}) order by started_at desc limit 2000`.execute(
      scope.trx,
    )
  const known = new Set(found.map(({ id }) => id))
  return joinPieces(
    [...before.map(pieceOf).filter(({ id }) => !known.has(id)), ...found].toSorted(
      (a, b) => a.start - b.start || (a.type < b.type ? -1 : 1),
    ),
  )
    .filter(({ end }) => end > window.from)
    .map(eventOf)
}
