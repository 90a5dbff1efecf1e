import { describe, expect, test } from 'vitest'
import {
  mostTries,
  settle,
  waitAfterMs,
  type Sending,
} from '../../src/domain/ehr-integration/answer'
import { addressFault, needsApprover } from '../../src/domain/ehr-integration/integration'
import { lastDay, periodFaults, periodOfCheckup } from '../../src/domain/ehr-integration/push'
import {
  codeSystem,
  summarise,
  toldCheckupSchema,
  type ToldCheckup,
} from '../../src/domain/ehr-integration/summary'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString()
const answered = (status: number, text = ''): Sending => ({ kind: 'answered', status, text })

describe('what an event becomes', () => {
  test.each([200, 201, 202, 204, 299])('%i is taken', (status) => {
    expect(settle(answered(status), 1)).toEqual({
      status: 'success',
      again: false,
      isRetryable: false,
      response: { message: `Accepted (${status})`, innerError: null },
    })
  })
  test.each([400, 401, 403, 404, 409, 410, 422, 451])('%i is a refusal', (status) => {
    expect(settle(answered(status, 'No'), 1)).toMatchObject({
      status: 'rejected',
      again: false,
      isRetryable: false,
      response: { innerError: 'No' },
    })
  })
  test.each([408, 425, 429, 500, 502, 503, 504])('%i passes', (status) => {
    const tries = Array.from({ length: mostTries }, (_, nth) => settle(answered(status), nth + 1))
    expect(tries.map((one) => [one.status, one.again, one.isRetryable])).toEqual([
      ['pending', true, false],
      ['pending', true, false],
      ['error', false, true],
    ])
  })
  test.each([100, 301, 302, 303, 307, 308])('%i is an error at once', (status) => {
    expect(settle(answered(status), 1)).toMatchObject({ status: 'error', isRetryable: true })
  })
  test('silence is tried again, an address that cannot be used is not', () => {
    expect(settle({ kind: 'unheard', problem: 'x' }, 1)).toMatchObject({ again: true })
    expect(settle({ kind: 'unheard', problem: 'x' }, 3)).toMatchObject({
      status: 'error',
      isRetryable: true,
    })
    expect(settle({ kind: 'forbidden', problem: 'x' }, 1)).toMatchObject({
      status: 'error',
      again: false,
    })
  })
  test('what the other system said is its own words: ours are in the message', () => {
    expect(settle({ kind: 'unheard', problem: 'No answer in time' }, 1).response).toEqual({
      message: 'The receiving system did not answer (No answer in time)',
      innerError: null,
    })
    expect(settle({ kind: 'forbidden', problem: 'The address is odd' }, 1).response).toEqual({
      message: 'It was not sent. The address is odd',
      innerError: null,
    })
    expect(settle(answered(302, 'Moved'), 1).response).toEqual({
      message:
        'The receiving system answered 302, which is neither taken nor refused. A redirection is not followed',
      innerError: 'Moved',
    })
  })
  test.each([
    ['{"message":"Unknown"}', 'Unknown'],
    ['{"error":"Down"}', 'Down'],
    ['{"detail":" Odd "}', 'Odd'],
    ['{"code":7}', '{"code":7}'],
    ['null', 'null'],
    ['  ', null],
    ['x'.repeat(2_000), 'x'.repeat(1_000)],
  ])('the words of %s', (text, words) => {
    expect(settle(answered(422, text), 1).response?.innerError).toBe(words)
  })
  test('it waits longer each time', () => {
    expect([1, 2].map(waitAfterMs)).toEqual([10_000, 20_000])
  })
})

test('an address for the house’s own machine is only for those who may', () => {
  expect(addressFault('http://127.0.0.1:8080/x', true)).toBeNull()
  expect(addressFault('http://localhost/x', true)).toBeNull()
  expect(addressFault('http://[::1]/x', true)).toBeNull()
  expect(addressFault('http://localhost/x', false)).not.toBeNull()
  expect(addressFault('http://localhost.example/x', true)).not.toBeNull()
  expect(addressFault('https://record.example/x', false)).toBeNull()
})

test('only a pre-approved message needs an approver', () => {
  expect(
    (['PreApprovedMessage', 'CareHomeInteraction', 'CareNote'] as const).map(needsApprover),
  ).toEqual([true, false, false])
})

describe('the period of a push', () => {
  const of = (startedAt: string, endedAt: string, nowMs = now) =>
    periodOfCheckup({ startedAt, endedAt }, nowMs)

  test('C620 the start of the latest check-up is rounded down to 5 minutes', () => {
    expect(of(at(33), at(31)).from).toBe(at(35))
    expect(of(at(35), at(31)).from).toBe(at(35))
    expect(of(at(31), at(29)).from).toBe(at(35))
  })
  test('C621 its end is rounded up to 5 minutes, and never after now', () => {
    expect(of(at(33), at(31)).to).toBe(at(30))
    expect(of(at(33), at(30)).to).toBe(at(30))
    expect(of(at(4), at(2), now - 60_000).to).toBe(at(1))
  })
  test('one of a single instant on five minutes has a length', () => {
    expect(of(at(30), at(30))).toEqual({ from: at(30), to: at(25) })
  })
  test('C622 the last 24 hours end now', () => {
    expect(lastDay(now)).toEqual({ from: at(1440), to: at(0) })
  })
  test.each([
    ['', '', ['Start date is required', 'End date is required']],
    ['', at(0), ['Start date is required']],
    [at(5), '', ['End date is required']],
    [at(5), at(5), ['End date must be after start date']],
    [at(5), at(6), ['End date must be after start date']],
    [at(5), at(-1), ['End date cannot be in the future']],
    [at(31 * 1440 + 1), at(0), ['The period can be 31 days at most']],
    [at(31 * 1440), at(0), []],
    [at(1), at(0), []],
  ])('C438 C439 C440 C441 from %s to %s', (from, to, messages) => {
    expect(periodFaults({ from, to }, now).map(({ message }) => message)).toEqual(messages)
  })
})

describe('what another system is told', () => {
  const empty: ToldCheckup = {
    endedAt: at(30),
    temperature: null,
    pulseRate: null,
    pulseOxiData: null,
    respiratoryRate: null,
    consciousness: null,
    onOxygen: null,
    oxygenFromFlag: false,
    doubts: [],
    bloodPressureData: null,
    weight: null,
    peakExpiratoryFlowRate: null,
    glucose: null,
    notes: null,
    ewsScores: null,
  }
  const oximetry = {
    averageSpO2: 93,
    uneditedAverageSpO2: null,
    averageHr: 71,
    confidence: 'HIGH',
    device: null,
    isManual: false,
  }
  const whole: ToldCheckup = {
    ...empty,
    temperature: { value: 38.44, device: null, isManual: true },
    pulseRate: { value: 88, source: null, isManual: false },
    pulseOxiData: oximetry,
    respiratoryRate: { value: 18, source: null },
    consciousness: 'C',
    onOxygen: true,
    bloodPressureData: {
      systolic: 108,
      diastolic: 71,
      position: null,
      device: null,
      isManual: false,
    },
    weight: { value: 71.25, isManual: false, device: null },
    peakExpiratoryFlowRate: { value: 410, isManual: false },
    glucose: { reading: 5.5, time_of_capture: null, before_after_meal: null },
    notes: ' Slept well ',
    ewsScores: { totalScore: 7, missing: 0, riskScheme: 'NEWS2', spo2Scale: 1 },
  }
  const period = { from: at(60), to: at(0) }
  const told = (checkups: readonly ToldCheckup[], edition: 'en-GB' | 'en-US' = 'en-GB') =>
    summarise(checkups, period, edition, 'Europe/London')
  const values = (checkups: readonly ToldCheckup[], edition: 'en-GB' | 'en-US' = 'en-GB') =>
    told(checkups, edition).codedDataItems.map(
      ({ code, value, units }) => `${code} ${value} ${units ?? '-'}`,
    )

  test('every value is coded, in UCUM, and the total with it', () => {
    expect(values([whole])).toEqual([
      '86290005 18 /min',
      '103228002 93 %',
      '72313002 108 mm[Hg]',
      '1091811000000102 71 mm[Hg]',
      '78564009 88 /min',
      '1104441000000107 C -',
      '276885007 38.4 Cel',
      '27113001 71.25 kg',
      '1104051000000101 7 {score}',
    ])
    expect(codeSystem('en-GB')).toBe('http://snomed.info/sct')
  })
  test('of two pulses and of flag against device it tells what counts, and that they differ', () => {
    const sent = toldCheckupSchema.parse({
      ...empty,
      pulseRate: { value: 70, source: null, isManual: true },
      pulseOxiData: { ...oximetry, averageHr: 140 },
      onOxygen: true,
      oxygenFromFlag: true,
      doubts: ['pulse-differs', 'oximeter-pulse', 'oxygen-flag'],
      ewsScores: { totalScore: 7, missing: 0, riskScheme: 'NEWS2', spo2Scale: 1 },
    })
    const { consultationNote, codedDataItems } = told([sent])
    expect(consultationNote).toContain('Pulse 140/min (by the oximeter, another device counted 70)')
    expect(consultationNote).toContain(
      'on oxygen by the flag of the patient, this check-up says air',
    )
    expect(codedDataItems.find(({ code }) => code === '78564009')?.value).toBe('140')
  })

  test('in the US edition by LOINC, and what has no code there is in the note alone', () => {
    expect(values([whole], 'en-US')).toEqual([
      '9279-1 18 /min',
      '59408-5 93 %',
      '8480-6 108 mm[Hg]',
      '8462-4 71 mm[Hg]',
      '8867-4 88 /min',
      '8310-5 38.4 Cel',
      '29463-7 71.25 kg',
    ])
    expect(told([whole], 'en-US').consultationNote).toContain('Blood glucose 99 mg/dL')
    expect(told([whole], 'en-US').consultationNote).toContain('NEWS2 7')
    expect(codeSystem('en-US')).toBe('http://loinc.org')
  })
  test('the note tells period, score, values, how they were got, and what was noted', () => {
    expect(told([whole]).consultationNote.split('\n')).toEqual([
      expect.stringMatching(
        /^Remote monitoring, 1 check-up from .*11:00.* to .*12:00.* \(Europe\/London\)$/u,
      ),
      expect.stringMatching(
        /11:30: NEWS2 7; Respiratory rate 18\/min; SpO2 93% \(on oxygen\); Systolic blood pressure 108 mmHg; Diastolic blood pressure 71 mmHg; Pulse 88\/min; Consciousness \(ACVPU\) C; Temperature 38.4 °C \(entered by hand\); Weight 71.25 kg; Blood glucose 5.5 mmol\/L; Peak expiratory flow 410 L\/min$/u,
      ),
      'Note: Slept well',
    ])
  })
  const scored = (over: Partial<NonNullable<ToldCheckup['ewsScores']>>) =>
    told([
      {
        ...whole,
        ewsScores: { totalScore: 2, missing: 0, riskScheme: 'NEWS2', spo2Scale: 1, ...over },
      },
    ])
  const totalCode = '1104051000000101'
  test.each([
    ['partial', { missing: 3 }, 'NEWS2 2, partial: 3 of 7 missing'],
    ['personal', { riskScheme: 'Personal' }, 'Score 2 by other thresholds (Personal), not NEWS2'],
    [
      'a pathway’s and partial',
      { riskScheme: 'Pathway', missing: 1 },
      'Score 2 by other thresholds (Pathway), not NEWS2, partial: 1 of 7 missing',
    ],
  ])('a total that is %s has no code of NEWS2: the note tells it', (_what, over, words) => {
    const { consultationNote, codedDataItems } = scored(over)
    expect(consultationNote).toContain(`: ${words};`)
    expect(codedDataItems.map(({ code }) => code)).not.toContain(totalCode)
  })
  test('a total on SpO2 Scale 2 says so, in the note and with its code', () => {
    const { consultationNote, codedDataItems } = scored({ spo2Scale: 2 })
    expect(consultationNote).toContain('NEWS2 2, SpO2 Scale 2;')
    expect(codedDataItems.at(-1)).toEqual({
      code: totalCode,
      value: '2',
      units: '{score}',
      additionalText: `NEWS2 2, SpO2 Scale 2, ${at(30)}`,
    })
  })
  const marks: readonly (readonly [string, Partial<ToldCheckup>, string, string])[] = [
    [
      'a pulse by hand',
      { pulseRate: { value: 88, source: null, isManual: true } },
      'breathing air',
      ' (entered by hand)',
    ],
    [
      'oximetry by hand',
      { pulseOxiData: { ...oximetry, confidence: null, isManual: true } },
      'breathing air, entered by hand',
      ' (entered by hand)',
    ],
    [
      'an overridden SpO2',
      { pulseOxiData: { ...oximetry, uneditedAverageSpO2: 88 } },
      'breathing air, entered by hand',
      '',
    ],
    [
      'an overridden SpO2 of a poor signal',
      { pulseOxiData: { ...oximetry, uneditedAverageSpO2: 88, confidence: 'VITAL_UNSTABLE' } },
      'breathing air, entered by hand',
      ' (poor signal)',
    ],
    [
      'a poor signal',
      { pulseOxiData: { ...oximetry, confidence: 'INSUFFICIENT_QUALITY' } },
      'breathing air, poor signal',
      ' (poor signal)',
    ],
    ['a good signal', {}, 'breathing air', ''],
  ]
  test.each(marks)('%s is marked, in the note and with its code', (_what, over, spO2, pulse) => {
    const { consultationNote, codedDataItems } = told([
      { ...empty, onOxygen: false, pulseOxiData: oximetry, ...over },
    ])
    const rate = over.pulseRate?.value ?? 71
    expect(consultationNote).toMatch(
      new RegExp(
        `SpO2 93% \\(${spO2}\\); Pulse ${rate}/min${pulse.replaceAll(/[()]/gu, '\\$&')}$`,
        'u',
      ),
    )
    expect(codedDataItems.map(({ additionalText }) => additionalText)).toEqual([
      `SpO2, ${at(30)}, ${spO2}`,
      `Pulse, ${at(30)}${pulse === '' ? '' : `, ${pulse.slice(2, -1)}`}`,
    ])
  })
  test('what was not measured is not told, and a failed oximeter measured nothing', () => {
    expect(values([empty])).toEqual([])
    expect(told([empty]).consultationNote).toContain('no value measured')
    expect(values([{ ...empty, pulseOxiData: { ...oximetry, confidence: 'FAILED' } }])).toEqual([])
  })
  test('without a pulse of its own the oximeter’s is told, and unknown oxygen says so', () => {
    const read = told([{ ...empty, pulseOxiData: oximetry }])
    expect(read.codedDataItems.map(({ value }) => value)).toEqual(['93', '71'])
    expect(read.codedDataItems[0]?.additionalText).toContain('oxygen not recorded')
    expect(
      told([{ ...empty, onOxygen: false, pulseOxiData: oximetry }]).consultationNote,
    ).toContain('breathing air')
  })
  test('check-ups are told oldest first, each value with its instant', () => {
    const { codedDataItems, consultationNote } = told([
      { ...empty, endedAt: at(5), respiratoryRate: { value: 22, source: null } },
      { ...empty, endedAt: at(50), respiratoryRate: { value: 16, source: null } },
    ])
    expect(codedDataItems.map(({ value }) => value)).toEqual(['16', '22'])
    expect(codedDataItems[0]?.additionalText).toBe(`Respiratory rate, ${at(50)}`)
    expect(consultationNote).toContain('2 check-ups')
  })
})
