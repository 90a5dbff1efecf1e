import type { DemonstrationPatient } from './people'
import { hashOf, pick, randomOf } from './random'
import type { Trait } from './roster'

/** When the simulated world was switched on (unix ms); admissions and stories count from here. */
export type Anchor = number

/** What a full-blown episode (severity 1) adds to the vitals. */
export const illnesses = {
  chest: { respiratoryRate: 10, spO2: -7, pulse: 28, systolic: -8, temperature: 1.6 },
  sepsis: { respiratoryRate: 9, spO2: -4, pulse: 42, systolic: -38, temperature: 2.1 },
  heart: { respiratoryRate: 8, spO2: -5, pulse: 24, systolic: -22, temperature: 0 },
  dehydration: { respiratoryRate: 2, spO2: -1, pulse: 30, systolic: -26, temperature: 0.4 },
  hypertension: { respiratoryRate: 2, spO2: 0, pulse: 10, systolic: 70, temperature: 0 },
} as const
export type Illness = keyof typeof illnesses

/** What happens to a patient at an instant; each share is 0 to about 1. */
export interface Course {
  readonly severity: number
  readonly illness: Illness | null
  /** A fast ventricular rate in atrial fibrillation. */
  readonly fast: number
  /** More oxygen than was prescribed. */
  readonly overTreated: number
  /** A pressure that falls on standing up. */
  readonly faint: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const periodMs = 12 * dayMs
/** A story lasts thirty days, 26 of them before the anchor, and then begins again. */
const storyMs = 30 * dayMs
const beforeMs = 26 * dayMs

/** Hours from the anchor and the share then; between two of them a smooth step. */
type Knots = readonly (readonly [hours: number, share: number])[]

const knotsOf = {
  deteriorating: [
    [-84, 0],
    [-30, 0.1],
    [-15, 0.2],
    [-9, 0.5],
    [-3, 0.72],
    [-1.2, 1],
    [2, 1],
    [12, 0.6],
    [40, 0.2],
    [96, 0],
  ],
  recovering: [
    [-252, 0],
    [-224, 0.68],
    [-200, 0.6],
    [-120, 0.35],
    [-48, 0.1],
    [0, 0.04],
    [96, 0],
  ],
  exacerbation: [
    [-340, 0],
    [-300, 0.45],
    [-250, 0.4],
    [-170, 0],
  ],
  fast: [
    [-196, 0],
    [-190, 1],
    [-160, 0.95],
    [-120, 0.2],
    [-24, 0.05],
    [0, 0],
  ],
  overTreated: [
    [-26, 0],
    [-20, 1],
    [20, 1],
    [26, 0],
  ],
  faint: [
    [-30, 0],
    [-24, 1],
    [30, 1],
    [48, 0],
  ],
} as const satisfies Readonly<Record<string, Knots>>

const shareAt = (knots: Knots, hours: number): number => {
  const next = knots.findIndex(([at]) => at > hours)
  const [from, to] = [knots[next - 1], knots[next]]
  if (from === undefined || to === undefined) return 0
  const part = (1 - Math.cos((Math.PI * (hours - from[0])) / (to[0] - from[0]))) / 2
  return from[1] * (1 - part) + to[1] * part
}

const has = (patient: DemonstrationPatient, conditions: RegExp): boolean =>
  patient.conditions.some((condition) => conditions.test(condition))

/** What a patient is likely to fall ill with, the likeliest first. */
const likely = (patient: DemonstrationPatient): readonly [Illness, ...Illness[]] => {
  if (has(patient, /COPD|Emphysema|Asthma|Pneumonia|Bronch|Covid|lung/i))
    return ['chest', 'chest', 'sepsis']
  if (has(patient, /heart failure|cardiomyopathy/i))
    return ['heart', 'heart', 'chest', 'hypertension']
  return ['sepsis', 'dehydration', 'chest', 'hypertension']
}

/** The greatest severity of an illness that a story tells of. */
const worstOf = (illness: Illness): number => (illness === 'sepsis' ? 0.85 : 1.15)

/** A mild illness at most once in twelve days, of those who have no story of their own. */
const mild = (
  patient: DemonstrationPatient,
  atMs: number,
): { severity: number; illness: Illness | null } => {
  const shifted = atMs + (hashOf(patient.id, 'period') / 2 ** 32) * periodMs
  const period = Math.floor(shifted / periodMs)
  const random = randomOf(patient.id, 'episode', period)
  const frail = patient.traits.has('frail')
  const chance = frail ? 0.9 : patient.traits.has('steady') ? 0.05 : 0.5
  if (random() > chance) return { severity: 0, illness: null }
  const start = random() * 4 * dayMs
  const [onset, plateau, recovery] = [
    (8 + random() * 28) * hourMs,
    (12 + random() * 40) * hourMs,
    (24 + random() * 60) * hourMs,
  ]
  const peak = (frail ? 0.25 : 0.15) + random() * 0.25
  const into = shifted - period * periodMs - start
  const share =
    into < 0
      ? 0
      : into < onset
        ? into / onset
        : into < onset + plateau
          ? 1
          : Math.max(0, 1 - (into - onset - plateau) / recovery)
  const smooth = (1 - Math.cos(Math.PI * share)) / 2
  return { severity: smooth * peak, illness: smooth === 0 ? null : pick(random, likely(patient)) }
}

const stories = ['deteriorating', 'recovering'] as const satisfies readonly Trait[]

/** The course of a patient, as a function of instant and anchor: a restart continues it. */
export const courseAt = (patient: DemonstrationPatient, atMs: number, anchor: Anchor): Course => {
  const { traits } = patient
  const since = atMs - anchor
  const hours = (since < 0 ? since : ((since + beforeMs) % storyMs) - beforeMs) / hourMs
  // Only what is to be seen now must not shift.
  const shifted = hours + (hashOf(patient.id, 'shift') % 72) - 36
  const told = (trait: Trait, knots: Knots, at = hours): number =>
    traits.has(trait) ? shareAt(knots, at) : 0
  const course = {
    fast: told('fibrillating', knotsOf.fast, shifted),
    overTreated: told('over-treated', knotsOf.overTreated),
    faint: told('postural', knotsOf.faint),
  }
  const [illness] = likely(patient)
  const story = stories.find((one) => traits.has(one))
  if (story !== undefined) {
    const severity = shareAt(knotsOf[story], hours) * worstOf(illness)
    return { ...course, severity, illness: severity === 0 ? null : illness }
  }
  if (traits.has('scale2')) {
    const severity = shareAt(knotsOf.exacerbation, shifted)
    return { ...course, severity, illness: severity === 0 ? null : 'chest' }
  }
  if (traits.has('postural') || traits.has('fibrillating'))
    return { ...course, severity: 0, illness: null }
  return { ...course, ...mild(patient, atMs) }
}

/**
 * True from a day before somebody who is getting worse is at their worst: they are looked after at
 * every hour, so that no check-up is missed and none has a gap.
 */
export const isWatched = (
  { traits }: DemonstrationPatient,
  atMs: number,
  anchor: Anchor,
): boolean => traits.has('deteriorating') && atMs <= anchor && atMs > anchor - 1.25 * dayMs

/** True where the course alone would move a score. */
export const isUnwell = ({ severity, fast, overTreated, faint }: Course): boolean =>
  severity > 0.15 || fast > 0.15 || overTreated > 0.15 || faint > 0.15
