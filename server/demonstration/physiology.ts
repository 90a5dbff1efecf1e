import { courseAt, illnesses, type Anchor, type Illness } from './courses'
import { organizationOf } from './organizations'
import type { DemonstrationPatient } from './people'
import { gaussian, randomOf, wander } from './random'

/** A body at one instant. Units: breaths/min, %, beats/min, mmHg, °C, kg, mmol/L, L/min. */
export interface Vitals {
  readonly respiratoryRate: number
  readonly spO2: number
  readonly pulse: number
  readonly systolic: number
  readonly diastolic: number
  readonly temperature: number
  readonly weight: number
  readonly glucose: number
  readonly peakFlow: number
  readonly consciousness: 'A' | 'C'
  /** How ill, 0 to about 1. */
  readonly severity: number
  /** More oxygen than was prescribed, 0 to 1. */
  readonly overTreated: number
  readonly illness: Illness | null
}

const hourMs = 3_600_000

const isCopd = (patient: DemonstrationPatient): boolean =>
  patient.conditions.some((condition) => /COPD|Emphysema/.test(condition))

const baselineOf = (patient: DemonstrationPatient) => {
  const random = randomOf(patient.id, 'baseline')
  const age = 2026 - Number(patient.birthDate.slice(0, 4))
  const systolic = 108 + age * 0.25 + 7 * gaussian(random)
  return {
    respiratoryRate: (isCopd(patient) ? 19 : 16.2) + 1.3 * gaussian(random),
    spO2: patient.traits.has('scale2')
      ? 90 + gaussian(random) * 0.5
      : (isCopd(patient) ? 95.2 : 96.9) + 0.6 * gaussian(random),
    pulse: (patient.traits.has('fibrillating') ? 88 : 75) + 7 * gaussian(random),
    systolic: Math.min(150, Math.max(114, systolic)),
    temperature: 36.6 + 0.12 * gaussian(random),
    weight: (patient.gender === 'male' ? 81 : 67) + 11 * gaussian(random),
    glucose: patient.conditions.some((condition) => /diabetes/i.test(condition)) ? 9.5 : 5.6,
    peakFlow: (patient.gender === 'male' ? 430 : 330) * (isCopd(patient) ? 0.55 : 0.8),
  }
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
const within = (low: number, high: number, value: number): number =>
  Math.min(high, Math.max(low, value))

/** From what severity on an illness clouds the mind. */
const confusedFrom = (illness: Illness | null): number => (illness === 'sepsis' ? 0.6 : 1.2)

/**
 * The vitals of a patient at an instant: baseline, rhythm of the day (temperature highest about
 * 17:00, all lowest before dawn), slow wandering, course of illness, scatter. Deterministic.
 */
export const vitalsAt = (patient: DemonstrationPatient, atMs: number, anchor: Anchor): Vitals => {
  const base = baselineOf(patient)
  const { severity, illness, fast, overTreated, faint } = courseAt(patient, atMs, anchor)
  const change =
    illness === null
      ? { respiratoryRate: 0, spO2: 0, pulse: 0, systolic: 0, temperature: 0 }
      : illnesses[illness]
  const hour = atMs / hourMs + organizationOf(patient.organization).utcOffsetHours
  const day = (peakHour: number): number => Math.cos((2 * Math.PI * (hour - peakHour)) / 24)
  const slow = (of: string, stepHours: number): number =>
    wander(`${patient.id}/${of}`, atMs, stepHours * hourMs)
  const scatter = randomOf(patient.id, 'scatter', atMs)
  // Fluid is retained as a failing heart gets worse: about 2.5 kg at the worst.
  const fluid = illness === 'heart' ? severity * 2.5 : 0
  const usual = base.systolic + 6 * day(14) + 6 * slow('systolic', 9) + severity * change.systolic
  const systolic = usual * (1 - faint) + 85 * faint + (1 - 0.6 * faint) * 2.5 * gaussian(scatter)
  return {
    respiratoryRate: Math.round(
      within(
        6,
        40,
        base.respiratoryRate +
          0.8 * day(15) +
          1.1 * slow('breath', 7) -
          2.5 * overTreated +
          severity * change.respiratoryRate +
          0.5 * gaussian(scatter),
      ),
    ),
    spO2: Math.round(
      within(
        72,
        100,
        base.spO2 +
          0.3 * day(14) +
          0.6 * slow('spo2', 8) +
          severity * change.spO2 +
          7.5 * overTreated +
          0.35 * gaussian(scatter),
      ),
    ),
    pulse: Math.round(
      within(
        34,
        180,
        base.pulse +
          4 * day(15) +
          5 * slow('pulse', 5) +
          severity * change.pulse +
          48 * fast +
          2 * gaussian(scatter),
      ),
    ),
    systolic: Math.round(within(62, 245, systolic)),
    diastolic: Math.round(within(36, 135, systolic * 0.52 + 12 + 2 * gaussian(scatter))),
    temperature: oneDecimal(
      within(
        34,
        41,
        base.temperature +
          0.28 * day(17) +
          0.12 * slow('temperature', 11) +
          severity * change.temperature +
          0.06 * gaussian(scatter),
      ),
    ),
    weight: oneDecimal(base.weight + fluid + 0.4 * slow('weight', 30) + 0.1 * gaussian(scatter)),
    glucose: oneDecimal(
      within(3.2, 27, base.glucose + 1.3 * day(19) + 1.6 * slow('glucose', 4) + severity * 5),
    ),
    peakFlow: Math.round(
      within(90, 650, base.peakFlow * (1 - 0.45 * severity) + 12 * slow('peak', 12)),
    ),
    consciousness: severity < confusedFrom(illness) ? 'A' : 'C',
    severity,
    overTreated,
    illness,
  }
}
