// Case: the analysis of ECGs against cardiologists' marks: beats, ventricular beats, and what it
// says of noise
// Quick: --noise alone --seeds 1 | 60 s
// Smallest: --set 100
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contextOf } from '../server/waveform-analysis/analyser'
import { madeNoise, rmsAt, type NoiseKind } from '../server/waveform-analysis/made-noise'
import { analyseSlot, slotMs } from '../src/domain/ecg/analyse-slot'
import { predictivity, sensitivity } from '../src/domain/ecg/beat-score'
import { createEcgBeats, type EcgBeat } from '../src/domain/ecg/ecg-beats'
import { quantile } from '../src/domain/ecg/signal-quality'
import { option } from './engines'
import { declareBars, figure, measured } from './report'

// --records DIR  NNN.i16.gz and NNN.beats.csv as in tests/fixtures/ecg, or NNN.hea, NNN.dat (format
//                212, lead MLII where there is one) and NNN.atr of WFDB
// --set NAME     tuning, kept, paced, or names of records with commas; else all but the paced
// --hz N         the record at N samples a second, in whole microvolts, as a device sends it
// --slots        as the server analyses: slots of two minutes with two minutes before
// --noise alone  no records: ten minutes of noise without a heart, made --seeds (3) times
// --noise mixed  the records as they are and with made noise at 12, 6 and 0 dB, then 'alone'
// Counted after ANSI/AAMI EC57: one beat to one mark within 150 ms; what is marked a fusion or
// unclassifiable counts for no and against no ventricular beat; ventricular flutter is left out.
const folder = option('records', 'tests/fixtures/ecg')
const set = option('set', 'all')
const hertzWanted = Number(option('hz', '0'))
const noise = option('noise', 'none')
const seeds = Array.from({ length: Number(option('seeds', '3')) }, (_, index) => index + 1)
const isBySlots = process.argv.includes('--slots')
const withinMs = 150
const recordHertz = 360

/** The halves of de Chazal P. et al., IEEE Trans Biomed Eng 51(7), 1196-1206, 2004. */
const halves: Readonly<Record<string, string>> = {
  tuning: '101 106 108 109 112 114 115 116 118 119 122 124 201 203 205 207 208 209 215 220 223 230',
  kept: '100 103 105 111 113 117 121 123 200 202 210 212 213 214 219 221 222 228 231 232 233 234',
}
/** Their beats are a pacemaker's: AAMI leaves them out. */
const paced: ReadonlySet<string> = new Set(['102', '104', '107', '217'])

type MarkKind = 'ventricular' | 'other' | 'either'
interface Mark {
  /** Milliseconds. */
  readonly at: number
  readonly kind: MarkKind
}
interface Heart {
  readonly name: string
  readonly samples: Float32Array
  readonly hertz: number
  readonly marks: readonly Mark[]
  /** Ventricular flutter, milliseconds: neither marks nor beats count. */
  readonly flutter: readonly (readonly [number, number])[]
}

const withMilliseconds = (sample: number): number => (sample * 1000) / recordHertz

const readCsv = (name: string): Omit<Heart, 'hertz'> => {
  const bytes = gunzipSync(readFileSync(join(folder, `${name}.i16.gz`)))
  return {
    name,
    samples: Float32Array.from(
      { length: bytes.length / 2 },
      (_, at) => bytes.readInt16LE(at * 2) / 200,
    ),
    marks: readFileSync(join(folder, `${name}.beats.csv`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number))
      .map(([sample = 0, pvc]) => ({
        at: withMilliseconds(sample),
        kind: pvc === 1 ? 'ventricular' : 'other',
      })),
    flutter: [],
  }
}

/** Codes of the annotation format (WFDB ecgcodes.h). */
const marksOfCode: ReadonlyMap<number, MarkKind> = new Map<number, MarkKind>([
  ...[1, 2, 3, 4, 7, 8, 9, 11, 25, 34, 35].map((code) => [code, 'other'] as const),
  ...[5, 10].map((code) => [code, 'ventricular'] as const),
  ...[6, 12, 13, 30, 38].map((code) => [code, 'either'] as const),
])
const [flutterBegins, flutterEnds, skipTo, beside] = [32, 33, 59, 60]

const readAnnotations = (bytes: Buffer): Pick<Heart, 'marks' | 'flutter'> => {
  const marks: Mark[] = []
  const flutter: (readonly [number, number])[] = []
  let [time, began] = [0, 0]
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const word = bytes.readUInt16LE(at)
    const [code, value] = [word >> 10, word & 0x3ff]
    if (word === 0) break
    if (code === skipTo) {
      // A long interval: the high half comes first.
      time += bytes.readInt16LE(at + 2) * 65_536 + bytes.readUInt16LE(at + 4)
      at += 4
    } else if (code > beside) at += code === 63 ? value + (value % 2) : 0
    else if (code < beside) {
      time += value
      const kind = marksOfCode.get(code)
      if (kind !== undefined) marks.push({ at: withMilliseconds(time), kind })
      if (code === flutterBegins) began = withMilliseconds(time)
      if (code === flutterEnds) flutter.push([began, withMilliseconds(time)])
    }
  }
  return { marks, flutter }
}

const readWfdb = (name: string): Omit<Heart, 'hertz'> => {
  const lines = readFileSync(join(folder, `${name}.hea`), 'utf8').split(/\r?\n/)
  const leads = lines.slice(1, 3).map((line) => line.split(' '))
  if (Number(lines[0]?.split(' ')[2]) !== recordHertz || leads.some(([, form]) => form !== '212'))
    throw new Error(`${name} is not two leads of format 212 at ${recordHertz} Hz`)
  // One record has its electrodes' names the other way round.
  const lead = Math.max(
    0,
    leads.findIndex((fields) => fields.at(-1) === 'MLII'),
  )
  const [units, zero] = [Number(leads[lead]?.[2]), Number(leads[lead]?.[4])]
  const bytes = readFileSync(join(folder, `${name}.dat`))
  const samples = Float32Array.from({ length: Math.floor(bytes.length / 3) }, (_, at) => {
    const [low = 0, middle = 0, high = 0] = bytes.subarray(at * 3, at * 3 + 3)
    const step = lead === 0 ? low | ((middle & 0x0f) << 8) : high | ((middle & 0xf0) << 4)
    return ((step > 2047 ? step - 4096 : step) - zero) / units
  })
  return { name, samples, ...readAnnotations(readFileSync(join(folder, `${name}.atr`))) }
}

/** At another rate by straight lines between the samples, in whole microvolts. */
const atRate = (heart: Omit<Heart, 'hertz'>): Heart => {
  if (hertzWanted === 0) return { ...heart, hertz: recordHertz }
  const { samples } = heart
  return {
    ...heart,
    hertz: hertzWanted,
    samples: Float32Array.from(
      { length: Math.floor(((samples.length - 1) * hertzWanted) / recordHertz) },
      (_, index) => {
        const place = (index * recordHertz) / hertzWanted
        const [low, part] = [Math.floor(place), place % 1]
        return (
          Math.round(1000 * ((samples[low] ?? 0) * (1 - part) + (samples[low + 1] ?? 0) * part)) /
          1000
        )
      },
    ),
  }
}

const namesIn = (): readonly string[] => {
  const wanted = halves[set]?.split(' ') ?? (/\d/.test(set) ? set.split(',') : null)
  return readdirSync(folder)
    .flatMap((file) => /^(\d{3})\.(?:i16\.gz|dat)$/.exec(file)?.[1] ?? [])
    .toSorted()
    .filter((name) => {
      if (set === 'paced') return paced.has(name)
      return wanted === null
        ? !paced.has(name)
        : wanted.includes(name) && (halves[set] === undefined || !paced.has(name))
    })
}
const read = (name: string): Heart =>
  atRate(existsSync(join(folder, `${name}.i16.gz`)) ? readCsv(name) : readWfdb(name))

const beatsOf = (samples: Float32Array, hertz: number, startedAt = 0): readonly EcgBeat[] => {
  const beats: EcgBeat[] = []
  const analysis = createEcgBeats((beat) => {
    beats.push(beat)
  })
  analysis.push({ startedAt, frequency: hertz, samples })
  analysis.end()
  return beats
}

/** What the server reads for a slot; its beginning is `startedAt`. */
const readSlot = (samples: Float32Array, hertz: number, slot: number) => {
  const { from, to, start } = contextOf(slot)
  const first = Math.max(0, Math.round((from * hertz) / 1000))
  return {
    start,
    startedAt: (first * 1000) / hertz,
    samples: samples.subarray(first, Math.round((to * hertz) / 1000)),
  }
}
const slotsOf = (samples: Float32Array, hertz: number): readonly number[] =>
  Array.from({ length: Math.ceil((samples.length * 1000) / hertz / slotMs) }, (_, slot) => slot)

const beatsBySlots = (samples: Float32Array, hertz: number): readonly EcgBeat[] =>
  slotsOf(samples, hertz).flatMap((slot) => {
    const one = readSlot(samples, hertz, slot)
    return beatsOf(one.samples, hertz, one.startedAt).filter(
      ({ at }) => at >= one.start && at < one.start + slotMs,
    )
  })
const eventsOf = (samples: Float32Array, hertz: number) =>
  slotsOf(samples, hertz).flatMap((slot) => {
    const { start, ...run } = readSlot(samples, hertz, slot)
    return analyseSlot([{ ...run, frequency: hertz }], start)
  })

interface Count {
  readonly found: number
  readonly missed: number
  readonly invented: number
}
interface Score {
  readonly all: Count
  readonly ventricular: Count
  /** Beats marked a fusion or unclassifiable that were called ventricular. */
  readonly either: number
}
const none: Score = {
  all: { found: 0, missed: 0, invented: 0 },
  ventricular: { found: 0, missed: 0, invented: 0 },
  either: 0,
}
const sum = (one: Count, other: Count): Count => ({
  found: one.found + other.found,
  missed: one.missed + other.missed,
  invented: one.invented + other.invented,
})
const added = (one: Score, other: Score): Score => ({
  all: sum(one.all, other.all),
  ventricular: sum(one.ventricular, other.ventricular),
  either: one.either + other.either,
})

const scoreOf = ({ marks, flutter }: Heart, beats: readonly EcgBeat[]): Score => {
  const isIn = ({ at }: { readonly at: number }): boolean =>
    flutter.some(([from, to]) => at >= from - withinMs && at <= to + withinMs)
  const [ones, others] = [marks.filter((one) => !isIn(one)), beats.filter((one) => !isIn(one))]
  const all = { found: 0, missed: 0, invented: 0 }
  const ventricular = { found: 0, missed: 0, invented: 0 }
  let [either, m, b] = [0, 0, 0]
  while (m < ones.length || b < others.length) {
    const [mark, beat] = [ones[m], others[b]]
    // Of two neighbours within reach of one another, the nearer ones belong together.
    const isMissed =
      mark !== undefined &&
      (beat === undefined ||
        mark.at < beat.at - withinMs ||
        Math.abs((ones[m + 1]?.at ?? Infinity) - beat.at) < Math.abs(mark.at - beat.at))
    const isInvented =
      beat !== undefined &&
      (mark === undefined ||
        beat.at < mark.at - withinMs ||
        Math.abs((others[b + 1]?.at ?? Infinity) - mark.at) < Math.abs(mark.at - beat.at))
    const isVentricular = beat?.kind === 'ventricular'
    if (isMissed) {
      all.missed += 1
      if (mark.kind === 'ventricular') ventricular.missed += 1
      m += 1
    } else if (isInvented) {
      all.invented += 1
      if (isVentricular) ventricular.invented += 1
      b += 1
    } else {
      all.found += 1
      if (mark?.kind === 'ventricular') ventricular[isVentricular ? 'found' : 'missed'] += 1
      else if (isVentricular && mark?.kind === 'either') either += 1
      else if (isVentricular) ventricular.invented += 1
      m += 1
      b += 1
    }
  }
  return { all, ventricular, either }
}

const percent = (value: number | null): string =>
  (value === null ? '–' : value.toFixed(2)).padStart(7)
const row = (name: string, { all, ventricular, either }: Score): string =>
  [
    `  ${name.padEnd(16)}`,
    String(all.found + all.missed).padStart(6),
    percent(sensitivity(all)),
    percent(predictivity(all)),
    ' |',
    String(ventricular.found + ventricular.missed).padStart(5),
    String(ventricular.missed).padStart(5),
    String(ventricular.invented).padStart(5),
    percent(sensitivity(ventricular)),
    percent(predictivity(ventricular)),
    String(either).padStart(5),
  ].join(' ')
const heading =
  '                    beats      Se      +P  | ventr. missed wrong   Se      +P  fusions'

const bars = {
  found: 'beats: found of those marked',
  right: 'beats: marked of those found',
  ventricularFound: 'ventricular beats: found of those marked',
  ventricularRight: 'ventricular beats: marked of those found',
  alone: 'ventricular events and pauses in ten minutes without a heart, all kinds of noise',
}
declareBars([
  ...(noise === 'alone'
    ? []
    : [
        { name: bars.found, unit: '%', atLeast: 99.5 },
        { name: bars.right, unit: '%', atLeast: 99.5 },
        { name: bars.ventricularFound, unit: '%', atLeast: 93 },
        { name: bars.ventricularRight, unit: '%', atLeast: 95 },
      ]),
  ...(noise === 'none' ? [] : [{ name: bars.alone, unit: 'events', atMost: 0 }]),
])

/** Peak to peak, mV. */
const sizeOf = ({ samples, marks, hertz }: Heart): number =>
  quantile(
    marks.map(({ at }) => {
      const [middle, half] = [Math.round((at * hertz) / 1000), Math.round(0.05 * hertz)]
      const around = samples.subarray(Math.max(0, middle - half), middle + half)
      return Math.max(...around) - Math.min(...around)
    }),
    0.5,
  )
const isWrong = (type: string): boolean =>
  /^(?:Ventricular|PrematureVentricular|Idioventricular|WideComplex|Pause|Asystole)/.test(type)

if (noise !== 'alone') {
  const beats = isBySlots ? beatsBySlots : beatsOf
  const hearts = namesIn()
  const kinds: readonly (readonly [NoiseKind, number] | null)[] =
    noise === 'mixed'
      ? [
          null,
          ...(['motion', 'muscle'] as const).flatMap((kind) =>
            [12, 6, 0].map((decibel) => [kind, decibel] as const),
          ),
        ]
      : [null]
  for (const mix of kinds) {
    console.log(
      `  ${folder}, ${set}, ${hertzWanted === 0 ? recordHertz : hertzWanted} Hz${isBySlots ? ', by slots' : ''}${mix === null ? '' : `, with ${mix[0]} at ${mix[1]} dB`}\n${heading}`,
    )
    let gross = none
    for (const name of hearts) {
      const heart = read(name)
      const { samples, hertz } = heart
      const extra =
        mix === null
          ? null
          : madeNoise(mix[0], {
              count: samples.length,
              frequency: hertz,
              rms: rmsAt(mix[1], sizeOf(heart)),
            })
      const score = scoreOf(
        heart,
        beats(
          extra === null ? samples : samples.map((value, at) => value + (extra[at] ?? 0)),
          hertz,
        ),
      )
      gross = added(gross, score)
      console.log(row(name, score))
    }
    console.log(row('together', gross))
    const label = mix === null ? 'no noise' : `${mix[0]} ${mix[1]} dB`
    figure(
      `${label}: Se, +P, ventricular Se, +P`,
      [gross.all, gross.ventricular]
        .flatMap((count) => [sensitivity(count), predictivity(count)])
        .map(percent)
        .join(' '),
    )
    if (mix !== null) continue
    measured(bars.found, sensitivity(gross.all) ?? 0)
    measured(bars.right, predictivity(gross.all) ?? 0)
    measured(bars.ventricularFound, sensitivity(gross.ventricular) ?? 0)
    measured(bars.ventricularRight, predictivity(gross.ventricular) ?? 0)
  }
}

if (noise !== 'none') {
  let wrong = 0
  const alone: readonly (readonly [NoiseKind | null, number])[] = [
    [null, 0],
    ...(['motion', 'muscle', 'white'] as const).flatMap((kind) =>
      [0.1, 0.3, 0.5, 1].map((rms) => [kind, rms] as const),
    ),
  ]
  for (const [kind, rms] of alone)
    for (const frequency of [250, 360])
      for (const seed of kind === null ? [1] : seeds) {
        const count = 600 * frequency
        const samples =
          kind === null ? new Float32Array(count) : madeNoise(kind, { count, frequency, rms, seed })
        const events = eventsOf(samples, frequency)
        const told = events.filter(({ type }) => isWrong(type))
        const seconds = events
          .filter(({ type }) => type === 'Noise')
          .reduce((all, { start, end }) => all + (end - start) / 1000, 0)
        wrong += told.length
        console.log(
          `  ${(kind ?? 'nothing').padEnd(8)} ${rms} mV, ${frequency} Hz, seed ${seed}: not analysable ${seconds.toFixed(0)} s; ${
            events
              .filter(({ type }) => type !== 'Noise')
              .map(({ type }) => type)
              .join(', ') || 'nothing else'
          }`,
        )
      }
  measured(bars.alone, wrong)
}
