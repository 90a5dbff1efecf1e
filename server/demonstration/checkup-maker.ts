import {
  bloodPressureDevices,
  pulseOximeterDevices,
  respiratoryRateSources,
  temperatureDevices,
} from '../../src/domain/checkup/devices'
import { oxygenFlows, type OxygenFlow } from '../../src/domain/checkup/oxygen-flow'
import type { DemonstrationPatient } from './people'
import { vitalsAt, type Vitals } from './physiology'
import { demonstrationId, pick, randomOf, type Random } from './random'

/** A check-up as it is sent: optional fields are left out. */
export type CheckupBody = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly patientId: string
  readonly startedAt: string
  readonly endedAt: string
}

const positions = ['sitting', 'sitting', 'sitting', 'lying', 'standing'] as const
const weakSignals = ['FAILED', 'INSUFFICIENT_QUALITY', 'DEVICE_UNSTABLE', 'VITAL_UNSTABLE'] as const

interface Sign {
  readonly key: string
  readonly isEmergency: boolean
  readonly severity: string
}
const sign = (key: string, severity: string): Sign => ({
  key,
  severity,
  isEmergency: severity === 'emergency',
})
const everydaySigns = [
  sign('reduced_appetite', 'low'),
  sign('poor_sleep', 'low'),
  sign('new_cough', 'medium'),
  sign('more_tired_than_usual', 'medium'),
  sign('ankle_swelling', 'medium'),
] as const
const illSigns = [
  sign('increased_breathlessness', 'high'),
  sign('fever_or_shivering', 'high'),
  sign('new_confusion', 'high'),
  sign('reduced_fluid_intake', 'medium'),
  sign('sputum_changed_colour', 'medium'),
] as const
const emergencySigns = [
  sign('chest_pain', 'emergency'),
  sign('blood_in_sputum', 'emergency'),
  sign('sudden_facial_weakness', 'emergency'),
  sign('speech_problems', 'emergency'),
] as const

const calmNotes = [
  'Comfortable, sitting out in the chair.',
  'Slept well, ate breakfast.',
  'Walked to the kitchen without stopping.',
  'Says they feel about the same as yesterday.',
  'Family visiting this afternoon.',
] as const
const illNotes = [
  'More breathless than this morning; asked to rest and repeat in an hour.',
  'Looks unwell, drinking little. Senior informed.',
  'Hot to touch, paracetamol given.',
  'Called the on-call team for advice.',
  'Inhaler technique checked, two more puffs given.',
] as const

const signsOf = (vitals: Vitals, random: Random): readonly Sign[] => {
  const emergency = vitals.severity > 0.6 && random() < 0.3 ? [pick(random, emergencySigns)] : []
  const ill = vitals.severity > 0.25 && random() < 0.75 ? [pick(random, illSigns)] : []
  const everyday = random() < 0.22 ? [pick(random, everydaySigns)] : []
  return [...emergency, ...ill, ...everyday]
}

/** 1 no action, 2 increased monitoring, 3 called GP, 4 called 111, 5 called 999 (P section 4). */
const actionOf = (vitals: Vitals, random: Random): number | undefined => {
  if (random() < 0.12) return undefined
  const step = vitals.severity * 5.5 + random() * 0.9
  return step < 1.2 ? 1 : step < 2.2 ? 2 : step < 3 ? 3 : step < 3.7 ? 4 : 5
}

const oximetry = (vitals: Vitals, random: Random) => {
  const confidence = random() < 0.88 ? 'HIGH' : pick(random, weakSignals)
  // A weak signal is often measured again by hand; the device's own value is kept beside it.
  const isManual = confidence === 'FAILED' || random() < 0.04
  const device = pick(random, pulseOximeterDevices)
  return {
    averageSpO2: vitals.spO2,
    uneditedAverageSpO2: isManual
      ? Math.max(70, vitals.spO2 - Math.round(random() * 4))
      : vitals.spO2,
    averageHr: vitals.pulse,
    confidence,
    device,
    isManual,
  }
}

const extrasOf = (
  patient: DemonstrationPatient,
  vitals: Vitals,
  endedAt: number,
  random: Random,
): Record<string, unknown> => {
  const asks = (extra: 'weight' | 'glucose' | 'peakFlow'): boolean =>
    patient.pathway.extras.includes(extra) && random() < 0.85
  return {
    ...(asks('weight')
      ? { weight: { value: vitals.weight, isManual: random() < 0.3, device: 'Scale A' } }
      : {}),
    ...(asks('peakFlow')
      ? { peakExpiratoryFlowRate: { value: vitals.peakFlow, isManual: true } }
      : {}),
    ...(asks('glucose')
      ? {
          glucose: {
            reading: vitals.glucose,
            time_of_capture: new Date(endedAt - 60_000).toISOString(),
            before_after_meal: pick(random, [
              'upon_waking',
              'at_least_90_minutes_after_meals',
              'before_meals',
            ] as const),
          },
        }
      : {}),
  }
}

/** What a patient on oxygen is given: their own usual flow, more of it while they are worse. */
const flowOf = (patient: DemonstrationPatient, vitals: Vitals): OxygenFlow => {
  const usual = Math.floor(randomOf(patient.id, 'oxygen-flow')() * 5)
  return (
    oxygenFlows[Math.min(oxygenFlows.length - 1, usual + Math.round(vitals.severity * 10))] ??
    'above_5'
  )
}

const measured = (
  patient: DemonstrationPatient,
  vitals: Vitals,
  endedAt: number,
  random: Random,
): Record<string, unknown> => {
  const present = (chance: number): boolean => random() < chance
  const manualTemperature = present(0.25)
  return {
    ...(present(0.96)
      ? {
          temperature: {
            value: vitals.temperature,
            device: manualTemperature ? null : pick(random, temperatureDevices),
            isManual: manualTemperature,
          },
        }
      : {}),
    ...(present(0.97)
      ? {
          pulseRate: {
            value: vitals.pulse,
            source: present(0.7) ? 'oximeter' : 'cuff',
            isManual: present(0.05),
          },
        }
      : {}),
    ...(present(0.97) ? { pulseOxiData: oximetry(vitals, random) } : {}),
    ...(present(0.95)
      ? {
          respiratoryRate: {
            value: vitals.respiratoryRate,
            source: pick(random, respiratoryRateSources),
          },
        }
      : {}),
    ...(present(0.98) ? { consciousness: vitals.consciousness } : {}),
    ...(present(0.93)
      ? {
          bloodPressureData: {
            systolic: vitals.systolic,
            diastolic: vitals.diastolic,
            position: pick(random, positions),
            device: pick(random, bloodPressureDevices),
            isManual: present(0.08),
          },
        }
      : {}),
    ...(present(0.97) ? { onOxygen: patient.traits.has('oxygen') } : {}),
    ...(patient.traits.has('oxygen') && randomOf(patient.id, 'flow-told', endedAt)() < 0.8
      ? { oxygenFlow: flowOf(patient, vitals) }
      : {}),
    ...extrasOf(patient, vitals, endedAt, random),
  }
}

/** The sender's id of a check-up: the same patient and instant always give the same one. */
const checkupIdOf = (patient: DemonstrationPatient, endedAt: number): string =>
  demonstrationId('checkup', patient.id, endedAt)

/** The check-up of a patient that ended at an instant (unix ms), with realistic gaps and slips. */
export const checkupAt = (patient: DemonstrationPatient, endedAt: number): CheckupBody => {
  const random = randomOf(patient.id, 'checkup', endedAt)
  const vitals = vitalsAt(patient, endedAt)
  const softSignsOnly = random() < 0.03
  const signs = signsOf(vitals, random)
  const action = actionOf(vitals, random)
  const noted = random() < (vitals.severity > 0.3 ? 0.5 : 0.12)
  const id = checkupIdOf(patient, endedAt)
  const withEcg =
    patient.conditions.some((condition) =>
      /fibrillation|infarction|Heart failure/i.test(condition),
    ) && random() < 0.08
  return {
    id,
    patientId: patient.id,
    type: 'new_checkup',
    ...(softSignsOnly ? { subtype: 'soft-signs' } : {}),
    checkupType: { id: patient.pathway.checkupTypeId, name: patient.pathway.checkupTypeName },
    startedAt: new Date(endedAt - Math.round(120 + random() * 360) * 1000).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    ...(softSignsOnly ? {} : measured(patient, vitals, endedAt, random)),
    symptoms: signs.map(({ key, severity }) => ({ key, severity })),
    softSigns: signs.map(({ key, isEmergency }) => ({ key, isEmergency })),
    ...(noted ? { notes: pick(random, vitals.severity > 0.3 ? illNotes : calmNotes) } : {}),
    ...(withEcg && !softSignsOnly
      ? {
          attachments: [
            {
              id: `${id}-ecg`,
              type: 'ecg_report',
              downloadUrl: `https://files.lamplight.example/ecg/${id}.pdf`,
            },
          ],
        }
      : {}),
    ...(action === undefined ? {} : { selectedAction: action }),
    isStable: vitals.severity < 0.4,
  }
}
