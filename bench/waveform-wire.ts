// Case: 90 s of an ECG on the wire, binary against JSON numbers, both gzip, and sealed in the
// store; how fast what arrives is analysed
// Quick: | 15 s
// Smallest: --seconds 9
import { loadavg } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDatabase } from '../server/db/database'
import { nextRevision } from '../server/db/revision'
import { ecgChunk } from '../server/demonstration/ecg-model'
import { analyseDue } from '../server/waveform-analysis/analyse-due'
import { ownAnalyser } from '../server/waveform-analysis/analyser'
import { encodeWaveform } from '../src/domain/ecg/waveform-binary'
import { decodeWindow } from '../src/domain/ecg/waveform-window'
import { encryptingCodec, webCiphers } from '../src/platform/ciphers'
import { readSteps, type RecordName } from '../tests/fixtures/ecg/records'
import { startServer } from '../tests/server/client'
import { buildWorld, now } from '../tests/server/world'
import { option } from './engines'
import { declareBars, figure, measured } from './report'

// Both forms come from the server as the portal asks for them: GetWaveform as JSON, packed here as
// a server in front would, and GET /waveforms as it is sent.
const bars = {
  wire: 'waveform on the wire, binary of JSON, the worst',
  store: 'waveform in the store, as it is kept of its JSON kept as other rows are, the worst',
}
declareBars([
  { name: bars.wire, unit: 'times', atMost: 0.55 },
  { name: bars.store, unit: 'times', atMost: 0.2 },
])
const dataKey = await webCiphers.newDataKey(
  await webCiphers.importWrappingKey(new Uint8Array(32).fill(7)),
  ['bench'],
)
const codec = encryptingCodec(() => dataKey.key, webCiphers)
/** Characters of a row's sealed body. */
const sealed = async (value: unknown): Promise<number> =>
  (await codec.seal({ table: 'waveform', id: 'a1', userId: 'nurse', organizationId: 'w' }, value))
    .length
const seconds = Number(option('seconds', '90'))

const recordAt = (record: RecordName, hertz: number, length = seconds): number[] => {
  const steps = readSteps(record)
  return Array.from({ length: length * hertz }, (_, index) => {
    const place = (index * 360) / hertz
    const [low, part] = [Math.floor(place), place % 1]
    const value = (steps[low] ?? 0) * (1 - part) + (steps[low + 1] ?? 0) * part
    // Converters count in whole steps: 5 µV as recorded, 1 µV resampled.
    return hertz === 360 ? value / 200 : Math.round(value * 5) / 1000
  })
}
const made = ecgChunk(
  { seed: 'wire', beatsPerMinute: 74, breathsPerMinute: 16, ectopy: 0.01, irregularity: 0.025 },
  now,
  seconds,
  250,
)
const signals = [
  ...(['100', '105', '119', '200'] as const).map((record) => ({
    name: `record ${record}`,
    hertz: 360,
    samples: recordAt(record, 360),
  })),
  { name: 'record 100', hertz: 250, samples: recordAt('100', 250) },
  { name: 'record 100', hertz: 500, samples: recordAt('100', 500) },
  { name: 'demonstration', hertz: 250, samples: made },
]

const database = await openDatabase({ inMemory: true })
try {
  await buildWorld(database)
  await database.asSystem((trx) =>
    sql`update organization set features = features || '{"continuousMonitoring": true}'::jsonb where id = 'w'`.execute(
      trx,
    ),
  )
  const server = await startServer(database)
  const add = (id: string, startedAt: number, hertz: number, samples: readonly number[]) =>
    database.asSystem(async (trx) => {
      await trx
        .insertInto('waveform')
        .values({
          id,
          organization_id: 'w',
          patient_id: 'a1',
          source_id: id,
          kind: 'SingleECG',
          started_at: new Date(startedAt).toISOString(),
          ended_at: new Date(startedAt + (samples.length * 1000) / hertz).toISOString(),
          received_at: new Date(now).toISOString(),
          sample_rate: hertz,
          samples: encodeWaveform({ startedAt, frequency: hertz, samples }),
          payload_hash: id,
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
    })
  let [worst, worstKept] = [0, 0]
  for (const [index, { name, hertz, samples }] of signals.entries()) {
    const [start, end] = [
      now - (index + 2) * 200_000,
      now - (index + 2) * 200_000 + seconds * 1000,
    ].map((ms) => new Date(ms).toISOString())
    await add(`wire-${index}`, Date.parse(start ?? ''), hertz, samples)
    const answer = await server.ask(
      'query ($start: DateTime!, $end: DateTime!) { waveform(patientId: "a1", type: SingleECG, start: $start, end: $end) { waveform samplingFrequencyPerSecond recordedAt } }',
      { as: 'nurse', variables: { start, end } },
    )
    const json = gzipSync(JSON.stringify({ data: answer.data })).length
    const response = await server.fetch(`/Prod/waveforms/a1/SingleECG?start=${start}&end=${end}`, {
      as: 'nurse',
      headers: { 'accept-encoding': 'gzip' },
    })
    const packed = new Uint8Array(await response.arrayBuffer())
    const decoded = decodeWindow(gunzipSync(packed))
    if (!decoded.ok || decoded.runs[0]?.values.length !== samples.length)
      throw new Error('The window is not what was stored')
    worst = Math.max(worst, packed.length / json)
    // As src/data/waveform-windows.ts keeps it: gzip, in letters.
    const [kept, plain] = [
      await sealed({ kind: 'binary', packed: Buffer.from(packed).toString('base64'), tag: null }),
      await sealed(answer.data),
    ]
    worstKept = Math.max(worstKept, kept / plain)
    console.log(
      `  ${name.padEnd(14)} ${hertz} Hz: JSON ${(json / 1024).toFixed(1)} KB, binary ${(packed.length / 1024).toFixed(1)} KB, ${(packed.length / json).toFixed(3)}; sealed in the store ${(plain / 1024).toFixed(1)} and ${(kept / 1024).toFixed(1)} KB, ${(kept / plain).toFixed(3)}`,
    )
    figure(`${name}, ${hertz} Hz`, packed.length / json)
  }
  measured(bars.wire, worst)
  measured(bars.store, worstKept)

  await database.asSystem((trx) => trx.deleteFrom('waveform_slot').execute())
  const chunks = 10
  const long = recordAt('200', 250, chunks * seconds)
  for (let chunk = 0; chunk < chunks; chunk += 1)
    await add(
      `long-${chunk}`,
      now - 7_200_000 + chunk * seconds * 1000,
      250,
      long.slice(chunk * seconds * 250, (chunk + 1) * seconds * 250),
    )
  const began = performance.now()
  const slots = await analyseDue({
    database,
    clock: { now: () => now },
    log: console,
    analyser: ownAnalyser,
  })
  const perMinute = (performance.now() - began) / ((chunks * seconds) / 60)
  console.log(
    `  analysis: ${perMinute.toFixed(1)} ms a minute of ECG at 250 Hz, ${slots} slots with reading and writing (PGlite; load ${loadavg()[0]?.toFixed(1)}): ${(60_000 / perMinute).toFixed(0)} patients on one core`,
  )
  figure('analysis, ms a minute of ECG', perMinute)
} finally {
  await database.close()
}
