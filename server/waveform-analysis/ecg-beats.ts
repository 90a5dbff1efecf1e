/**
 * `npm run ecg-beats -- FILE.i16.gz`: the beats of a record, or how they compare with a
 * cardiologist's marks.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { predictivity, scoreBeats, sensitivity, type Mark } from '../../src/domain/ecg/beat-score'
import { createEcgBeats, type EcgBeat } from '../../src/domain/ecg/ecg-beats'

const usage = `npm run ecg-beats -- FILE.i16.gz [...] [--hz 360] [--units 200] [--noise 0] [--beats FILE.beats.csv]
  FILE     signed 16-bit little-endian samples, gzip or plain
  --hz     samples a second
  --units  steps of one millivolt; more of them make the signal smaller
  --noise  microvolts (rms) of white noise that are added, the same each time
  --beats  marks, 'sample,pvc' a line: prints sensitivity and positive predictivity within 75 ms, for all beats and for ventricular ones
Without --beats the beats are printed as 'seconds,sample,kind'. Several files: --beats once for each, in their order.`

const toleranceMs = 75

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

/**
 * Nearly normally distributed: twelve draws of a linear congruential generator (Numerical Recipes).
 */
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

const run = (): void => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      hz: { type: 'string', default: '360' },
      units: { type: 'string', default: '200' },
      noise: { type: 'string', default: '0' },
      beats: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  })
  const [hz, units, noise, marks] = [
    Number(values.hz),
    Number(values.units),
    Number(values.noise),
    values.beats ?? [],
  ]
  if (values.help === true || positionals.length === 0) throw new UsageError(usage)
  if (!(hz >= 25 && hz <= 2000) || !(units > 0) || !(noise >= 0))
    throw new UsageError('--hz is 25 to 2000, --units above 0, --noise 0 or more')
  if (marks.length > 0 && marks.length !== positionals.length)
    throw new UsageError('Give --beats once for each file')
  if (marks.length > 0)
    process.stdout.write(
      'record           beats found missed invented   Se %    +P % | ventricular found missed invented   Se %    +P %\n',
    )
  for (const [index, file] of positionals.entries()) {
    const beats = findBeats(withNoise(readSamples(file, units), noise), hz)
    const markFile = marks[index]
    if (markFile === undefined) {
      process.stdout.write(
        `seconds,sample,kind\n${beats.map(({ at, kind }) => `${(at / 1000).toFixed(3)},${Math.round((at * hz) / 1000)},${kind}`).join('\n')}\n`,
      )
      continue
    }
    const score = scoreBeats(
      readMarks(markFile, hz),
      beats.map(({ at, kind }) => ({ at, isVentricular: kind === 'ventricular' })),
      toleranceMs,
    )
    const count = (value: number, width: number): string => String(value).padStart(width)
    const { ventricular } = score
    process.stdout.write(
      `${(file.split('/').at(-1) ?? file).padEnd(16)} ${count(score.found + score.missed, 5)} ${count(score.found, 5)} ${count(score.missed, 6)} ${count(score.invented, 8)} ` +
        `${percent(sensitivity(score))} ${percent(predictivity(score))} | ${count(ventricular.found + ventricular.missed, 11)} ${count(ventricular.found, 5)} ${count(ventricular.missed, 6)} ` +
        `${count(ventricular.invented, 8)} ${percent(sensitivity(ventricular))} ${percent(predictivity(ventricular))}\n`,
    )
  }
}

try {
  run()
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
