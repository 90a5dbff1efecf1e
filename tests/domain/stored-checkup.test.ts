import { describe, expect, test } from 'vitest'
import { observeBucket, observeCheckup } from '../../src/domain/alerts/observed'
import {
  checkupSchema,
  readingsSchema,
  storedCheckupType,
  storedReadings,
} from '../../src/domain/checkup/checkup'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { signalOf, spO2Of } from '../../src/domain/checkup/oximeter'
import { summariseSoftSigns } from '../../src/domain/checkup/soft-signs'
import { scoreKeys } from '../../src/domain/ews/score'
import { storedScores } from '../../src/domain/ews/stored-scores'
import { storedBucket } from '../../src/domain/monitoring/bucket'

const times = { startedAt: '2026-01-05T12:00:00Z', endedAt: '2026-01-05T12:05:00Z' }
const whole = readingsOf(
  checkupIngestSchema.parse({
    id: 's',
    patientId: 'p',
    ...times,
    onOxygen: true,
    oxygenFlow: '2',
    consciousness: 'A',
    temperature: { value: 37, device: 'T', isManual: true },
    pulseRate: { value: 70, source: 'ECG', isManual: true },
    pulseOxiData: {
      averageSpO2: 97,
      uneditedAverageSpO2: 96,
      averageHr: 71,
      confidence: 'HIGH',
      device: 'N',
      isManual: true,
    },
    respiratoryRate: { value: 16, source: 'manual' },
    bloodPressureData: {
      systolic: 120,
      diastolic: 80,
      position: 'lying',
      device: 'B',
      isManual: true,
    },
    weight: { value: 70, device: 'W', isManual: true },
    peakExpiratoryFlowRate: { value: 400, isManual: true },
    glucose: { reading: 6, time_of_capture: times.startedAt, before_after_meal: 'before_meals' },
    symptoms: [{ key: 'chest_pain', severity: 'low' }],
    softSigns: [{ key: 'arm_weakness', isEmergency: false }],
    picture: [{ url: '/a', caption: 'c' }],
    lungSounds: [{ url: '/b' }],
    attachments: [{ id: 'x', type: 't', downloadUrl: '/c' }],
    notes: 'n',
    selectedAction: 2,
    isStable: true,
  }),
)
const nothing = storedReadings({})
const keys = Object.keys(whole) as (keyof typeof whole)[]
const odd: readonly unknown[] = [undefined, { odd: [1] }, 'odd', Number.NaN, [[]]]

describe('a stored check-up of another release', () => {
  test('that this one reads whole is read as it is', () => {
    expect(storedReadings(whole)).toEqual(whole)
    expect(keys.toSorted()).toEqual(Object.keys(readingsSchema.shape).toSorted())
  })

  test('whose column is no object measured nothing', () => {
    for (const json of [null, [], 'text', 1, undefined])
      expect(storedReadings(json)).toEqual(nothing)
    const { values } = observeCheckup(nothing, null, times.endedAt)
    expect(new Set(Object.values(values))).toEqual(new Set([null]))
  })

  test.each(keys)('lacks %s, or has it in another form: only that was not measured', (key) => {
    for (const value of odd) {
      const read = storedReadings({ ...whole, [key]: value })
      const { [key]: left, ...others } = read
      const { [key]: _left, ...wanted } = whole
      expect(others).toEqual(wanted)
      const isText = typeof value === 'string' && ['notes', 'oxygenFlow'].includes(key)
      expect([value, left]).toEqual([value, isText ? value : nothing[key]])
    }
  })

  test.each([
    'temperature',
    'pulseRate',
    'pulseOxiData',
    'respiratoryRate',
    'bloodPressureData',
    'weight',
    'peakExpiratoryFlowRate',
    'glucose',
  ] as const)(
    'lacks a key of %s: without its value there is no reading, without another key it stays',
    (group) => {
      const needed = new Set(['value', 'averageSpO2', 'systolic', 'diastolic', 'reading'])
      for (const key of Object.keys(whole[group] ?? {})) {
        const reading = storedReadings({
          ...whole,
          [group]: { ...whole[group], [key]: undefined },
        })[group]
        if (needed.has(key)) expect([key, reading]).toEqual([key, null])
        else
          expect([key, reading]).toEqual([
            key,
            { ...whole[group], [key]: key === 'isManual' ? false : null },
          ])
      }
    },
  )

  test('C319 whose oximeter’s confidence is no text is not trusted; one that gave none is', () => {
    const of = (confidence: unknown) =>
      storedReadings({ pulseOxiData: { averageSpO2: 97, confidence } })
    expect(signalOf(of(7))).toBe('poor')
    expect(signalOf(of(undefined))).toBeNull()
    // A failure counts unless a person is known to have measured again.
    expect(
      spO2Of(
        storedReadings({ pulseOxiData: { averageSpO2: 97, confidence: 'FAILED', isManual: 'no' } }),
      ),
    ).toBeNull()
  })

  test('C085 whose signs do not say how grave they are: as their keys say', () => {
    const read = storedReadings({
      symptoms: [{ key: 'chest_pain' }, 'odd', { key: 'cough', severity: 3 }],
      softSigns: [{ key: 'arm_weakness' }, { isEmergency: true }, { key: 'tired', isEmergency: 1 }],
    })
    expect(summariseSoftSigns(read).signs).toEqual([
      { key: 'arm_weakness', rank: 3 },
      { key: 'chest_pain', rank: 3 },
      { key: 'tired', rank: 0 },
      { key: 'cough', rank: 0 },
    ])
  })

  test('C274 is kept and shown by the portal like any other', () => {
    const own = {
      id: 'c',
      revision: 1,
      patientId: 'p',
      type: 'new_checkup',
      subtype: null,
      ...times,
      receivedAt: times.endedAt,
      createdBy: null,
      organization: { id: 'o', name: 'O' },
      hasLungSounds: false,
      hasPictures: false,
    }
    const shown = { ...own, ...nothing, checkupType: null, ewsScores: null }
    expect(checkupSchema.parse(own)).toEqual(shown)
    expect(
      checkupSchema.parse({ ...own, temperature: 37, ewsScores: 3, symptoms: 'none' }),
    ).toEqual(shown)
  })

  test('whose type has no name is still of its type', () => {
    expect(storedCheckupType({ id: 'daily' })).toEqual({ id: 'daily', name: 'daily' })
    expect(['odd', {}, null].map(storedCheckupType)).toEqual([null, null, null])
  })
})

describe('the scores of a stored check-up of another release', () => {
  const kept = {
    BPScore: 3,
    consciousnessScore: 0,
    HRScore: 2,
    RRScore: 1,
    SpO2Score: 1,
    tempScore: 0,
    onOxygenScore: 2,
    totalScore: 9,
    riskLevel: 4,
    missing: 0,
    spo2Scale: 2,
    riskScheme: 'Personal',
  }

  test('that this one reads whole are read as they are; none are none', () => {
    expect(storedScores(kept)).toEqual(kept)
    expect([null, 'odd', []].map(storedScores)).toEqual([null, null, null])
  })

  test('lack a single score: it is not known, and the total that it is in is no lower', () => {
    for (const key of scoreKeys)
      for (const value of [undefined, 'odd', 4, 0.5])
        expect(storedScores({ ...kept, [key]: value })).toEqual({ ...kept, [key]: null })
  })

  test('lack a total, a risk or how many are missing: worked out from the single scores', () => {
    for (const key of ['totalScore', 'riskLevel', 'missing'])
      for (const value of [undefined, 'odd', -1])
        expect(storedScores({ ...kept, [key]: value })).toEqual(kept)
    expect(storedScores({ BPScore: 3 })).toMatchObject({ totalScore: 3, riskLevel: 2, missing: 6 })
    expect(storedScores({})).toMatchObject({ totalScore: null, riskLevel: null, missing: 7 })
  })
})

describe('a stored bucket of another release', () => {
  const vital = { value: 90, median: 91, min: 88, max: 94 }
  const rhythm = {
    mostSevere: 1,
    irregular: 60,
    regular: 800,
    abstain: 0,
    lowQuality: 0,
    signalTooShort: 40,
  }
  const bucket = {
    respiratoryRate: vital,
    spo2: vital,
    pulseRate: vital,
    heartRate: vital,
    temperature: vital,
    battery: { ecg: 50, spo2: 50, temperature: 50 },
    heartRhythm: rhythm,
    activityLevel: null,
    sensorIds: { ecg: 'e' },
    thresholdScores: { RRScore: 0, SpO2Score: 3, HRScore: 0, tempScore: 0 },
    scoreMarks: 1,
    notUsable: [{ field: 'spo2', sent: '127', reason: 'impossible', checkPatient: [] }],
  }
  const none = storedBucket(null)

  test('that this one reads whole is read as it is; another limit or a key more is no fault', () => {
    expect(storedBucket(bucket)).toEqual(bucket)
    const wide = { ...vital, max: 400 }
    expect(storedBucket({ ...bucket, heartRate: wide, later: 1 })).toEqual({
      ...bucket,
      heartRate: wide,
    })
    expect(storedBucket({ ...bucket, heartRhythm: { ...rhythm, later: 1 } })).toEqual(bucket)
  })

  test('lacks a key, or has it in another form: only that was not measured', () => {
    for (const key of Object.keys(bucket) as (keyof typeof bucket)[])
      for (const value of odd) {
        const { [key]: left, ...others } = storedBucket({ ...bucket, [key]: value })
        const { [key]: _left, ...wanted } = bucket
        expect([key, others]).toEqual([key, wanted])
        expect([key, left ?? null]).toEqual([key, none[key] ?? null])
      }
    for (const key of Object.keys(vital))
      expect(storedBucket({ ...bucket, spo2: { ...vital, [key]: undefined } }).spo2).toBeNull()
  })

  test('still counts before a later one by what it did measure', () => {
    const { temperature: _none, ...older } = bucket
    const observed = observeBucket(
      { ...storedBucket(older), bucketEndAt: times.endedAt },
      storedBucket(older).thresholdScores,
      null,
    )
    expect(observed.values).toMatchObject({ spO2: 90, temperature: null })
    expect(observed.riskLevel).toBe(2)
  })
})
