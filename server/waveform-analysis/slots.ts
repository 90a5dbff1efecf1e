import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v5 } from 'uuid'
import { slotMs } from '../../src/domain/ecg/analyse-slot'
import { analyserOf } from '../../src/domain/ecg/event-pieces'
import type { WaveformReading } from '../../src/domain/ecg/waveform'
import { unpackWaveform } from '../../src/domain/ecg/waveform-binary'
import { cutWaveform, samplesOf } from '../../src/domain/ecg/waveform-steps'
import { alertOnRhythm } from '../areas/alert'
import type { Trx } from '../db/database'
import { contextOf, type AnalysedEvent } from './analyser'

/** A slot that this server analyses, as it was when it was claimed. */
export interface ClaimedSlot {
  readonly patient_id: string
  readonly kind: string
  readonly slot: number
  readonly version: number
  readonly claim: string
}

const namespace = '7a2f4c83-6c54-4d0f-8f1c-5d1b1c1f8a60'
/** A slot that failed so often is left until something of it comes again. */
const mostFailures = 3
/** Nothing that is taken in lasts longer (server/ingest/time-span.ts). */
const longestMs = 24 * 3_600_000
const longMs = 300_000
/** Of one analyser's answer for a slot of two minutes. */
const mostEvents = 2000
const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * The newest due slot, claimed for `forMs` by the database's clock; then its server counts as dead.
 */
export const claimSlot = async (trx: Trx, forMs: number): Promise<ClaimedSlot | undefined> =>
  (
    await sql<ClaimedSlot>`
  with next as materialized (
    select patient_id, kind, slot from waveform_slot where failures < ${mostFailures} and (claimed_until is null or claimed_until < clock_timestamp())
    order by failures, slot desc limit 1 for update skip locked)
  update waveform_slot as s set claim = ${randomUUID()}, claimed_until = clock_timestamp() + ${forMs} * interval '1 millisecond' from next
  where s.patient_id = next.patient_id and s.kind = next.kind and s.slot = next.slot returning s.patient_id, s.kind, s.slot, s.version, s.claim`.execute(
      trx,
    )
  ).rows[0]

/**
 * The data of a slot, read after its claim: of the claimed version or newer.
 * @returns nothing where the slot itself holds none
 */
export const readContext = async (
  trx: Trx,
  { patient_id, kind, slot }: ClaimedSlot,
): Promise<readonly WaveformReading[]> => {
  const { start, from, to } = contextOf(slot)
  const touching = sql`patient_id = ${patient_id} and kind = ${kind} and ended_at > ${iso(from)}::timestamptz`
  const { rows } = await sql<{ started_at: string; ended_at: string; samples: Uint8Array }>`
    select started_at, ended_at, samples, id from waveform where ${touching} and started_at >= ${iso(from - longMs)}::timestamptz and started_at < ${iso(to)}::timestamptz
    union all select started_at, ended_at, samples, id from waveform where ${touching} and ended_at - started_at > interval '5 minutes'
      and started_at >= ${iso(from - longestMs)}::timestamptz and started_at < ${iso(from - longMs)}::timestamptz
    order by started_at, id limit 2000`.execute(trx)
  if (
    !rows.some(
      (row) => Date.parse(row.ended_at) > start && Date.parse(row.started_at) < start + slotMs,
    )
  )
    return []
  return rows.flatMap(({ samples }) => {
    const unpacked = unpackWaveform(samples)
    const run = unpacked.ok ? cutWaveform(unpacked.run, from, to) : null
    return run === null
      ? []
      : [{ startedAt: run.startedAt, frequency: run.frequency, samples: samplesOf(run) }]
  })
}

const ofSlot = ({ patient_id, kind, slot }: ClaimedSlot) =>
  sql`patient_id = ${patient_id} and kind = ${kind} and slot = ${slot}`
const ofClaim = (claimed: ClaimedSlot) => sql`${ofSlot(claimed)} and claim = ${claimed.claim}`

/**
 * Replaces the events of this analyser (any version) in the slot. Unchanged ones are not touched.
 */
const keepEvents = async (
  trx: Trx,
  claimed: ClaimedSlot,
  method: string,
  events: readonly AnalysedEvent[],
  at: string,
): Promise<void> => {
  const { patient_id, kind, slot } = claimed
  const found = new Map(
    events.slice(0, mostEvents).map(({ type, start, end }) => {
      const id = v5(`${patient_id}/${kind}/${slot}/${method}/${type}/${start}`, namespace)
      return [
        id,
        {
          id,
          patient_id,
          kind,
          type,
          started_at: iso(Math.round(start)),
          ended_at: iso(Math.round(end)),
          method,
          created_at: at,
          slot,
        },
      ]
    }),
  )
  const { rows: held } = await sql<{
    id: string
    ended_at: string
    method: string
  }>`select id, ended_at, method from waveform_event where ${ofSlot(claimed)}`.execute(trx)
  const isAsBefore = ({
    id,
    ended_at,
  }: {
    readonly id: string
    readonly ended_at: string
  }): boolean => found.get(id)?.ended_at === ended_at
  const kept = new Set(held.filter(isAsBefore).map(({ id }) => id))
  const gone = held
    .filter((row) => analyserOf(row.method) === analyserOf(method) && !kept.has(row.id))
    .map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('waveform_event').where('id', 'in', gone).execute()
  const added = [...found.values()].filter(({ id }) => !kept.has(id))
  if (added.length > 0)
    await trx
      .insertInto('waveform_event')
      .values(added)
      .onConflict((on) => on.doNothing())
      .execute()
}

/**
 * Stores the events, raises their alerts and takes the slot off the list; false if new data came, and it is due again.
 */
export const finishSlot = async (
  trx: Trx,
  claimed: ClaimedSlot,
  method: string,
  events: readonly AnalysedEvent[],
  at: string,
): Promise<boolean> => {
  // As who takes in a waveform: first the counters of its organisations, then the slot.
  await sql`select 1 from org_version v where v.organization_id in (select po.organization_id from patient_organization po where po.patient_id = ${claimed.patient_id}) order by v.organization_id for update`.execute(
    trx,
  )
  const { rows } =
    await sql`delete from waveform_slot where ${ofClaim(claimed)} and version = ${claimed.version} returning slot`.execute(
      trx,
    )
  if (rows.length === 0) await releaseSlot(trx, claimed, false)
  else {
    await keepEvents(trx, claimed, method, events, at)
    const { start } = contextOf(claimed.slot)
    await alertOnRhythm(trx, claimed.patient_id, { from: start, to: start + slotMs }, at)
  }
  return rows.length > 0
}

/** Releases a slot for the next round. */
export const releaseSlot = async (
  trx: Trx,
  claimed: ClaimedSlot,
  hasFailed: boolean,
): Promise<void> => {
  await sql`update waveform_slot set claim = null, claimed_until = null, failures = failures + ${hasFailed ? 1 : 0} where ${ofClaim(claimed)}`.execute(
    trx,
  )
}
