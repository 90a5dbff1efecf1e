import {
  endOfWaveform,
  waveformIngestSchema,
  type WaveformIngest,
} from '../../src/domain/ecg/waveform'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { patientContext } from './patient-context'
import { numbered, type Storage } from './store-once'
import { requireSpan } from './time-span'

export const waveformSchema = waveformIngestSchema

const readingOf = (item: WaveformIngest) => ({
  startedAt: Date.parse(item.recordedAt),
  frequency: item.samplingFrequencyPerSecond,
  samples: item.waveform,
})

/** Runs of evenly spaced samples, kept as compact binary; a gap in the signal is two runs. */
export const waveformStorage: Storage<WaveformIngest, { readonly endedAt: string }> = {
  kind: 'waveform',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx
      .selectFrom('waveform')
      .select(['id', 'patient_id', 'received_at', 'payload_hash', 'ended_at'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      patientId: row.patient_id,
      receivedAt: row.received_at,
      payloadHash: row.payload_hash,
      more: { endedAt: row.ended_at },
    }
  },
  prepare: async (trx, item, nowMs) => {
    const endedAt = new Date(Math.round(endOfWaveform(readingOf(item)))).toISOString()
    requireSpan({ startedAt: item.recordedAt, endedAt }, nowMs, {
      start: 'recordedAt',
      end: 'waveform',
    })
    await patientContext(trx, item.patientId, endedAt)
    return { endedAt }
  },
  insert: async (trx, unnumbered, item, { endedAt }) => {
    const base = await numbered(trx, unnumbered)
    const written = await trx
      .insertInto('waveform')
      .values({
        ...base,
        kind: item.type,
        started_at: item.recordedAt,
        ended_at: endedAt,
        sample_rate: item.samplingFrequencyPerSecond,
        samples: encodeWaveform(readingOf(item)),
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    return written === undefined ? null : { endedAt }
  },
}
