/**
 * A second look at a stretch's beats when all of them are known: those of one shape are of one
 * kind. After Llamedo M., Martínez J. P., "An automatic patient-adapted ECG heartbeat classifier
 * allowing expert assistance", IEEE Transactions on Biomedical Engineering 59(8), 2312-2320, 2012
 * (beats are clustered, and a cluster is labelled as most of its beats were). That the time before
 * ectopic beats of one focus hardly varies, and that before aberrantly conducted ones does in atrial
 * fibrillation: Marriott H. J. L., Sandler I. A., "Criteria, old and new, for differentiating between
 * ectopic ventricular beats and aberrant ventricular conduction in the presence of atrial
 * fibrillation", Progress in Cardiovascular Diseases 9(1), 18-28, 1966. The limits are ours, set on
 * the records that docs/waveforms.md names.
 */
import type { Beat } from './beat-classifier'
import { compareShapes, fitOf, measureShape } from './beat-shape'
import { known, type Template } from './beat-templates'
import { median } from './recent'

/** Fewer beats of a shape say nothing of each other. */
const leastOfGroup = 4
/** Share of a shape's beats that were taken for ventricular. */
const often = 0.4
const hardly = 0.25
/** How well the beats of a shape fit its mean: below, noise brought them together. */
const ofOneShape = 0.94
/** Likeness and width against this heart's own shape. */
const like = 0.85
const wide = 1.35
const wideMs = 90
const veryWide = 1.5
/** Of all beats: a shape that is this rare is not the heart's own. */
const rare = 0.2
/** Beats beside each other whose shapes are as alike as this are of one kind. */
const alike = 0.9
/** Share of a shape's beats that have other shapes on both sides. */
const alone = 0.5
/** Spread of the heart's own intervals, and of the times before the beats of a shape. */
const irregular = 0.12
const variablyCoupled = 0.12
/** A likeness above is as good as any. */
const surely = 0.95
/** Against the heart's own interval: early, with a pause after it, and of another shape. */
const [early, late, likeWhenEarly] = [0.75, 1.12, 0.88]
/** Two intervals of a run, against the heart's own, and how wide the beats in it are. */
const [fastPair, wideInRun] = [1.9, 1.3]

/** Of a heart's own rhythm: how far off its time, how fast, how many of a shape, how many in a row. */
const [onTime, fastest, mostly, longRun] = [0.12, 0.85, 0.8, 30]
/** Seconds, 100 /min; and how far from half of the heart's own interval. */
const [slow, aHalf] = [0.6, 0.2]

/** The intervals between beats of the heart's own, seconds. */
const ownIntervals = (
  beats: readonly Beat[],
  isOwn: (index: number) => boolean,
): readonly number[] =>
  beats.flatMap(({ interval }, index) =>
    interval !== null && isOwn(index) && isOwn(index - 1) ? [interval] : [],
  )

/** The median distance from the median, as a share of it. */
const relativeSpread = (values: readonly number[]): number => {
  const middle = median(values)
  return middle === 0 ? 0 : median(values.map((value) => Math.abs(value - middle))) / middle
}

/** Whether a beat comes when the rhythm around it lets it be expected, and so does the next one. */
const isOnTime = (beats: readonly Beat[], index: number, own: number): boolean => {
  const [before, after] = [beats[index]?.interval ?? null, beats[index + 1]?.interval ?? null]
  if (before === null || after === null) return false
  const around = median(
    beats.slice(Math.max(0, index - 4), index + 5).flatMap(({ interval }) => interval ?? []),
  )
  // Where every second beat is blocked, this heart's own interval is twice as long.
  const isHalf = around >= slow && Math.abs(2 * around - own) <= aHalf * own
  return (
    (isHalf || around >= fastest * own) &&
    [before, after].every((one) => Math.abs(one - around) <= onTime * around)
  )
}

/** How many of them, which are places in order, lie among so many beside each other. */
const inLongRuns = (members: readonly number[]): number => {
  let [count, run] = [0, 0]
  for (const [nth, index] of members.entries()) {
    run = index - 1 === members[nth - 1] ? run + 1 : 1
    if (run === longRun) count += longRun
    else if (run > longRun) count += 1
  }
  return count
}

type Groups = ReadonlyMap<Template, readonly number[]>

/** The shape of most beats that were taken for the heart's own. */
const dominantOf = (groups: Groups, beats: readonly Beat[]): Template | null => {
  let [found, most]: [Template | null, number] = [null, 0]
  for (const [template, members] of groups) {
    const own = members.filter((index) => beats[index]?.kind === 'normal').length
    if (own > most) [found, most] = [template, own]
  }
  return found
}

const groupsOf = (beats: readonly Beat[]): Groups => {
  const groups = new Map<Template, number[]>()
  for (const [index, { template }] of beats.entries()) {
    const members = groups.get(template)
    if (members === undefined) groups.set(template, [index])
    else members.push(index)
  }
  return groups
}

/** The times before beats of a shape that follow one of another shape: not those within a run. */
const couplingsOf = (
  template: Template,
  members: readonly number[],
  beats: readonly Beat[],
): readonly number[] =>
  members.flatMap((index) =>
    beats[index - 1]?.template === template ? [] : (beats[index]?.interval ?? []),
  )

/** What the beats of a shape are, all of them; null: each is what it was taken for. */
const kindOfGroup = (
  template: Template,
  members: readonly number[],
  beats: readonly Beat[],
  heart: {
    readonly dominant: Template
    readonly width: number
    readonly isIrregular: boolean
    readonly own: number
  },
): Beat['kind'] | null => {
  const of = members.flatMap((index) => beats[index] ?? [])
  const { likeness } = compareShapes(template.values, heart.dominant.values)
  const { width } = measureShape(template.values)
  const isWide = width >= wide * heart.width && width >= wideMs
  const isOther = likeness < like
  if (
    heart.isIrregular &&
    !isWide &&
    relativeSpread(couplingsOf(template, members, beats)) > variablyCoupled
  )
    return 'normal'
  // A bundle branch block that comes and goes: for a while, neither early nor before a pause, nor fast.
  if (
    inLongRuns(members) >= mostly * members.length &&
    members.filter((index) => isOnTime(beats, index, heart.own)).length >= mostly * members.length
  )
    return 'normal'
  const share = of.filter(({ kind }) => kind === 'ventricular').length / of.length
  const isAlike = (other: Template | undefined): boolean =>
    other !== undefined &&
    (other === template || compareShapes(template.values, other.values).likeness > alike)
  // A bundle branch block that comes and goes stays for several beats; an escape beat comes alone.
  const comesAlone = (): boolean =>
    members.filter(
      (index) => !isAlike(beats[index - 1]?.template) && !isAlike(beats[index + 1]?.template),
    ).length >=
    alone * members.length
  const isVentricular =
    (share >= often && (isOther || isWide)) ||
    (isOther && isWide && comesAlone()) ||
    (likeness < 0 && width >= veryWide * heart.width && members.length < rare * beats.length)
  if (!isVentricular) return share < hardly ? 'normal' : null
  return median(of.map(({ shape }) => fitOf(shape.values, template.values))) >= ofOneShape
    ? 'ventricular'
    : null
}

/**
 * Of a heart whose own beats are regular: an early one with a pause after it, unlike the shape that
 * it was counted among.
 */
const isPremature = (
  beats: readonly Beat[],
  index: number,
  own: number,
  dominant: Template,
): boolean => {
  const [beat, lead] = [beats[index], beats[index + 1]?.interval ?? null]
  return (
    beat?.interval != null &&
    lead !== null &&
    beat.interval < early * own &&
    lead > late * own &&
    compareShapes(beat.shape.values, dominant.values).likeness < likeWhenEarly
  )
}

/** Whether two intervals beside a beat are of a run: of two shapes in turn it is one run as well. */
const isFastPair = (beats: readonly Beat[], index: number, own: number): boolean => {
  const [before, after] = [beats[index]?.interval ?? null, beats[index + 1]?.interval ?? null]
  return before !== null && after !== null && before + after < fastPair * own
}

/** @param beats in order, with the kind that each was taken for alone */
export const judgeByShape = (beats: readonly Beat[]): readonly Beat[] => {
  const groups = groupsOf(beats)
  const dominant = dominantOf(groups, beats)
  if (dominant === null) return beats
  const { width } = measureShape(dominant.values)
  const intervals = ownIntervals(beats, (index) => beats[index]?.kind === 'normal')
  const isIrregular = relativeSpread(intervals) > irregular
  const kinds = beats.map(({ kind }) => kind)
  for (const [template, members] of groups) {
    if (members.length < leastOfGroup || template === dominant) continue
    const kind = kindOfGroup(template, members, beats, {
      dominant,
      width,
      isIrregular,
      own: median(intervals),
    })
    if (kind !== null) for (const index of members) kinds[index] = kind
  }
  const own = median(ownIntervals(beats, (index) => kinds[index] === 'normal'))
  const sizeOf = (template: Template): number => groups.get(template)?.length ?? 0
  if (!isIrregular)
    for (const [index, { template }] of beats.entries())
      if (
        kinds[index] === 'normal' &&
        sizeOf(template) >= leastOfGroup &&
        isPremature(beats, index, own, dominant)
      )
        kinds[index] = 'ventricular'
  const isBetween = (index: number, { template }: Beat): boolean =>
    kinds[index] === 'normal' &&
    kinds[index - 1] === 'ventricular' &&
    kinds[index + 1] === 'ventricular' &&
    template !== dominant &&
    sizeOf(template) >= leastOfGroup &&
    isFastPair(beats, index, own) &&
    measureShape(template.values).width >= wideInRun * width
  return beats.map((beat, index) => ({
    ...beat,
    kind: isBetween(index, beat) ? 'ventricular' : (kinds[index] ?? beat.kind),
    // What was strange when it came may have become a known shape since.
    likeness:
      beat.likeness < surely && sizeOf(beat.template) >= known
        ? Math.max(beat.likeness, compareShapes(beat.shape.values, beat.template.values).likeness)
        : beat.likeness,
  }))
}
