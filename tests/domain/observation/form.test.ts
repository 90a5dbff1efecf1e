import {
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkupIngestSchema, readingsOf } from '../../../src/domain/checkup/ingest'
import { limits } from '../../../src/domain/checkup/limits'
import { defaultThresholds, scoreCheckup } from '../../../src/domain/ews'
import {
  heldAnswers,
  isAnswered,
  knownOf,
  readObservations,
  readTyped,
  shownLimits,
  skipField,
  tilesOf,
  typedNumbers,
  untouched,
  type ObservationValues,
  type TypedNumber,
} from '../../../src/domain/observation/form'
import { scoredReadings } from '../../../src/domain/observation/scored'
import type { Edition } from '../../../src/domain/organization/organization'
import {
  askedQuestions,
  shownTiles,
  tileKeys,
  type CheckupTiles,
} from '../../../src/domain/pathway/tiles'
import { pathwayTemplates } from '../../../src/domain/pathway/templates'
import { isAskedAbout } from '../../../src/domain/symptoms/asked'
import { symptomOf, symptoms, type Symptom } from '../../../src/domain/symptoms/catalogue'
import {
  celsiusToFahrenheit,
  kilogramsToPounds,
  millimolesToMilligrams,
} from '../../../src/domain/units'

const editions = ['en-GB', 'en-US'] as const
const anyTime = tilesOf(null, null, untouched(''))
const values = (over: Partial<ObservationValues>): ObservationValues => ({
  ...untouched(''),
  ...over,
})
const read = (over: Partial<ObservationValues>, edition: Edition = 'en-GB') =>
  readObservations(values(over), anyTime, edition, 70)
const asked = (tiles: CheckupTiles) => ({
  id: 't',
  name: 'Check-up',
  tiles: shownTiles(tiles).map((tile) => ({ ...tile, settings: [...tile.settings] })),
  questions: askedQuestions(tiles),
})

describe('what is typed', () => {
  test('P351 P352 P353 temperature and weight are kept with 2 decimals and glucose with 3, in °C, kg and mmol/L', () => {
    expect(readTyped('temperature', '37.256', 'en-GB')).toEqual({ value: 37.26 })
    expect(readTyped('weight', '71.456', 'en-GB')).toEqual({ value: 71.46 })
    expect(readTyped('glucose', '5.4321', 'en-GB')).toEqual({ value: 5.432 })
    expect(readTyped('temperature', '99', 'en-US')).toEqual({ value: 37.22 })
    expect(readTyped('weight', '160', 'en-US')).toEqual({ value: 72.58 })
    expect(readTyped('glucose', '100', 'en-US')).toEqual({ value: 5.556 })
  })

  test('what a US form takes is shown again as it was typed, to its decimal', () => {
    const kinds: readonly [TypedNumber, number, number, (stored: number) => number, number][] = [
      ['temperature', 770, 1120, celsiusToFahrenheit, 0.01],
      ['weight', 100, 8000, kilogramsToPounds, 0.012],
      ['glucose', 20, 10_000, millimolesToMilligrams, 0.0091],
    ]
    for (const [of, low, high, shown, within] of kinds)
      for (let tenths = low; tenths <= high; tenths += 1) {
        const found = readTyped(of, String(tenths / 10), 'en-US')
        if (!('value' in found)) throw new Error(`${of} ${tenths / 10}`)
        expect(Math.abs(shown(found.value) - tenths / 10)).toBeLessThanOrEqual(within)
      }
  })

  test('a comma is a decimal point; counted numbers have none, and words are no number', () => {
    expect(readTyped('temperature', ' 37,2 ', 'en-GB')).toEqual({ value: 37.2 })
    expect(readTyped('spO2', '95.5', 'en-GB')).toEqual({ fault: 'form' })
    expect(readTyped('pulse', '8O', 'en-GB')).toEqual({ fault: 'form' })
    expect(readTyped('pulse', '-80', 'en-GB')).toEqual({ fault: 'form' })
  })

  test.each(editions)('%s: what nobody has is refused, at the limits that are told', (edition) => {
    for (const of of typedNumbers) {
      const [low, high] = shownLimits(of, edition)
      expect(readTyped(of, String(low), edition)).toHaveProperty('value')
      expect(readTyped(of, String(high), edition)).toHaveProperty('value')
      // Below 1 in the last place that is told.
      expect(readTyped(of, String(Math.ceil(high) + 1), edition)).toEqual({ fault: 'impossible' })
    }
    expect(limits.spO2Percent[1]).toBe(100)
  })

  test('a pressure needs both numbers, the diastolic below the systolic one', () => {
    expect(read({ systolic: '120' }).faults).toEqual({ diastolic: 'missing' })
    expect(read({ diastolic: '80' }).faults).toEqual({ systolic: 'missing' })
    expect(read({ systolic: '80', diastolic: '120' }).faults).toEqual({ diastolic: 'below' })
    expect(read({ systolic: '80', diastolic: '120' }).readings).not.toHaveProperty(
      'bloodPressureData',
    )
  })

  test('an empty form is not sent; one value, or one reason, is enough', () => {
    expect(Object.values(read({}).faults)).toEqual(['nothing'])
    for (const one of [{ temperature: '37' }, { pulse: '140' }, { oxygen: '2' }, { notes: 'Rang' }])
      expect(read(one).faults).toEqual({})
    const tiles = tilesOf(asked({ temperature: { rule: 'required' } }), null, untouched(''))
    const declined = values({ [skipField('temperature')]: 'declined' })
    expect(readObservations(declined, tiles, 'en-GB', 70).faults).toEqual({})
    // Not asked for: no reason is told.
    expect(readObservations(declined, anyTime, 'en-GB', 70).notMeasured).toEqual([])
  })

  test('what is rare is told, to be asked about once', () => {
    expect(read({ spO2: '79', pulse: '88', temperature: '41.5' }).unlikely).toEqual([
      'spO2',
      'temperature',
    ])
  })
})

describe('the tiles', () => {
  const all: CheckupTiles = {
    ...pathwayTemplates[0]?.checkupTypes[0]?.tiles,
    stethoscope: {
      rule: 'optional',
      forceOnAbnormalRespiratoryRate: true,
      forceOnAbnormalSpO2: true,
    },
  }
  const stethoscope = (scores: Parameters<typeof tilesOf>[1]) =>
    tilesOf(asked(all), scores, untouched('')).find(({ key }) => key === 'stethoscope')

  test('P194 are those of the check-up in the order of the device; a stethoscope is needed where breathing or saturation score', () => {
    const keys = tilesOf(asked(all), null, untouched('')).map(({ key }) => key)
    expect(keys).toEqual(tileKeys.filter((key) => keys.includes(key)))
    expect(keys).toContain('respiratoryRate')
    expect(stethoscope(null)).toMatchObject({ isRequired: false })
    expect(stethoscope({ RRScore: 0, SpO2Score: 0 })).toMatchObject({ isRequired: false })
    expect(stethoscope({ RRScore: 2, SpO2Score: 0 })).toMatchObject({ isForced: true })
    expect(stethoscope({ RRScore: 0, SpO2Score: 1 })).toMatchObject({ isRequired: true })
  })

  test('P193 what is required is measured, or a reason says why not; what is optional may stay empty', () => {
    const tiles = tilesOf(
      asked({ temperature: { rule: 'required' }, weight: { rule: 'optional' } }),
      null,
      untouched(''),
    )
    const open = readObservations(values({ weight: '70' }), tiles, 'en-GB', 70)
    expect(open.faults).toEqual({ [skipField('temperature')]: 'reason' })
    const said = readObservations(
      values({ weight: '70', [skipField('temperature')]: 'declined' }),
      tiles,
      'en-GB',
      70,
    )
    expect(said.faults).toEqual({})
    expect(said.notMeasured).toEqual([{ tile: 'temperature', reason: 'declined' }])
    const measured = readObservations(
      values({ temperature: '37', [skipField('temperature')]: 'declined' }),
      tiles,
      'en-GB',
      70,
    )
    expect(measured.notMeasured).toEqual([])
  })

  test('what was typed before another check-up was chosen is not lost', () => {
    const typed = values({ temperature: '37', spO2: '82', consciousness: 'U' })
    const tiles = tilesOf(asked({ temperature: { rule: 'required' } }), null, typed)
    const { readings } = readObservations(typed, tiles, 'en-GB', 70)
    expect(readings).toMatchObject({ consciousness: 'U', pulseOxiData: { averageSpO2: 82 } })
  })
})

describe('the questions', () => {
  test('for every glucose, age and set of answers: what is recorded is what is asked now, and the rest is named', () => {
    const keys = [...symptoms.keys()].filter((key) => symptomOf(key)?.choice !== 'pain')
    assert(
      property(
        subarray(keys),
        integer({ min: 0, max: 100 }),
        constantFrom('', '5', '18', '18.0', '18.1', '33', 'x'),
        (said, years, glucose) => {
          const form = values({ symptoms: said, glucose })
          const known = knownOf(form, years, 'en-GB')
          const { recorded, ended } = heldAnswers(form, known)
          expect([...recorded, ...ended.map(({ key }) => key)].toSorted()).toEqual(said.toSorted())
          for (const key of recorded)
            expect(isAskedAbout(symptomOf(key) as Symptom, known), key).toBe(true)
          expect(recorded.includes('hyperglycaemia')).toBe(
            said.includes('hyperglycaemia') && ['18.1', '33'].includes(glucose),
          )
          const { readings } = readObservations(form, anyTime, 'en-GB', years)
          expect(readings['symptoms']).toEqual(
            recorded.map((key) => ({ key, severity: symptomOf(key)?.severity ?? null })),
          )
        },
      ),
    )
  })

  test('P194 any sign of cough, sputum or breathing asks for the stethoscope, and no other does', () => {
    const tiles = (key: string) =>
      tilesOf(
        asked({ stethoscope: { rule: 'optional', forceOnRespiratorySoftSigns: true } }),
        null,
        values({ symptoms: [key] }),
      ).find((tile) => tile.key === 'stethoscope')?.isForced
    expect(['blood_in_sputum', 'new_cough', 'wheezing', 'blue_lips'].map(tiles)).toEqual(
      Array.from({ length: 4 }, () => true),
    )
    expect(['chest_pain', 'ankle_swelling', 'none'].map(tiles)).toEqual([false, false, false])
  })

  test('an answer beside the glucose does not answer the questionnaire, nor brings it up', () => {
    const form = values({ glucose: '20', symptoms: ['hyperglycaemia'] })
    const tiles = tilesOf(asked({ glucose: { rule: 'required' } }), null, form)
    expect(tiles.map(({ key }) => key)).toEqual(['glucose'])
    expect(isAnswered('symptomsQuestionnaire', form)).toBe(false)
    expect(readObservations(form, tiles, 'en-GB', 70).readings['symptoms']).toEqual([
      { key: 'hyperglycaemia', severity: 'high' },
    ])
  })
})

/** A set of values, each there or not, as it is typed. */
const typed = (edition: Edition): Arbitrary<ObservationValues> => {
  const within = (of: TypedNumber, places: number) => {
    const [low, high] = shownLimits(of, edition)
    const unit = 10 ** places
    return option(integer({ min: Math.ceil(low * unit), max: Math.floor(high * unit) }), {
      nil: null,
    }).map((value) => (value === null ? '' : String(value / unit)))
  }
  return record({
    respiratoryRate: within('respiratoryRate', 0),
    spO2: within('spO2', 0),
    pulse: within('pulse', 0),
    systolic: within('systolic', 0),
    temperature: within('temperature', 1),
    consciousness: constantFrom('', 'A', 'C', 'V', 'P', 'U'),
    oxygen: constantFrom('', 'air', 'unknown', '2', 'above_5'),
  }).map((some) => ({
    ...untouched(''),
    ...some,
    diastolic: some.systolic === '' ? '' : String(Math.max(10, Number(some.systolic) - 30)),
  }))
}

describe('the score that is shown while somebody types', () => {
  test.each(editions)(
    '%s: is that of the check-up that the server makes of what was sent, over 10,000 forms, both scales and all partial sets',
    (edition) => {
      assert(
        property(
          typed(edition),
          constantFrom(1 as const, 2 as const),
          boolean(),
          constantFrom(null, 'pregnant' as const, 'under-16' as const),
          (form, spo2Scale, onOxygenFlag, notScored) => {
            const known = {
              scheme: { thresholds: defaultThresholds, spo2Scale, riskScheme: 'NEWS2' },
              onOxygenFlag,
              notScored,
              lastWeight: null,
              sentTwice: false,
            }
            const item = (readings: unknown) =>
              readingsOf(
                checkupIngestSchema.parse({
                  ...(readings as object),
                  id: 'x',
                  patientId: 'p',
                  startedAt: '2026-03-01T10:00:00.000Z',
                  endedAt: '2026-03-01T10:00:00.000Z',
                }),
              )
            const { readings } = readObservations(form, anyTime, edition, 70)
            const shown = scoredReadings(item(readings), known)
            // Sealed, opened and read again.
            const onServer = scoredReadings(item(JSON.parse(JSON.stringify(readings))), known)
            expect(onServer).toEqual(shown)
            // Nothing of what a form took is left out on the way.
            expect(shown.readings.notUsable).toEqual([])
            // By what was typed alone, without the form's way of writing it down.
            const number = (text: string): number | null => (text === '' ? null : Number(text))
            const fahrenheit = number(form.temperature)
            const input = {
              respiratoryRate: number(form.respiratoryRate),
              spO2: number(form.spO2),
              systolic: number(form.systolic),
              pulse: number(form.pulse),
              consciousness: form.consciousness === '' ? null : (form.consciousness as 'A'),
              temperature:
                fahrenheit === null || edition === 'en-GB'
                  ? fahrenheit
                  : Math.round(((fahrenheit - 32) / 1.8) * 100) / 100,
            }
            const isMeasured = Object.values(input).some((value) => value !== null)
            const saysOxygen = form.oxygen === '' ? null : form.oxygen !== 'air'
            const total = scoreCheckup(
              { ...input, onOxygen: onOxygenFlag ? true : saysOxygen },
              known.scheme,
            )
            const isScored = notScored === null && (isMeasured || saysOxygen !== null)
            expect(shown.ewsScores).toEqual(isScored ? total : null)
          },
        ),
        { numRuns: 10_000, seed: 20_261_130 },
      )
    },
  )
})
