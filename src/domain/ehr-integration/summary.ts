import type { z } from 'zod'
import { isOverridden, signalOf, spO2Of } from '../checkup/oximeter'
import { checkupSchema } from '../checkup/checkup'
import { pulseFrom, pulseOf } from '../checkup/pulse'
import { news2 } from '../ews/news2'
import { ewsScoresSchema } from '../ews/thresholds'
import type { Edition } from '../organization/organization'
import { formatDateTime } from '../time'
import { millimolesToMilligrams, roundTo } from '../units'

/** A check-up, as far as it is told to another system. */
export const toldCheckupSchema = checkupSchema
  .pick({
    endedAt: true,
    temperature: true,
    pulseRate: true,
    pulseOxiData: true,
    respiratoryRate: true,
    consciousness: true,
    onOxygen: true,
    oxygenFromFlag: true,
    doubts: true,
    bloodPressureData: true,
    weight: true,
    peakExpiratoryFlowRate: true,
    glucose: true,
    notes: true,
  })
  .extend({
    ewsScores: ewsScoresSchema
      .pick({ totalScore: true, missing: true, riskScheme: true, spo2Scale: true })
      .nullable(),
  })
export type ToldCheckup = z.infer<typeof toldCheckupSchema>

/** One value with its code (C299). */
export interface CodedDataItem {
  readonly code: string
  readonly value: string
  /** UCUM; null: a value without a unit. */
  readonly units: string | null
  readonly additionalText: string
}

/** What is sent of a period, frozen when it is asked for (C299). */
export interface EhrRequestBody {
  readonly consultationNote: string
  readonly codedDataItems: readonly CodedDataItem[]
}

/** Of which list the codes are. */
export const codeSystem = (edition: Edition): string =>
  edition === 'en-US' ? 'http://loinc.org' : 'http://snomed.info/sct'

/** SNOMED CT and LOINC (design/standards.md, D4). Null: this list has no code that is agreed. */
const codes = {
  respiratoryRate: ['86290005', '9279-1'],
  spO2: ['103228002', '59408-5'],
  systolic: ['72313002', '8480-6'],
  diastolic: ['1091811000000102', '8462-4'],
  pulse: ['78564009', '8867-4'],
  temperature: ['276885007', '8310-5'],
  consciousness: ['1104441000000107', null],
  weight: ['27113001', '29463-7'],
  total: ['1104051000000101', null],
} as const satisfies Readonly<Record<string, readonly [string, string | null]>>

export interface Told {
  readonly name: string
  readonly value: string
  /** As it is read. */
  readonly shownUnit: string
  readonly ucum: string | null
  readonly code: keyof typeof codes | null
  readonly remark?: string
}

const byHand = 'entered by hand'
const manual = (isManual: boolean): { readonly remark?: string } =>
  isManual ? { remark: byHand } : {}

const number = (value: number, places = 1): string => String(roundTo(value, places))

/** How SpO2 was got: a value that replaces the oximeter's is somebody's, whatever its signal was. */
const oximetryRemark = ({ pulseOxiData: reading }: ToldCheckup): string | null => {
  if (reading !== null && isOverridden(reading)) return byHand
  return signalOf({ pulseOxiData: reading }) === 'poor' ? 'poor signal' : null
}

/** How the pulse was got. The oximeter's is its own where only SpO2 was replaced. */
const pulseRemark = (checkup: ToldCheckup): { readonly remark?: string } => {
  const { pulseRate, pulseOxiData: reading } = checkup
  if (pulseRate !== null && pulseFrom(checkup) === 'pulseRate') return manual(pulseRate.isManual)
  const quality = oximetryRemark({
    ...checkup,
    pulseOxiData: reading && { ...reading, uneditedAverageSpO2: null },
  })
  const other =
    pulseRate === null ? null : `by the oximeter, another device counted ${number(pulseRate.value)}`
  const remark = [quality, other].filter((part) => part !== null).join(', ')
  return remark === '' ? {} : { remark }
}

/** What was measured, in the order of the observation chart. A failed oximeter measured nothing. */
export const toldValues = (checkup: ToldCheckup, edition: Edition): readonly Told[] => {
  const { respiratoryRate, bloodPressureData: pressure, temperature, weight, glucose } = checkup
  const { consciousness, peakExpiratoryFlowRate: flow, onOxygen } = checkup
  const [spO2, pulse] = [spO2Of(checkup), pulseOf(checkup)]
  const byFlag = checkup.doubts.includes('oxygen-flag')
    ? 'on oxygen by the flag of the patient, this check-up says air'
    : 'on oxygen by the flag of the patient'
  const oxygen = checkup.oxygenFromFlag ? byFlag : 'on oxygen'
  const air = onOxygen === null ? 'oxygen not recorded' : onOxygen ? oxygen : 'breathing air'
  const isUs = edition === 'en-US'
  const told: (Told | null)[] = [
    respiratoryRate && {
      name: 'Respiratory rate',
      value: number(respiratoryRate.value),
      shownUnit: '/min',
      ucum: '/min',
      code: 'respiratoryRate',
    },
    spO2 === null
      ? null
      : {
          name: 'SpO2',
          value: number(spO2),
          shownUnit: '%',
          ucum: '%',
          code: 'spO2',
          remark: [air, oximetryRemark(checkup)].filter((part) => part !== null).join(', '),
        },
    pressure && {
      name: 'Systolic blood pressure',
      value: number(pressure.systolic),
      shownUnit: ' mmHg',
      ucum: 'mm[Hg]',
      code: 'systolic',
      ...manual(pressure.isManual),
    },
    pressure && {
      name: 'Diastolic blood pressure',
      value: number(pressure.diastolic),
      shownUnit: ' mmHg',
      ucum: 'mm[Hg]',
      code: 'diastolic',
      ...manual(pressure.isManual),
    },
    pulse === null
      ? null
      : {
          name: 'Pulse',
          value: number(pulse),
          shownUnit: '/min',
          ucum: '/min',
          code: 'pulse',
          ...pulseRemark(checkup),
        },
    consciousness && {
      name: 'Consciousness (ACVPU)',
      value: consciousness,
      shownUnit: '',
      ucum: null,
      code: 'consciousness',
    },
    temperature && {
      name: 'Temperature',
      value: number(temperature.value),
      shownUnit: ' °C',
      ucum: 'Cel',
      code: 'temperature',
      ...manual(temperature.isManual),
    },
    weight && {
      name: 'Weight',
      value: number(weight.value, 2),
      shownUnit: ' kg',
      ucum: 'kg',
      code: 'weight',
      ...manual(weight.isManual),
    },
    glucose && {
      name: 'Blood glucose',
      value: isUs ? number(millimolesToMilligrams(glucose.reading), 0) : number(glucose.reading),
      shownUnit: isUs ? ' mg/dL' : ' mmol/L',
      ucum: isUs ? 'mg/dL' : 'mmol/L',
      code: null,
    },
    flow && {
      name: 'Peak expiratory flow',
      value: number(flow.value, 0),
      shownUnit: ' L/min',
      ucum: 'L/min',
      code: null,
      ...manual(flow.isManual),
    },
  ]
  return told.filter((one) => one !== null)
}

/**
 * A partial total says how much it lacks: it is no lower bound that anybody may read as complete. One
 * by other thresholds says that it is not NEWS2.
 */
export const totalWords = ({ ewsScores: scores }: ToldCheckup): string | null => {
  if (scores === null || scores.totalScore === null) return null
  const { totalScore, missing, riskScheme, spo2Scale } = scores
  return [
    riskScheme === news2
      ? `${news2} ${totalScore}`
      : `Score ${totalScore} by other thresholds (${riskScheme}), not ${news2}`,
    ...(missing === 0 ? [] : [`partial: ${missing} of 7 missing`]),
    ...(spo2Scale === 2 ? ['SpO2 Scale 2'] : []),
  ].join(', ')
}

/** The total that the code of the NEWS2 total stands for: complete, and NEWS2's. Null: none. */
const codedTotal = ({ ewsScores: scores }: ToldCheckup): number | null =>
  scores?.riskScheme === news2 && scores.missing === 0 ? scores.totalScore : null

const codeOf = (code: keyof typeof codes, edition: Edition): string | null =>
  codes[code][edition === 'en-US' ? 1 : 0]

/**
 * What another system is told of the check-ups of a period, oldest first. A value without a code,
 * and a total that is not a complete NEWS2 total, stands in the note alone.
 * @param zone in whose time the note tells its hours
 */
export const summarise = (
  checkups: readonly ToldCheckup[],
  period: { readonly from: string; readonly to: string },
  edition: Edition,
  zone: string,
): EhrRequestBody => {
  const at = (instant: string): string => formatDateTime(instant, edition, zone)
  const inOrder = checkups.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1))
  const count = inOrder.length === 1 ? '1 check-up' : `${inOrder.length} check-ups`
  const lines = inOrder.map((checkup) => {
    const values = toldValues(checkup, edition).map(
      ({ name, value, shownUnit, remark }) =>
        `${name} ${value}${shownUnit}${remark === undefined ? '' : ` (${remark})`}`,
    )
    const notes = checkup.notes?.trim() ?? ''
    return [
      `${at(checkup.endedAt)}: ${[totalWords(checkup), ...values].filter((part) => part !== null).join('; ') || 'no value measured'}`,
      ...(notes === '' ? [] : [`Note: ${notes}`]),
    ].join('\n')
  })
  return {
    consultationNote: [
      `Remote monitoring, ${count} from ${at(period.from)} to ${at(period.to)} (${zone})`,
      ...lines,
    ].join('\n'),
    codedDataItems: inOrder.flatMap((checkup) => {
      const values = toldValues(checkup, edition).flatMap(({ name, code, value, ucum, remark }) => {
        const known = code === null ? null : codeOf(code, edition)
        return known === null
          ? []
          : [
              {
                code: known,
                value,
                units: ucum,
                additionalText: [name, checkup.endedAt, remark].filter(Boolean).join(', '),
              },
            ]
      })
      const [code, total] = [codeOf('total', edition), codedTotal(checkup)]
      return code === null || total === null
        ? values
        : [
            ...values,
            {
              code,
              value: String(total),
              units: '{score}',
              additionalText: `${totalWords(checkup) ?? ''}, ${checkup.endedAt}`,
            },
          ]
    }),
  }
}
