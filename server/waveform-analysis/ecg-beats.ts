/**
 * `npm run ecg-beats -- FILE.i16.gz`: the beats of a record, compared with a cardiologist's marks.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { predictivity, scoreBeats, sensitivity, type Mark } from '../../src/domain/ecg/beat-score'
import { createEcgBeats, type EcgBeat } from '../../src/domain/ecg/ecg-beats'
import type { EcgEvent } from '../../src/domain/ecg/ecg-events'
import { quantile } from '../../src/domain/ecg/signal-quality'
import { contextOf } from './analyser'
import { madeNoise, noiseKinds, rmsAt, type NoiseKind } from './made-noise'

const usage = `npm run ecg-beats -- FILE.i16.gz [...] [--hz 360] [--units 200] [--noise 0] [--mix KIND --snr 6] [--beats FILE.beats.csv] [--within 150] [--events]
  FILE     signed 16-bit little-endian samples, gzip or plain; 'none' is ten minutes without a heart
  --hz     samples a second
  --units  steps of one millivolt; more of them make the signal smaller
  --noise  microvolts (rms) of white noise that are added, the same each time
  --mix    made noise that is added: ${noiseKinds.join(', ')}
  --snr    how strong that is, dB against the QRS at the marks (made-noise.ts); of 'none' it is 0.5 mV rms
  --beats  marks, 'sample,pvc' a line: prints sensitivity and positive predictivity, for all beats and for ventricular ones
  --within how far a beat may be from its mark, milliseconds
  --events prints what the server would find, by kind: how often, and how many seconds
Without --beats and --events the beats are printed as 'seconds,sample,kind'. Several files: --beats once for each, in their order.`

/** Of ten minutes of noise without a heart, mV. */
const aloneRms = 0.5
const aloneSeconds = 600

class UsageError extends Error {}

const readSamples = (file: string, units: number): Float32Array => {
  const bytes = readFileSync(file)
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  if (plain.length % 2 !== 0) throw new UsageError(`${file} is not 16-bit samples`)
  return Float32Array.from(
    { length: plain.length / 2 },
    (_, index) => plain.readInt16LE(index * 2) / units,
  )
}

/** Nearly normal: twelve draws of a linear congruential generator (Numerical Recipes). */
const withNoise = (samples: Float32Array, microvolts: number): Float32Array => {
  let seed = 7
  return microvolts === 0
    ? samples
    : samples.map((value) => {
        let sum = -6
        for (let draw = 0; draw < 12; draw += 1) {
          seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
          sum += seed / 4_294_967_296
        }
        return value + (microvolts / 1000) * sum
      })
}

const readMarks = (file: string, hz: number): readonly Mark[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .flatMap((line) => {
      const [sample, pvc] = line.split(',')
      return Number.isInteger(Number(sample)) && sample !== ''
        ? [{ at: (Number(sample) * 1000) / hz, isVentricular: pvc?.trim() === '1' }]
        : []
    })

const findBeats = (samples: Float32Array, hz: number): readonly EcgBeat[] => {
  const beats: EcgBeat[] = []
  const analysis = createEcgBeats((beat) => {
    beats.push(beat)
  })
  analysis.push({ startedAt: 0, frequency: hz, samples })
  analysis.end()
  return beats
}

const percent = (value: number | null): string =>
  (value === null ? '-' : value.toFixed(2)).padStart(7)

const printScore = (
  file: string,
  marks: readonly Mark[],
  beats: readonly EcgBeat[],
  within: number,
): void => {
  const score = scoreBeats(
    marks,
    beats.map(({ at, kind }) => ({ at, isVentricular: kind === 'ventricular' })),
    within,
  )
  const count = (value: number, width: number): string => String(value).padStart(width)
  const { ventricular } = score
  process.stdout.write(
    `${(file.split('/').at(-1) ?? file).padEnd(16)} ${count(score.found + score.missed, 5)} ${count(score.found, 5)} ${count(score.missed, 6)} ${count(score.invented, 8)} ` +
      `${percent(sensitivity(score))} ${percent(predictivity(score))} | ${count(ventricular.found + ventricular.missed, 11)} ${count(ventricular.found, 5)} ${count(ventricular.missed, 6)} ` +
      `${count(ventricular.invented, 8)} ${percent(sensitivity(ventricular))} ${percent(predictivity(ventricular))}\n`,
  )
}

const mixed = (samples: Float32Array, added: Float32Array): Float32Array =>
  samples.map((value, index) => value + (added[index] ?? 0))

/** The usual QRS at the marks, mV peak to peak within 50 ms. */
const sizeAt = (samples: Float32Array, marks: readonly Mark[], hz: number): number => {
  const half = Math.round(0.05 * hz)
  return quantile(
    marks.map(({ at }) => {
      const around = samples.subarray(
        Math.max(0, Math.round((at * hz) / 1000) - half),
        Math.round((at * hz) / 1000) + half,
      )
      return Math.max(...around) - Math.min(...around)
    }),
    0.5,
  )
}

/** Slot by slot, as the server analyses. */
const eventsOf = (samples: Float32Array, hz: number): readonly EcgEvent[] =>
  Array.from({ length: Math.ceil((samples.length * 1000) / hz / slotMs) }, (_, slot) => {
    const { from, to, start } = contextOf(slot)
    const first = Math.max(0, Math.round((from * hz) / 1000))
    return analyseSlot(
      [
        {
          startedAt: (first * 1000) / hz,
          frequency: hz,
          samples: samples.subarray(first, Math.round((to * hz) / 1000)),
        },
      ],
      start,
    )
  }).flat()

const printEvents = (events: readonly EcgEvent[]): void => {
  const types = [...new Set(events.map(({ type }) => type))].toSorted()
  for (const type of types) {
    const ofType = events.filter((one) => one.type === type)
    const seconds = ofType.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0)
    process.stdout.write(
      `  ${type.padEnd(34)} ${String(ofType.length).padStart(5)} ${seconds.toFixed(0).padStart(6)} s\n`,
    )
  }
  if (types.length === 0) process.stdout.write('  no events\n')
}

const isNoiseKind = (kind: string): kind is NoiseKind => noiseKinds.some((known) => known === kind)

const run = (): void => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      hz: { type: 'string', default: '360' },
      units: { type: 'string', default: '200' },
      noise: { type: 'string', default: '0' },
      mix: { type: 'string' },
      snr: { type: 'string', default: '6' },
      within: { type: 'string', default: '150' },
      events: { type: 'boolean', default: false },
      beats: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  })
  const { mix, events } = values
  const [hz, units, noise, snr, within, marks] = [
    Number(values.hz),
    Number(values.units),
    Number(values.noise),
    Number(values.snr),
    Number(values.within),
    values.beats ?? [],
  ]
  if (values.help === true || positionals.length === 0) throw new UsageError(usage)
  if (!(hz >= 25 && hz <= 2000) || !(units > 0) || !(noise >= 0) || !(within > 0))
    throw new UsageError('--hz is 25 to 2000, --units and --within above 0, --noise 0 or more')
  if (marks.length > 0 && marks.length !== positionals.length)
    throw new UsageError('Give --beats once for each file')
  if (mix !== undefined && !isNoiseKind(mix))
    throw new UsageError(`--mix is one of ${noiseKinds.join(', ')}`)
  if (marks.length > 0)
    process.stdout.write(
      'record           beats found missed invented   Se %    +P % | ventricular found missed invented   Se %    +P %\n',
    )
  for (const [index, file] of positionals.entries()) {
    const isAlone = file === 'none'
    const plain = isAlone ? new Float32Array(aloneSeconds * hz) : readSamples(file, units)
    const markFile = marks[index]
    const marked = markFile === undefined ? [] : readMarks(markFile, hz)
    if (mix !== undefined && !isAlone && marked.length === 0)
      throw new UsageError('--mix asks for --beats: how strong it is goes by the QRS at the marks')
    const rms = isAlone ? aloneRms : rmsAt(snr, sizeAt(plain, marked, hz))
    const samples = withNoise(
      mix === undefined
        ? plain
        : mixed(plain, madeNoise(mix, { count: plain.length, frequency: hz, rms })),
      noise,
    )
    const beats = findBeats(samples, hz)
    if (markFile === undefined && !events)
      process.stdout.write(
        `seconds,sample,kind\n${beats.map(({ at, kind }) => `${(at / 1000).toFixed(3)},${Math.round((at * hz) / 1000)},${kind}`).join('\n')}\n`,
      )
    if (markFile !== undefined) printScore(file, marked, beats, within)
    if (events) printEvents(eventsOf(samples, hz))
  }
}

try {
  run()
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
