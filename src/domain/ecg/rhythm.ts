/**
 * Rhythm from beats. Three or more ventricular beats: ventricular tachycardia over 100 /min, else
 * idioventricular (Buxton A. E. et al., ACC/AHA/HRS terms and definitions for electrophysiology,
 * Circulation 114, 2534-2570, 2006). Pause over 3 s, sinus bradycardia under 50 /min (Kusumoto F.
 * M. et al., 2018 ACC/AHA/HRS bradycardia guideline). Slow with a QRS of 120 ms (Surawicz B. et
 * al., AHA/ACCF/HRS recommendations III, Circulation 119, e235-e240, 2009): wide complex
 * bradycardia, since an escape rhythm and a bundle branch block look alike here. Sinus tachycardia
 * over 100 /min (Page R. L. et al., 2015 ACC/AHA/HRS guideline: wide and fast is presumed
 * ventricular). Asystole: no beat for 4 s (Clifford G. D. et al., PhysioNet/Computing in Cardiology
 * Challenge 2015). Noise: ten seconds of beats like no known shape (Orphanidou C. et al., IEEE J
 * Biomed Health Inform 19, 832-838, 2015: under 0.66 on raw beats; here on filtered beats 0.82).
 * Bigeminy and trigeminy: three cycles or more (rhythms B and T of the MIT-BIH directory).
 */
import { intervalsOfWindow, isFibrillating } from './atrial-fibrillation'
import type { EcgBeat, KnownSpan, MeasuredSpan, SignalKnown } from './ecg-beats'
import type { EcgEvent, SoughtType } from './ecg-events'
import { median } from './recent'
import { createSilenceJudge } from './silence'

const pauseMs = 3000
const asystoleMs = 4000
/** A span without a single beat says little before. */
const silentMs = 10_000
const rateBeats = 8
const sustainedMs = 30_000
/** A hole of up to so much within a silence does not end it: hardly a beat lies just there. */
const holeMs = 500
/** QRS width by beat-shape, about 20 ms less than by eye: this is 120 ms. */
const wideMs = 105
/** A run of ventricular beats below so many must be like itself to be told. */
const shortRun = 6
const noiseMs = 10_000
const leastLikeness = 0.82
/** Share of intervals between the heart's own beats; with fewer, the atria cannot be judged. */
const leastOwn = 0.7
const cycles = 3

const event = (type: SoughtType, start: number, end: number): EcgEvent => ({ type, start, end })
const overlaps = (one: KnownSpan, start: number, end: number): boolean =>
  one.from < end && one.to > start

/** Adjoining and overlapping spans as one. @param spans in the order of their beginnings */
const united = (spans: readonly KnownSpan[]): readonly KnownSpan[] => {
  const whole: KnownSpan[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else whole.push({ ...span })
  }
  return whole
}

const ventricularEvents = (beats: readonly EcgBeat[]): readonly EcgEvent[] => {
  const events: EcgEvent[] = []
  for (let index = 0; index < beats.length; index++) {
    const first = beats[index]
    if (first?.kind !== 'ventricular') continue
    let last = first
    let count = 1
    for (
      let next = beats[index + 1];
      next?.kind === 'ventricular' && next.interval !== null;
      next = beats[index + count]
    ) {
      last = next
      count += 1
    }
    index += count - 1
    const run = beats.slice(index - count + 1, index + 1)
    // A few beats that are like nothing, not even one another, are noise.
    if (
      count >= 3 &&
      count < shortRun &&
      run.reduce((sum, { likeness }) => sum + likeness, 0) / count < leastLikeness
    ) {
      events.push(event('Noise', first.from, last.to))
      continue
    }
    const type =
      count === 1
        ? 'PrematureVentricularContraction'
        : count === 2
          ? 'VentricularCouplet'
          : (60_000 * (count - 1)) / (last.at - first.at) > 100
            ? 'VentricularTachycardia'
            : 'IdioventricularRhythm'
    events.push(event(type, first.from, last.to))
  }
  return events
}

/** Ventricular beats with always `between` others between. */
const cyclicEvents = (
  beats: readonly EcgBeat[],
  between: number,
  type: SoughtType,
): readonly EcgEvent[] => {
  const events: EcgEvent[] = []
  let [first, last, count]: [EcgBeat | null, number, number] = [null, -1, 0]
  const close = (): void => {
    const end = beats[last]
    if (first !== null && end !== undefined && count >= cycles)
      events.push(event(type, first.from, end.to))
    first = null
  }
  for (const [index, beat] of beats.entries()) {
    if (beat.interval === null) close()
    if (beat.kind !== 'ventricular') continue
    const goesOn = first !== null && index - last === between + 1
    if (!goesOn) close()
    count = goesOn ? count + 1 : 1
    first ??= beat
    last = index
  }
  close()
  return events
}

/**
 * Where no beat is, also before the first and after the last. Short holes do not end it or count.
 */
const pauses = (
  beats: readonly EcgBeat[],
  spans: readonly KnownSpan[],
  flat: readonly KnownSpan[],
  measured: readonly MeasuredSpan[],
): readonly EcgEvent[] => {
  const isQuiet = createSilenceJudge(measured)
  const within = (known: readonly KnownSpan[], from: number, to: number): number =>
    known.reduce(
      (sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)),
      0,
    )
  const events: EcgEvent[] = []
  const silent = (from: number, to: number, least: number, isClear = true): void => {
    const known = within(spans, from, to)
    if (known < least || known <= pauseMs) return
    // A signal without any movement is an electrode that is off; one that moves much may hide beats.
    const isUnknown = within(flat, from, to) > known / 2 || !isQuiet(from, to)
    if (isUnknown) events.push(event('Noise', from, to))
    else if (known >= asystoleMs) events.push(event('Asystole', from, to))
    // A beat that noise made, or one that was lost in it, makes a pause as well.
    else events.push(event(isClear ? 'Pause' : 'Noise', from, to))
  }
  for (const stretch of united(spans.map(({ from, to }) => ({ from, to: to + holeMs })))) {
    const { from, to } = { from: stretch.from, to: stretch.to - holeMs }
    const inside = beats.filter(({ at }) => at >= from && at <= to)
    const [first, last] = [inside[0], inside.at(-1)]
    if (first === undefined || last === undefined) {
      silent(from, to, silentMs)
      continue
    }
    // Before the first beat of all nothing is known of this heart yet.
    silent(from, first.at, first === beats[0] ? silentMs : asystoleMs)
    for (const [index, beat] of inside.entries()) {
      const before = inside[index - 1]
      if (before !== undefined) silent(before.at, beat.at, pauseMs, before.isClear && beat.isClear)
    }
    silent(last.at, to, asystoleMs)
  }
  return events
}

/**
 * Own beats at a rate for half a minute; a pause ends them.
 * @param isSo of the mean interval and the median QRS width, ms
 */
const sustained = (
  beats: readonly EcgBeat[],
  isSo: (meanInterval: number, width: number) => boolean,
  type: SoughtType,
): readonly EcgEvent[] => {
  const spans: KnownSpan[] = []
  for (let index = rateBeats; index < beats.length; index++) {
    const [first, last] = [beats[index - rateBeats], beats[index]]
    if (first === undefined || last === undefined) continue
    const series = beats.slice(index - rateBeats, index + 1)
    const isOwn = series.every(
      ({ kind, interval }, place) =>
        kind === 'normal' && (place === 0 || (interval !== null && interval <= pauseMs)),
    )
    if (
      isOwn &&
      isSo((last.at - first.at) / rateBeats, median(series.map(({ from, to }) => to - from)))
    )
      spans.push({ from: first.at, to: last.at })
  }
  return united(spans)
    .filter(({ from, to }) => to - from >= sustainedMs)
    .map(({ from, to }) => event(type, from, to))
}

/** Slow for half a minute, by QRS width. If the width changes it is not known to be sinus. */
const bradycardia = (
  beats: readonly EcgBeat[],
  ofSinus: (found: readonly EcgEvent[]) => readonly EcgEvent[],
): readonly EcgEvent[] => {
  const slow = (isSo: (width: number) => boolean, type: SoughtType) =>
    sustained(beats, (interval, width) => interval > 1200 && isSo(width), type)
  const narrow = slow((width) => width < wideMs, 'SinusBradycardia')
  const wide = slow((width) => width >= wideMs, 'WideComplexBradycardia')
  const told = [...narrow, ...wide].map(({ start, end }) => ({ from: start, to: end }))
  const either = slow(() => true, 'WideComplexBradycardia').filter(
    ({ start, end }) => !told.some((span) => overlaps(span, start, end)),
  )
  return [...ofSinus(narrow), ...wide, ...either]
}

const fibrillation = (beats: readonly EcgBeat[]): readonly KnownSpan[] => {
  const own = beats.filter(
    ({ kind, interval }, index) =>
      kind === 'normal' && interval !== null && beats[index - 1]?.kind === 'normal',
  )
  const spans: KnownSpan[] = []
  for (let end = intervalsOfWindow; end <= own.length; end += 4) {
    const series = own.slice(end - intervalsOfWindow, end)
    const [first, last] = [series[0], series.at(-1)]
    // Holes within the series make it no series.
    if (
      first === undefined ||
      last === undefined ||
      last.at - first.at > 3 * series.reduce((sum, { interval }) => sum + (interval ?? 0), 0)
    )
      continue
    if (series.length < leastOwn * beats.filter(({ at }) => at >= first.at && at <= last.at).length)
      continue
    if (isFibrillating(series.map(({ interval }) => interval ?? 0)))
      spans.push({ from: first.at, to: last.at })
  }
  return united(spans)
}

const noise = (beats: readonly EcgBeat[]): readonly KnownSpan[] => {
  const spans: KnownSpan[] = []
  let first = 0
  let sum = 0
  for (const [index, beat] of beats.entries()) {
    sum += beat.likeness
    while ((beats[first]?.at ?? beat.at) < beat.at - noiseMs) sum -= beats[first++]?.likeness ?? 0
    const count = index - first + 1
    const from = beats[first]?.at ?? beat.at
    if (count >= 6 && beat.at - from > noiseMs / 2 && sum / count < leastLikeness)
      spans.push({ from, to: beat.at })
  }
  return united(spans)
}

/** What an event of the heart's rhythm keeps of itself beside noise; it must last to be told. */
const outside = (
  { type, start, end }: EcgEvent,
  noisy: readonly KnownSpan[],
): readonly EcgEvent[] => {
  const pieces: EcgEvent[] = []
  let from = start
  for (const span of noisy.filter((one) => overlaps(one, start, end))) {
    if (span.from > from) pieces.push(event(type, from, span.from))
    from = Math.max(from, span.to)
  }
  if (from < end) pieces.push(event(type, from, end))
  return pieces.filter((piece) => piece.end - piece.start >= Math.min(sustainedMs, end - start))
}

/**
 * The events of beats in order. Noise yields only noise, a hole yields nothing.
 */
export const rhythmEvents = (
  beats: readonly EcgBeat[],
  { spans, flat, poor, measured }: SignalKnown,
): readonly EcgEvent[] => {
  const silences = pauses(beats, spans, flat, measured)
  const still = silences
    .filter(({ type }) => type === 'Noise')
    .map(({ start, end }) => ({ from: start, to: end }))
  const noisy = united([...noise(beats), ...still, ...poor].toSorted((a, b) => a.from - b.from))
  const fibrillating = fibrillation(beats)
  const outsideFibrillation = (found: readonly EcgEvent[]): readonly EcgEvent[] =>
    found.filter(({ start, end }) => !fibrillating.some((span) => overlaps(span, start, end)))
  const lasting = [
    ...fibrillating.map(({ from, to }) => event('AtrialFibrillation', from, to)),
    ...bradycardia(beats, outsideFibrillation),
    ...outsideFibrillation(
      sustained(beats, (interval, width) => interval < 600 && width < wideMs, 'SinusTachycardia'),
    ),
    // Wide and fast from the start: its own shape is unknown, so it is never called sinus.
    ...sustained(
      beats,
      (interval, width) => interval < 600 && width >= wideMs,
      'WideComplexTachycardia',
    ),
  ].flatMap((one) => outside(one, noisy))
  const brief = [
    ...ventricularEvents(beats),
    ...cyclicEvents(beats, 1, 'VentricularBigeminy'),
    ...cyclicEvents(beats, 2, 'VentricularTrigeminy'),
    ...silences.filter(({ type }) => type !== 'Noise'),
  ].filter(({ start, end }) => !noisy.some((span) => overlaps(span, start, end)))
  return [...brief, ...lasting, ...noisy.map(({ from, to }) => event('Noise', from, to))].toSorted(
    (a, b) => a.start - b.start || (a.type < b.type ? -1 : 1),
  )
}
