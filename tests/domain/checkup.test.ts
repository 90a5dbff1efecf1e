import { describe, expect, test } from 'vitest'
import { observeCheckup } from '../../src/domain/alerts/observed'
import { isEcgReport, summariseAttachments } from '../../src/domain/checkup/attachments'
import { readingsSchema } from '../../src/domain/checkup/checkup'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { onOxygenMark } from '../../src/domain/checkup/on-oxygen'
import { oximeterDot, signalOf, sourceText, spO2Of } from '../../src/domain/checkup/oximeter'
import { pulseOf } from '../../src/domain/checkup/pulse'
import { selectedActionKey } from '../../src/domain/checkup/selected-action'
import {
  severityRank,
  softSignWords,
  summariseSoftSigns,
} from '../../src/domain/checkup/soft-signs'
import { isCheckupImplausible } from '../../src/domain/checkup/stale'

const posted = {
  id: 's1',
  patientId: 'p1',
  startedAt: '2026-01-05T12:00:00Z',
  endedAt: '2026-01-05T12:05:00Z',
}
const pathsOf = (over: Record<string, unknown>): readonly string[] => {
  const parsed = checkupIngestSchema.safeParse({ ...posted, ...over })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))
}

/** What is left out of it, and why. */
const leftOut = (over: Record<string, unknown>): readonly (readonly [string, string])[] =>
  checkupIngestSchema
    .parse({ ...posted, ...over })
    .notUsable.map(({ field, reason }) => [field, reason] as const)

describe('a posted check-up', () => {
  test('may leave anything out but who and when; what is left out is unknown', () => {
    const parsed = checkupIngestSchema.parse(posted)
    expect(parsed).toMatchObject({
      type: 'new_checkup',
      temperature: null,
      onOxygen: null,
      symptoms: [],
      startedAt: '2026-01-05T12:00:00.000Z',
    })
    expect(readingsSchema.safeParse(readingsOf(parsed)).success).toBe(true)
    expect(readingsOf(parsed)).not.toHaveProperty('patientId')
    for (const key of Object.keys(posted))
      expect([key, pathsOf({ [key]: undefined })]).toEqual([key, [key]])
  })

  test('keeps every reading as it was sent', () => {
    const readings = {
      temperature: { value: 37.2, device: 'T1', isManual: true },
      pulseOxiData: {
        averageSpO2: 96,
        uneditedAverageSpO2: 95,
        averageHr: 71,
        confidence: 'HIGH',
        device: 'O2',
        isManual: false,
      },
      bloodPressureData: {
        systolic: 120,
        diastolic: 80,
        position: 'sitting',
        device: null,
        isManual: false,
      },
      glucose: {
        reading: 5.5,
        time_of_capture: '2026-01-05T11:00:00.000Z',
        before_after_meal: 'before_meals',
      },
      symptoms: [{ key: 'chest_pain', severity: 'emergency' }],
      softSigns: [{ key: 'chest_pain', isEmergency: true }],
    }
    expect(readingsOf(checkupIngestSchema.parse({ ...posted, ...readings }))).toMatchObject(
      readings,
    )
  })

  test('takes a severity in any case and keeps it in lower case', () => {
    const severities = ['Emergency', 'HIGH', 'medium', 'Low', null]
    const parsed = checkupIngestSchema.parse({
      ...posted,
      symptoms: severities.map((severity) => ({ key: 'cough', severity })),
    })
    expect(readingsOf(parsed).symptoms.map(({ severity }) => severity)).toEqual([
      'emergency',
      'high',
      'medium',
      'low',
      null,
    ])
    const odd = { symptoms: [{ key: 'cough', severity: 'grave' }] }
    expect(leftOut(odd)).toEqual([['symptoms.0.severity', 'form']])
    expect(checkupIngestSchema.parse({ ...posted, ...odd }).symptoms).toEqual([
      { key: 'cough', severity: null },
    ])
  })

  test('with an absurd value is kept without it, and the limits themselves are taken', () => {
    const values: readonly (readonly [
      string,
      number,
      number,
      (value: number) => Record<string, unknown>,
    ])[] = [
      ['temperature', 20, 45, (value) => ({ temperature: { value } })],
      ['respiratoryRate', 1, 120, (value) => ({ respiratoryRate: { value } })],
      ['pulseOxiData', 20, 100, (averageSpO2) => ({ pulseOxiData: { averageSpO2 } })],
      ['pulseRate', 10, 350, (value) => ({ pulseRate: { value } })],
      ['weight', 0.3, 400, (value) => ({ weight: { value } })],
      ['peakExpiratoryFlowRate', 10, 1000, (value) => ({ peakExpiratoryFlowRate: { value } })],
    ]
    for (const [path, low, high, body] of values) {
      expect([path, leftOut(body(low)), leftOut(body(high))]).toEqual([path, [], []])
      for (const value of [low - 0.05, high + 0.05, -1])
        expect([path, value, leftOut(body(value))]).toEqual([path, value, [[path, 'impossible']]])
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
        expect([path, value, leftOut(body(value))]).toEqual([path, value, [[path, 'form']]])
    }
    expect(leftOut({ bloodPressureData: { systolic: 80, diastolic: 80 } })).toEqual([
      ['bloodPressureData', 'contradicts'],
    ])
  })

  test('with a blood pressure in kPa is kept without it, and any that a cuff measures in mmHg is taken', () => {
    const pressure = (systolic: number, diastolic: number) =>
      leftOut({ bloodPressureData: { systolic, diastolic } })
    for (let mmHg = 60; mmHg <= 290; mmHg += 1) {
      const kilopascals = Math.round(mmHg * 1.33322) / 10
      expect([kilopascals, pressure(kilopascals, kilopascals - 2)]).toEqual([
        kilopascals,
        [['bloodPressureData', 'impossible']],
      ])
      expect([mmHg, pressure(mmHg, 40)]).toEqual([mmHg, []])
    }
    expect([pressure(40, 20), pressure(39.9, 20)]).toEqual([
      [],
      [['bloodPressureData', 'impossible']],
    ])
  })

  test('with a field that is not ours or a wrong kind of value is kept without it', () => {
    expect(leftOut({ temprature: { value: 37 } })).toEqual([['temprature', 'unknown-field']])
    expect(leftOut({ temperature: { value: '37' } })).toEqual([['temperature', 'form']])
    // A member that we do not know may say the unit, or that the device failed.
    expect(
      checkupIngestSchema.parse({ ...posted, glucose: { reading: 30, unit: 'mg/dL' } }),
    ).toMatchObject({ glucose: null, notUsable: [{ sent: 'reading 30, unit mg/dL' }] })
    expect(leftOut({ pulseOxiData: { averageSpO2: 85, confidance: 'FAILED' } })).toEqual([
      ['pulseOxiData', 'unknown-field'],
    ])
    expect(leftOut({ symptoms: [{ key: 'chest_pain', side: 'left' }] })).toEqual([
      ['symptoms.0.side', 'unknown-field'],
    ])
    expect(leftOut({ temperature: { value: 37, unit: 'F' } })).toEqual([
      ['temperature', 'unknown-field'],
    ])
    expect(leftOut({ consciousness: 'X' })).toEqual([['consciousness', 'form']])
    expect(leftOut({ selectedAction: 6 })).toEqual([['selectedAction', 'impossible']])
    const many = { symptoms: Array.from({ length: 101 }, () => ({ key: 'cough' })) }
    expect(leftOut(many)).toEqual([['symptoms', 'cut']])
    expect(checkupIngestSchema.parse({ ...posted, ...many }).symptoms).toHaveLength(100)
  })

  test('in a wrong order of times, or without a zone, is refused', () => {
    expect(pathsOf({ endedAt: '2026-01-05T11:59:59Z' })).toEqual(['endedAt'])
    expect(pathsOf({ endedAt: '2026-01-06T12:00:01Z' })).toEqual(['endedAt'])
    expect(pathsOf({ startedAt: '2026-01-05T12:00:00' })).toEqual(['startedAt'])
  })

  test('never carries a script or a foreign scheme into a link', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://files.example/a',
      '//files.example/a',
      '/\\files.example',
      ' https://files.example',
    ]) {
      expect([url, leftOut({ lungSounds: [{ url }] })]).toEqual([url, [['lungSounds.0', 'form']]])
    }
    for (const url of ['https://files.example/a.wav', '/files/a.wav'])
      expect([url, leftOut({ lungSounds: [{ url }] })]).toEqual([url, []])
  })
})

describe('what a check-up is scored by', () => {
  const readings = (over: Record<string, unknown>) =>
    readingsOf(checkupIngestSchema.parse({ ...posted, ...over }))

  test('takes oxygen from the patient’s flag whatever the check-up says, else from the check-up; without either it is missing, not air', () => {
    expect(ewsInputOf(readings({}), true).onOxygen).toBe(true)
    expect(ewsInputOf(readings({}), false).onOxygen).toBeNull()
    expect(ewsInputOf(readings({ onOxygen: false }), true).onOxygen).toBe(true)
    expect(ewsInputOf(readings({ onOxygen: false }), false).onOxygen).toBe(false)
    expect(ewsInputOf(readings({ onOxygen: true }), false).onOxygen).toBe(true)
  })

  test('takes the pulse that was measured as such before the oximeter’s', () => {
    const pulseOxiData = { averageSpO2: 96, averageHr: 71 }
    expect(ewsInputOf(readings({ pulseOxiData }), false)).toMatchObject({
      spO2: 96,
      pulse: 71,
      temperature: null,
    })
    expect(ewsInputOf(readings({ pulseOxiData, pulseRate: { value: 80 } }), false).pulse).toBe(80)
    // What alerts are told by and what screens show is that same pulse.
    for (const [over, pulse] of [
      [{ pulseOxiData }, 71],
      [{ pulseOxiData, pulseRate: { value: 80 } }, 80],
      [{}, null],
      [{ pulseOxiData: { averageSpO2: 96 } }, null],
    ] as const) {
      expect([
        pulseOf(readings(over)),
        observeCheckup(readings(over), null, posted.endedAt).values.pulse,
      ]).toEqual([pulse, pulse])
    }
  })
})

describe('the SpO2 dot', () => {
  const reading = {
    averageSpO2: 96,
    uneditedAverageSpO2: null,
    averageHr: null,
    confidence: null,
    device: 'O2',
    isManual: false,
  }
  const kind = (confidence: string) => oximeterDot({ ...reading, confidence })

  test('follows the confidence', () => {
    expect(kind('HIGH')).toEqual({ kind: 'good', isExpected: true })
    for (const confidence of ['VITAL_UNSTABLE', 'DEVICE_UNSTABLE', 'INSUFFICIENT_QUALITY'])
      expect(kind(confidence)).toEqual({ kind: 'warning', isExpected: true })
    expect(kind('FAILED')).toEqual({ kind: 'error', isExpected: true })
  })

  test('is an unexpected error for any other value, also one that every object has', () => {
    for (const confidence of ['high', '', 'GOOD', 'constructor', '__proto__'])
      expect([confidence, kind(confidence)]).toEqual([
        confidence,
        { kind: 'error', isExpected: false },
      ])
  })

  test('is grey for a value that a person entered, whatever the device said', () => {
    expect(oximeterDot({ ...reading, confidence: 'FAILED', isManual: true })?.kind).toBe('manual')
    expect(oximeterDot({ ...reading, confidence: 'HIGH', uneditedAverageSpO2: 91 })?.kind).toBe(
      'manual',
    )
    expect(oximeterDot({ ...reading, confidence: 'HIGH', uneditedAverageSpO2: 96 })?.kind).toBe(
      'good',
    )
    expect(oximeterDot(reading)).toBeNull()
  })

  const readings = (over: Record<string, unknown>, confidence: string | null) =>
    readingsOf(
      checkupIngestSchema.parse({
        ...posted,
        pulseOxiData: { ...reading, averageHr: 70, ...over, confidence },
      }),
    )

  test('a failed oximeter measured nothing: no SpO2, no pulse, no score, and no rule sees it', () => {
    const failed = readings({}, 'FAILED')
    expect([spO2Of(failed), pulseOf(failed), signalOf(failed)]).toEqual([null, null, 'failed'])
    expect(ewsInputOf(failed, false)).toMatchObject({ spO2: null, pulse: null })
    expect(observeCheckup(failed, null, posted.endedAt).values).toMatchObject({
      spO2: null,
      pulse: null,
    })
  })

  test('what a person measured in its place counts, but not the failed pulse beside a corrected value', () => {
    const again = readings({ isManual: true }, 'FAILED')
    expect([spO2Of(again), pulseOf(again), signalOf(again)]).toEqual([96, 70, null])
    const corrected = readings({ uneditedAverageSpO2: 91 }, 'FAILED')
    expect([spO2Of(corrected), pulseOf(corrected), signalOf(corrected)]).toEqual([96, null, null])
  })

  test('a poor signal counts and is told; a good one and none are not', () => {
    for (const confidence of ['VITAL_UNSTABLE', 'DEVICE_UNSTABLE', 'INSUFFICIENT_QUALITY'])
      expect([spO2Of(readings({}, confidence)), signalOf(readings({}, confidence))]).toEqual([
        96,
        'poor',
      ])
    expect(['HIGH', null].map((one) => signalOf(readings({}, one)))).toEqual([null, null])
    const unknown = { ...readings({}, null), pulseOxiData: { ...reading, confidence: 'odd' } }
    expect(signalOf(unknown)).toBe('poor')
  })

  test('names the source, with " (Manual Entry)" for a manual one', () => {
    expect([
      sourceText('O2', false),
      sourceText('O2', true),
      sourceText(null, true),
      sourceText(null, false),
    ]).toEqual(['O2', 'O2 (Manual Entry)', 'Manual Entry', null])
  })
})

describe('the blocks of a check-up', () => {
  test('C328 soft signs are counted once each, the gravest first by Emergency 3, High 2, Medium 1, otherwise 0, and any emergency marks them', () => {
    const summary = summariseSoftSigns({
      softSigns: [
        { key: 'tired', isEmergency: false },
        { key: 'chest_pain', isEmergency: true },
      ],
      symptoms: [
        { key: 'cough', severity: 'medium' },
        { key: 'chest_pain', severity: 'low' },
        { key: 'allergy', severity: null },
      ],
    })
    expect(summary).toEqual({
      signs: [
        { key: 'chest_pain', rank: 3 },
        { key: 'cough', rank: 1 },
        { key: 'tired', rank: 0 },
        { key: 'allergy', rank: 0 },
      ],
      count: 4,
      isEmergency: true,
    })
    const named = [
      'sudden_facial_weakness',
      'arm_weakness',
      'speech_problems',
      'sight_issue',
      'chest_pain',
      'blood_in_sputum',
      'Chest-Pain',
      'pain',
    ]
    expect(
      named.map(
        (key) =>
          summariseSoftSigns({ softSigns: [], symptoms: [{ key, severity: null }] }).isEmergency,
      ),
    ).toEqual([true, true, true, true, true, true, true, false])
    for (const key of named.slice(0, 6)) {
      for (const severity of ['low', 'medium', 'high', 'x'])
        expect(
          summariseSoftSigns({ softSigns: [], symptoms: [{ key, severity }] }).isEmergency,
          'a severity that a device sends lowers none of the six',
        ).toBe(true)
      expect(
        summariseSoftSigns({ softSigns: [{ key, isEmergency: false }], symptoms: [] }).isEmergency,
      ).toBe(true)
    }
    expect(
      summariseSoftSigns({ softSigns: [], symptoms: [{ key: 'x', severity: 'Emergency' }] })
        .isEmergency,
    ).toBe(true)
    expect(summariseSoftSigns({ softSigns: [], symptoms: [] })).toEqual({
      signs: [],
      count: 0,
      isEmergency: false,
    })
    expect(['emergency', 'HIGH', 'Medium', 'low', null, 'odd'].map(severityRank)).toEqual([
      3, 2, 1, 0, 0, 0,
    ])
  })

  test('attachments are sorted into breath sounds, pictures, ECG reports and documents', () => {
    const none = {
      attachments: [],
      lungSounds: [],
      picture: [],
      hasLungSounds: false,
      hasPictures: false,
    }
    const attachment = (type: string) => ({ id: type, type, downloadUrl: '/x' })
    expect(summariseAttachments(none)).toEqual([])
    expect(
      summariseAttachments({
        ...none,
        hasLungSounds: true,
        picture: [{ url: '/p', caption: null }],
        attachments: ['ecg_report', 'letter'].map(attachment),
      }),
    ).toEqual([
      { kind: 'breath-sounds', count: 0 },
      { kind: 'pictures', count: 1 },
      { kind: 'ecg-reports', count: 1 },
      { kind: 'documents', count: 1 },
    ])
    expect(
      ['ECG report', 'ecg_report', 'single-ecg-report', 'ECG', 'secgment', 'report'].map(
        isEcgReport,
      ),
    ).toEqual([true, true, true, true, false, false])
  })

  test('actions 1 to 5 mean what their edition says', () => {
    expect([1, 2, 3, 4, 5].map((action) => selectedActionKey(action, 'en-GB'))).toEqual([
      'no-action',
      'increased-monitoring',
      'called-gp',
      'called-111',
      'called-999',
    ])
    expect([1, 2, 3, 4, 5].map((action) => selectedActionKey(action, 'en-US'))).toEqual([
      'no-action',
      'monitoring',
      'doctor-appointment',
      'urgent-advice',
      'called-911',
    ])
    expect([0, 6, null].map((action) => selectedActionKey(action, 'en-GB'))).toEqual([
      null,
      null,
      null,
    ])
  })

  test('on oxygen is Y, N, not recorded or empty by the scores', () => {
    expect([
      onOxygenMark({ onOxygenScore: 2 }),
      onOxygenMark({ onOxygenScore: 0 }),
      onOxygenMark({ onOxygenScore: null }),
      onOxygenMark(null),
    ]).toEqual(['Y', 'N', null, ''])
  })
})

describe('the age of a check-up', () => {
  const now = Date.parse('2026-01-05T12:00:00.000Z')
  const ended = (msFromNow: number): string => new Date(now + msFromNow).toISOString()
  const dayMs = 86_400_000

  test('that would be less than none is put down to a clock for five minutes; beyond them its time cannot be', () => {
    const ahead = [1, 300_000, 300_001, 3_600_000, 30 * dayMs]
    expect(ahead.map((ms) => isCheckupImplausible(ended(ms), now))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})

test.each([
  ['sputum_changed_colour', 'Sputum changed colour', 'Sputum changed color'],
  ['Ankle-oedema', 'Ankle oedema', 'Ankle edema'],
  ['haematuria', 'Haematuria', 'Hematuria'],
  ['chest_pain', 'Chest pain', 'Chest pain'],
])('the soft sign %s is spelt as the edition spells', (key, gb, us) => {
  expect(softSignWords(key, 'en-GB')).toBe(gb)
  expect(softSignWords(key, 'en-US')).toBe(us)
})
