import {
  bloodPressureDevices,
  pulseOximeterDevices,
  respiratoryRateSources,
  temperatureDevices,
} from '../../src/domain/checkup/devices'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { oxygenFlows, type OxygenFlow } from '../../src/domain/checkup/oxygen-flow'
import { isWatched, type Anchor, type Illness } from './courses'
import { organizationOf } from './organizations'
import type { DemonstrationPatient } from './people'
import { scoresOf } from './personal'
import { vitalsAt, type Vitals } from './physiology'
import { demonstrationId, pick, randomOf, type Random } from './random'
import { actionOf, needOf, noteOf, type Need } from './responses'
import { checkupTimes, dayMs } from './schedule'

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
const emergencySigns: Readonly<Record<Illness, readonly [Sign, ...Sign[]]>> = {
  chest: [sign('chest_pain', 'emergency'), sign('blood_in_sputum', 'emergency')],
  heart: [sign('chest_pain', 'emergency')],
  sepsis: [sign('speech_problems', 'emergency')],
  dehydration: [sign('speech_problems', 'emergency')],
  hypertension: [sign('sudden_facial_weakness', 'emergency')],
}

const signsOf = (vitals: Vitals, random: Random): readonly Sign[] => {
  const emergency =
    vitals.illness !== null && vitals.severity > 0.6 && random() < 0.2
      ? [pick(random, emergencySigns[vitals.illness])]
      : []
  const ill = vitals.severity > 0.25 && random() < 0.75 ? [pick(random, illSigns)] : []
  const everyday = random() < 0.22 ? [pick(random, everydaySigns)] : []
  return [...emergency, ...ill, ...everyday]
}

const oximetry = (vitals: Vitals, random: Random) => {
  const confidence = random() < 0.95 ? 'HIGH' : pick(random, weakSignals)
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
    oxygenFlows[
      Math.min(
        oxygenFlows.length - 1,
        usual + Math.round(vitals.severity * 10 + vitals.overTreated * 6),
      )
    ] ?? 'above_5'
  )
}

const measured = (
  patient: DemonstrationPatient,
  vitals: Vitals,
  endedAt: number,
  random: Random,
  hasAll: boolean,
): Record<string, unknown> => {
  const drawn = (chance: number): boolean => random() < chance
  const present = (chance: number): boolean => drawn(chance) || hasAll
  const manualTemperature = drawn(0.25)
  return {
    ...(present(0.985)
      ? {
          temperature: {
            value: vitals.temperature,
            device: manualTemperature ? null : pick(random, temperatureDevices),
            isManual: manualTemperature,
          },
        }
      : {}),
    ...(present(0.99)
      ? {
          pulseRate: {
            value: vitals.pulse,
            source: drawn(0.7) ? 'oximeter' : 'cuff',
            isManual: drawn(0.05),
          },
        }
      : {}),
    ...(present(0.99) ? { pulseOxiData: oximetry(vitals, random) } : {}),
    ...(present(0.985)
      ? {
          respiratoryRate: {
            value: vitals.respiratoryRate,
            source: pick(random, respiratoryRateSources),
          },
        }
      : {}),
    ...(present(0.995) ? { consciousness: vitals.consciousness } : {}),
    ...(present(0.985)
      ? {
          bloodPressureData: {
            systolic: vitals.systolic,
            diastolic: vitals.diastolic,
            position: pick(random, positions),
            device: pick(random, bloodPressureDevices),
            isManual: drawn(0.08),
          },
        }
      : {}),
    ...(present(0.99) ? { onOxygen: patient.traits.has('oxygen') } : {}),
    ...(patient.traits.has('oxygen') && randomOf(patient.id, 'flow-told', endedAt)() < 0.8
      ? { oxygenFlow: flowOf(patient, vitals) }
      : {}),
    ...extrasOf(patient, vitals, endedAt, random),
  }
}

/** The sender's id of a check-up: the same patient and instant always give the same one. */
const checkupIdOf = (patient: DemonstrationPatient, endedAt: number): string =>
  demonstrationId('checkup', patient.id, endedAt)

interface Taken {
  readonly random: Random
  readonly vitals: Vitals
  readonly softSignsOnly: boolean
  readonly body: CheckupBody
}

/** What the devices say, before anybody has looked at the score. */
const takenAt = (patient: DemonstrationPatient, endedAt: number, anchor: Anchor): Taken => {
  const random = randomOf(patient.id, 'checkup', endedAt)
  const vitals = vitalsAt(patient, endedAt, anchor)
  const hasAll = isWatched(patient, endedAt, anchor)
  const softSignsOnly = vitals.severity < 0.3 && random() < 0.03 && !hasAll
  const signs = signsOf(vitals, random)
  return {
    random,
    vitals,
    softSignsOnly,
    body: {
      id: checkupIdOf(patient, endedAt),
      patientId: patient.id,
      type: 'new_checkup',
      ...(softSignsOnly ? { subtype: 'soft-signs' } : {}),
      checkupType: { id: patient.pathway.checkupTypeId, name: patient.pathway.checkupTypeName },
      startedAt: new Date(endedAt - Math.round(120 + random() * 360) * 1000).toISOString(),
      endedAt: new Date(endedAt).toISOString(),
      ...(softSignsOnly ? {} : measured(patient, vitals, endedAt, random, hasAll)),
      symptoms: signs.map(({ key, severity }) => ({ key, severity })),
      softSigns: signs.map(({ key, isEmergency }) => ({ key, isEmergency })),
    },
  }
}

const knownNeeds = new Map<string, Need>()
const knownMost = 20_000

const needAt = (patient: DemonstrationPatient, { body }: Taken, anchor: Anchor): Need => {
  const key = `${body.id} ${anchor}`
  const held = knownNeeds.get(key)
  if (held !== undefined) return held
  const readings = readingsOf(checkupIngestSchema.parse(body))
  const need = needOf(scoresOf(patient, ewsInputOf(readings, patient.traits.has('oxygen'))))
  if (knownNeeds.size >= knownMost) knownNeeds.clear()
  knownNeeds.set(key, need)
  return need
}

/** What the check-up before asked for, looked for in a day and a half. */
const needBefore = (patient: DemonstrationPatient, endedAt: number, anchor: Anchor): Need => {
  const last = checkupTimes(patient, endedAt - 1.5 * dayMs, endedAt, anchor).at(-1)
  return last === undefined ? 0 : needAt(patient, takenAt(patient, last, anchor), anchor)
}

/** The check-up of a patient that ended at an instant (unix ms), with realistic gaps and slips. */
export const checkupAt = (
  patient: DemonstrationPatient,
  endedAt: number,
  anchor: Anchor,
): CheckupBody => {
  const taken = takenAt(patient, endedAt, anchor)
  const { random, vitals, body } = taken
  const [need, before] = [needAt(patient, taken, anchor), needBefore(patient, endedAt, anchor)]
  const hour = Math.floor(
    (endedAt / 3_600_000 + organizationOf(patient.organization).utcOffsetHours + 24) % 24,
  )
  const action = actionOf(need, before, hour)
  const note = noteOf({ need, before, action, vitals }, random)
  // A quiet check-up is not always closed with an action.
  const chosen = need > 0 || random() < 0.88
  return {
    ...body,
    ...(note === null ? {} : { notes: note }),
    ...(chosen ? { selectedAction: action } : {}),
    isStable: need < 2,
  }
}
