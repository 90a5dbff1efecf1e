import { isEmergencyKey } from '../checkup/emergency-signs'
import { limits } from '../checkup/limits'
import { oxygenFlows } from '../checkup/oxygen-flow'
import type { Edition } from '../organization/organization'
import { tileKeys, type AskedCheckup, type TileKey } from '../pathway/tiles'
import { isAskedAbout, questionsOf, type Known, type Question } from '../symptoms/asked'
import { mostPain, symptomOf, symptoms, type Symptom } from '../symptoms/catalogue'
import {
  celsiusToFahrenheit,
  kilogramsToPounds,
  millimolesToMilligrams,
  roundGlucoseInput,
  roundTemperatureInput,
  roundTo,
  roundWeightInput,
} from '../units'
import type { EwsScores } from '../ews/thresholds'

/** The numbers that are typed. */
export const typedNumbers = [
  'respiratoryRate',
  'spO2',
  'pulse',
  'systolic',
  'diastolic',
  'temperature',
  'weight',
  'glucose',
] as const
export type TypedNumber = (typeof typedNumbers)[number]

/** Signs that are emergencies by their key (C310), as the form offers them. */
export const askedSymptoms = [
  'chest_pain',
  'speech_problems',
  'arm_weakness',
  'sudden_facial_weakness',
  'sight_issue',
  'blood_in_sputum',
] as const
/** The patient was asked, and has none of them. */
export const noSymptom = 'none'

/** Whether oxygen is given, and how much: air, oxygen at an unknown flow, or L/min. */
export const oxygenChoices = ['air', 'unknown', ...oxygenFlows] as const

/** The field that says why a tile was not measured. */
export const skipField = (tile: TileKey): `skip-${TileKey}` => `skip-${tile}`

/** Everything that is typed or chosen, as text; '' for nothing. */
export type ObservationValues = Readonly<
  Record<
    | TypedNumber
    | 'consciousness'
    | 'oxygen'
    | 'position'
    | 'glucoseTiming'
    | 'pain'
    | 'notes'
    | 'how'
    | 'checkupType'
    | `skip-${TileKey}`,
    string
  >
> & {
  /** The keys that are answered yes. */
  readonly symptoms: readonly string[]
  /** The keys that are answered no. */
  readonly denied: readonly string[]
}

/** The untouched form. */
export const untouched = (checkupTypeId: string): ObservationValues => ({
  respiratoryRate: '',
  spO2: '',
  pulse: '',
  systolic: '',
  diastolic: '',
  temperature: '',
  weight: '',
  glucose: '',
  consciousness: '',
  oxygen: '',
  position: '',
  glucoseTiming: '',
  pain: '',
  notes: '',
  how: 'bedside',
  checkupType: checkupTypeId,
  symptoms: [],
  denied: [],
  ...(Object.fromEntries(tileKeys.map((tile) => [skipField(tile), ''])) as Record<
    `skip-${TileKey}`,
    string
  >),
})

/** The fields of each tile, in the order in which they are asked. What no hand measures has none. */
export const fieldsOfTile: Readonly<Record<TileKey, readonly (keyof ObservationValues)[]>> = {
  symptomsQuestionnaire: ['symptoms', 'denied', 'pain'],
  consciousness: ['consciousness'],
  bloodPressureCuff: ['systolic', 'diastolic', 'position'],
  pulseOximeter: ['spO2', 'pulse', 'oxygen'],
  respiratoryRate: ['respiratoryRate'],
  stethoscope: [],
  temperature: ['temperature'],
  weight: ['weight'],
  glucose: ['glucose', 'glucoseTiming'],
  picture: [],
}

/** The fields that measure a tile: one of them answers it. */
const answersOf: Readonly<Record<TileKey, readonly (keyof ObservationValues)[]>> = {
  ...fieldsOfTile,
  bloodPressureCuff: ['systolic'],
  pulseOximeter: ['spO2'],
  glucose: ['glucose'],
}

/** A tile of the form. */
export interface FormTile {
  readonly key: TileKey
  /** It is measured, or a reason says why not. */
  readonly isRequired: boolean
  /** Required since another value is abnormal. */
  readonly isForced: boolean
}

const anyTime: readonly TileKey[] = [
  'symptomsQuestionnaire',
  'consciousness',
  'bloodPressureCuff',
  'pulseOximeter',
  'respiratoryRate',
  'temperature',
  'weight',
  'glucose',
]

const isAbnormal = (score: number | null | undefined): boolean => score != null && score > 0

/**
 * The tiles of a check-up in the order of the device, with what the values typed so far ask for: a
 * stethoscope where breathing rate or saturation score, or a respiratory sign was chosen (P194).
 * Without a check-up of a pathway everything may be measured, and nothing must. What was typed before
 * another check-up was chosen stays.
 */
export const tilesOf = (
  asked: AskedCheckup | null,
  scores: Pick<EwsScores, 'RRScore' | 'SpO2Score'> | null,
  values: ObservationValues,
): readonly FormTile[] => {
  if (asked === null) return anyTime.map((key) => ({ key, isRequired: false, isForced: false }))
  return tileKeys.flatMap((key): readonly FormTile[] => {
    const tile = asked.tiles.find((one) => one.key === key)
    if (tile === undefined || tile.rule === 'disabled')
      return hasTyped(key, values) ? [{ key, isRequired: false, isForced: false }] : []
    const { settings } = tile
    const isForced =
      tile.rule !== 'required' &&
      ((settings.includes('forceOnAbnormalRespiratoryRate') && isAbnormal(scores?.RRScore)) ||
        (settings.includes('forceOnAbnormalSpO2') && isAbnormal(scores?.SpO2Score)) ||
        (settings.includes('forceOnRespiratorySoftSigns') && values.symptoms.some(isRespiratory)))
    return [{ key, isRequired: isForced || tile.rule === 'required', isForced }]
  })
}

/** Whether anything of a tile was typed or chosen. */
const hasTyped = (tile: TileKey, values: ObservationValues): boolean =>
  fieldsOfTile[tile].some((field) => hasAnswer(field, values))

/** Whether a tile was measured, as far as a hand can. */
export const isAnswered = (tile: TileKey, values: ObservationValues): boolean =>
  answersOf[tile].some((field) => hasAnswer(field, values))

/** The families whose signs ask for a stethoscope. */
const respiratory: ReadonlySet<string> = new Set([
  'cough',
  'sputum',
  'breathing',
  'asthma',
  'respiratory',
])
const isRespiratory = (key: string): boolean => respiratory.has(symptomOf(key)?.family ?? '')

/** Asked beside the glucose, whatever else is asked. */
const isWithGlucose = (key: string): boolean => symptomOf(key)?.glucoseAbove !== undefined

/** Whether a field is answered; what is asked beside the glucose is none of the questionnaire's. */
const hasAnswer = (field: keyof ObservationValues, values: ObservationValues): boolean =>
  field === 'symptoms' || field === 'denied'
    ? values[field].some((key) => !isWithGlucose(key))
    : values[field].length > 0

/** The emergencies and pain, which are asked of everybody. */
export const isAlwaysAsked = (key: string): boolean =>
  isEmergencyKey(key) || symptomOf(key)?.choice === 'pain'

/** What decides which questions are asked: the answers so far, and the glucose where it can be read. */
export const knownOf = (values: ObservationValues, ageYears: number, edition: Edition): Known => {
  const glucose = readTyped('glucose', values.glucose, edition)
  return {
    ageYears,
    glucose: 'value' in glucose ? glucose.value : null,
    said: values.symptoms,
  }
}

/** The questions of a form, beside those that are always asked. */
export interface AskedQuestions {
  /** By page of the care pathway, in its order; pages without a question now are left out. */
  readonly pages: readonly { readonly page: string; readonly questions: readonly Question[] }[]
  /** Asked for the glucose that is typed. */
  readonly withGlucose: readonly Question[]
  /** Answered yes, and on no page: from a search, or of a check-up that was chosen before. */
  readonly others: readonly string[]
}

/** Which questions are asked now. A key that the catalogue does not have cannot be asked. */
export const askedNow = (
  asked: AskedCheckup | null,
  values: ObservationValues,
  known: Known,
): AskedQuestions => {
  const seen = new Set<string>()
  const isNow = (symptom: Symptom | undefined): boolean =>
    symptom !== undefined && isAskedAbout(symptom, known)
  const pages = (asked?.questions ?? []).flatMap(({ page, keys }) => {
    const own = keys.filter(
      (key) =>
        !isAlwaysAsked(key) && !isWithGlucose(key) && !seen.has(key) && isNow(symptomOf(key)),
    )
    for (const key of own) seen.add(key)
    const questions = questionsOf(own)
    return questions.length === 0 ? [] : [{ page, questions }]
  })
  return {
    pages,
    withGlucose: questionsOf(
      [...symptoms.keys()].filter((key) => isWithGlucose(key) && isNow(symptomOf(key))),
    ),
    others: values.symptoms.filter(
      (key) =>
        !isAlwaysAsked(key) && !isWithGlucose(key) && !seen.has(key) && isNow(symptomOf(key)),
    ),
  }
}

/**
 * The answers that are recorded, and those that are not since what they were asked for no longer
 * holds: the glucose, or the answer before. They stay in the form, and count again when it does.
 */
export const heldAnswers = (
  values: ObservationValues,
  known: Known,
): { readonly recorded: readonly string[]; readonly ended: readonly Symptom[] } => {
  const ended = values.symptoms.flatMap((key) => {
    const symptom = symptomOf(key)
    return symptom === undefined || isAskedAbout(symptom, known) ? [] : [symptom]
  })
  const gone = new Set<string>(ended.map(({ key }) => key))
  return {
    recorded: values.symptoms.filter((key) => key !== noSymptom && !gone.has(key)),
    ended,
  }
}

const same = (value: number): number => value
interface Quantity {
  /** What it can be at all, in stored units. */
  readonly limits: readonly [number, number]
  /** Outside of this it is asked whether it is true, in stored units. */
  readonly likely: readonly [number, number]
  /** From stored units to those of the edition, and how a typed value is kept. */
  readonly shown: (stored: number, edition: Edition) => number
  readonly stored: (typed: number, edition: Edition) => number
}

const plain = (most: readonly [number, number], likely: readonly [number, number]): Quantity => ({
  limits: most,
  likely,
  shown: same,
  stored: same,
})
const american =
  (convert: (value: number) => number) =>
  (value: number, edition: Edition): number =>
    edition === 'en-US' ? convert(value) : value

/**
 * Every typed number: °C, kg, mmol/L, mmHg, %, /min as stored; a US form takes °F, lb and mg/dL. Kept
 * with 2, 2 and 3 decimals (P351 to P353).
 */
const quantities: Readonly<Record<TypedNumber, Quantity>> = {
  respiratoryRate: plain(limits.respiratoryRatePerMinute, [8, 35]),
  spO2: plain(limits.spO2Percent, [85, 100]),
  pulse: plain(limits.pulsePerMinute, [40, 150]),
  systolic: plain(limits.systolicMmHg, [80, 220]),
  diastolic: plain(limits.pressureMmHg, [40, 130]),
  temperature: {
    limits: limits.temperatureCelsius,
    likely: [34.5, 40.5],
    shown: american(celsiusToFahrenheit),
    stored: (typed, edition) =>
      roundTemperatureInput(edition === 'en-US' ? (typed - 32) / 1.8 : typed),
  },
  weight: {
    limits: limits.weightKilograms,
    likely: [30, 200],
    shown: american(kilogramsToPounds),
    stored: (typed, edition) => roundWeightInput(edition === 'en-US' ? typed / 2.2046 : typed),
  },
  glucose: {
    limits: limits.glucoseMillimoles,
    likely: [3, 33.3],
    shown: american(millimolesToMilligrams),
    stored: (typed, edition) => roundGlucoseInput(edition === 'en-US' ? typed / 18 : typed),
  },
}

/** Numbers that are counted, and never have decimals. */
const whole: ReadonlySet<TypedNumber> = new Set([
  'respiratoryRate',
  'spO2',
  'pulse',
  'systolic',
  'diastolic',
])

/** The limits of a number in units of the edition, inwards to one decimal. */
export const shownLimits = (of: TypedNumber, edition: Edition): readonly [number, number] => {
  const { limits: most, shown } = quantities[of]
  const [low, high] = [shown(most[0], edition), shown(most[1], edition)]
  return [roundTo(Math.ceil(low * 10) / 10, 1), roundTo(Math.floor(high * 10) / 10, 1)]
}

/**
 * A typed number in stored units. `form`: it is no number, or has decimals where none are;
 * `impossible`: nobody has such a value.
 */
export const readTyped = (
  of: TypedNumber,
  text: string,
  edition: Edition,
): { readonly value: number } | { readonly fault: 'form' | 'impossible' } => {
  const typed = text.trim().replace(',', '.')
  if (!(whole.has(of) ? /^\d{1,3}$/ : /^\d{1,4}(\.\d{1,4})?$/).test(typed)) return { fault: 'form' }
  const { limits: most, stored } = quantities[of]
  const value = stored(Number(typed), edition)
  return value < most[0] || value > most[1] ? { fault: 'impossible' } : { value }
}

/** What is wrong with a field. `below`: the diastolic pressure is not below the systolic one. */
export type ObservationFault = 'form' | 'impossible' | 'missing' | 'below' | 'reason' | 'nothing'

/** What a form comes to. */
export interface ReadObservations {
  /** As a device posts a check-up, in stored units. */
  readonly readings: Readonly<Record<string, unknown>>
  readonly notMeasured: readonly { readonly tile: string; readonly reason: string }[]
  readonly faults: Partial<Record<keyof ObservationValues, ObservationFault>>
  /** Numbers that are possible, and rare enough to be asked about once. */
  readonly unlikely: readonly TypedNumber[]
}

const isListed = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The levels of pain, as text. */
export const painLevels = Array.from({ length: mostPain + 1 }, (_, level) => String(level))

const graded = (key: string) => ({ key, severity: symptomOf(key)?.severity ?? null })

/**
 * What is typed as readings. Whatever has a fault is left out of them.
 * @param ageYears of the patient, whole years
 */
export const readObservations = (
  values: ObservationValues,
  tiles: readonly FormTile[],
  edition: Edition,
  ageYears: number,
): ReadObservations => {
  const faults: Partial<Record<keyof ObservationValues, ObservationFault>> = {}
  const shown = new Set(tiles.flatMap(({ key }) => fieldsOfTile[key]))
  const numbers: Partial<Record<TypedNumber, number>> = {}
  for (const of of typedNumbers) {
    if (!shown.has(of) || values[of].trim() === '') continue
    const read = readTyped(of, values[of], edition)
    if ('fault' in read) faults[of] = read.fault
    else numbers[of] = read.value
  }
  const { systolic, diastolic } = numbers
  if (systolic === undefined && diastolic !== undefined && faults.systolic === undefined)
    faults.systolic = 'missing'
  if (systolic !== undefined && diastolic === undefined && faults.diastolic === undefined)
    faults.diastolic = 'missing'
  if (systolic !== undefined && diastolic !== undefined && diastolic >= systolic)
    faults.diastolic = 'below'
  const text = (of: keyof ObservationValues): string => {
    const value = values[of]
    return shown.has(of) && typeof value === 'string' ? value : ''
  }
  const manual = { device: null, isManual: true }
  const oxygen = text('oxygen')
  const said = heldAnswers(values, knownOf(values, ageYears, edition)).recorded.filter((key) =>
    shown.has(isWithGlucose(key) ? 'glucose' : 'symptoms'),
  )
  const pain = text('pain')
  const readings: Readonly<Record<string, unknown>> = {
    ...(text('consciousness') === '' ? {} : { consciousness: text('consciousness') }),
    ...(numbers.respiratoryRate === undefined
      ? {}
      : { respiratoryRate: { value: numbers.respiratoryRate, source: 'manual' } }),
    ...(numbers.spO2 === undefined
      ? {}
      : { pulseOxiData: { averageSpO2: numbers.spO2, ...manual } }),
    ...(numbers.pulse === undefined
      ? {}
      : { pulseRate: { value: numbers.pulse, source: null, isManual: true } }),
    ...(systolic === undefined || diastolic === undefined || diastolic >= systolic
      ? {}
      : {
          bloodPressureData: {
            systolic,
            diastolic,
            position: text('position') === '' ? null : text('position'),
            ...manual,
          },
        }),
    ...(numbers.temperature === undefined
      ? {}
      : { temperature: { value: numbers.temperature, ...manual } }),
    ...(numbers.weight === undefined ? {} : { weight: { value: numbers.weight, ...manual } }),
    ...(numbers.glucose === undefined
      ? {}
      : {
          glucose: {
            reading: numbers.glucose,
            before_after_meal: text('glucoseTiming') === '' ? null : text('glucoseTiming'),
          },
        }),
    ...(oxygen === '' ? {} : { onOxygen: oxygen !== 'air' }),
    ...(oxygen === '' || oxygen === 'air' || oxygen === 'unknown' ? {} : { oxygenFlow: oxygen }),
    symptoms: [...said, ...(pain === '' ? [] : [`pain_${pain}`])].map(graded),
    ...(values.notes.trim() === '' ? {} : { notes: values.notes.trim() }),
  }
  const open = tiles.filter(({ key }) => !isAnswered(key, values))
  const notMeasured = open.flatMap(({ key, isRequired }) =>
    isRequired && values[skipField(key)] !== ''
      ? [{ tile: key, reason: values[skipField(key)] }]
      : [],
  )
  for (const { key, isRequired } of open)
    if (isRequired && values[skipField(key)] === '') faults[skipField(key)] = 'reason'
  const isEmpty =
    notMeasured.length === 0 &&
    Object.entries(readings).every(([name, value]) => name === 'symptoms' && !isListed(value))
  if (Object.keys(faults).length === 0 && isEmpty)
    faults[tiles[0] === undefined ? 'notes' : (fieldsOfTile[tiles[0].key][0] ?? 'notes')] =
      'nothing'
  return {
    readings,
    notMeasured,
    faults,
    unlikely: typedNumbers.filter((of) => {
      const value = numbers[of]
      const [low, high] = quantities[of].likely
      return value !== undefined && (value < low || value > high)
    }),
  }
}
