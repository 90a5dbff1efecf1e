// Case: ventricular fibrillation that cannot be excluded: how soon it is told of made signals, and
// how often of made noise on recorded hearts
// Quick: --seeds 1 --minutes 5 | 60 s
// Smallest: --seeds 1 --minutes 0.2
import { madeFibrillation, madeTorsades } from '../server/waveform-analysis/made-fibrillation'
import { madeNoise, rmsAt, type NoiseKind } from '../server/waveform-analysis/made-noise'
import { chaoticSpans } from '../src/domain/ecg/chaotic'
import { readSignal, recordHertz, type RecordName } from '../tests/fixtures/ecg/records'
import { option } from './engines'
import { declareBars, figure, measured } from './report'

// --seeds N      how often each signal is made (5)
// --minutes N    of each record (all of it)
const seeds = Array.from({ length: Number(option('seeds', '5')) }, (_, index) => index + 1)
const minutes = Number(option('minutes', '60'))
const records: readonly RecordName[] = ['100', '105', '119', '200']
/** QRS of record 100, mV peak to peak. */
const qrs = 1.45
/** Added to each record: with all of it, twelve times two hours. mV rms. */
const noises: readonly (readonly [label: string, kind: NoiseKind, rms: number])[] = [
  ...(['motion', 'muscle'] as const).flatMap((kind) =>
    [6, 0, -6].map((decibel) => [`${kind} ${decibel} dB`, kind, rmsAt(decibel, qrs)] as const),
  ),
  ...[0, -6].map((decibel) => [`bumps ${decibel} dB`, 'bumps', rmsAt(decibel, qrs)] as const),
  ...[0.1, 0.2, 0.3, 0.4].map((rms) => [`tremor ${rms} mV`, 'tremor', rms] as const),
]
const bars = {
  late: 'seconds until made ventricular fibrillation and torsades are told, the latest',
  false: 'false in 24 h of four records with made motion, muscle noise, bumps and tremor',
}
declareBars([
  { name: bars.late, unit: 's', atMost: 30 },
  { name: bars.false, unit: 'events', atMost: 1 },
])

const foundIn = (samples: Float32Array): number =>
  chaoticSpans([{ startedAt: 0, frequency: recordHertz, samples }], 0).length

const heart = readSignal('100', 60)
const count = 40 * recordHertz
let latest = 0
for (const [label, made] of [
  [
    'coarse, 0.6 mV',
    (seed: number) => madeFibrillation({ count, frequency: recordHertz, millivolts: 0.6, seed }),
  ],
  [
    '0.3 mV',
    (seed: number) => madeFibrillation({ count, frequency: recordHertz, millivolts: 0.3, seed }),
  ],
  [
    'torsades, 0.9 mV',
    (seed: number) => madeTorsades({ count, frequency: recordHertz, millivolts: 0.9, seed }),
  ],
] as const) {
  const after = seeds.map((seed) => {
    const samples = Float32Array.from([...heart, ...made(seed)])
    for (let second = 8; second <= 40; second++)
      if (foundIn(samples.subarray(0, heart.length + second * recordHertz)) > 0) return second
    return Infinity
  })
  latest = Math.max(latest, ...after)
  figure(`${label}: told after`, `${after.join(', ')} s`)
}
measured(bars.late, latest)

let [wrong, hours] = [0, 0]
for (const [label, kind, rms] of noises) {
  let found = 0
  for (const [index, record] of records.entries()) {
    const samples = readSignal(record, minutes * 60)
    const noise = madeNoise(kind, {
      count: samples.length,
      frequency: recordHertz,
      rms,
      seed: index + 1,
    })
    hours += samples.length / recordHertz / 3600
    found += foundIn(samples.map((value, at) => value + (noise[at] ?? 0)))
  }
  wrong += found
  figure(`${label}: told of four records`, found)
}
figure('hours', hours)
measured(bars.false, wrong)
