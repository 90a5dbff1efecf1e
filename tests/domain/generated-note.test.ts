import { symptomWords } from '../../src/domain/symptoms/words'
import { describe, expect, test } from 'vitest'
import {
  generatedText,
  generateNote,
  notedCheckupSchema,
  type NotedCheckup,
  type Recorded,
} from '../../src/domain/note/generated'
import type { EwsScores } from '../../src/domain/ews/thresholds'

const [from, to] = ['2026-01-04T10:00:00.000Z', '2026-01-05T10:00:00.000Z']
const scoresOf = (totalScore: number, missing = 0) =>
  ({ totalScore, missing, riskScheme: 'NEWS2', spo2Scale: 1 }) as EwsScores
const checkupAt = (endedAt: string, over: Partial<NotedCheckup> = {}): NotedCheckup =>
  notedCheckupSchema.parse({
    id: `c ${endedAt}`,
    endedAt,
    respiratoryRate: { value: 18, source: null },
    pulseOxiData: {
      averageSpO2: 97,
      uneditedAverageSpO2: null,
      averageHr: 80,
      confidence: 'HIGH',
      device: null,
      isManual: false,
    },
    bloodPressureData: {
      systolic: 128,
      diastolic: 80,
      position: null,
      device: null,
      isManual: false,
    },
    pulseRate: { value: 80, source: null, isManual: false },
    temperature: { value: 37.2, device: null, isManual: false },
    consciousness: 'A',
    onOxygen: false,
    oxygenFromFlag: false,
    doubts: [],
    weight: null,
    peakExpiratoryFlowRate: null,
    glucose: null,
    notes: null,
    notScored: null,
    notUsable: [],
    softSigns: [],
    symptoms: [],
    ewsScores: scoresOf(0),
    ...over,
  })
const made = (over: Partial<Recorded> = {}, edition: 'en-GB' | 'en-US' = 'en-GB') => {
  const note = generateNote(
    { checkups: [], alerts: [], monitored: null, from, to, ...over },
    edition,
    'Europe/London',
    (key) => symptomWords(key, edition),
  )
  return {
    ...note,
    of: (heading: string) => note.sections.find((section) => section.heading === heading),
  }
}
const early = checkupAt('2026-01-04T20:00:00.000Z', {
  respiratoryRate: { value: 26, source: null },
  ewsScores: scoresOf(5),
  symptoms: [{ key: 'dizziness', severity: 'high' }],
})
const late = checkupAt('2026-01-05T09:00:00.000Z')

describe('C162 a generated note has sections, each with a value and its sources, and a status', () => {
  test('each vital sign is the newest value with its time, and the least and greatest of several', () => {
    const note = made({ checkups: [early, late] })
    expect(note.status).toBe('complete')
    expect(note.of('Respiratory rate')).toEqual({
      heading: 'Respiratory rate',
      value: '18/min, 09:00; lowest 18/min, 09:00; highest 26/min, 4 Jan 20:00; measured 2 times',
      sources: [
        { kind: 'checkup', id: late.id, at: late.endedAt },
        { kind: 'checkup', id: early.id, at: early.endedAt },
      ],
    })
    expect(note.of('Temperature')?.value).toBe(
      '37.2 °C, 09:00; lowest 37.2 °C, 09:00; highest 37.2 °C, 09:00; measured 2 times',
    )
    expect(note.of('SpO2')?.value).toMatch(/^97% \(breathing air\), 09:00/)
  })

  test('the score in words, and the highest of the period where it was higher', () => {
    const note = made({ checkups: [late, early] })
    expect(note.of('Early warning score')?.value).toBe(
      'NEWS2 0, 09:00; highest NEWS2 5, 4 Jan 20:00',
    )
    expect(
      made({ checkups: [{ ...late, ewsScores: scoresOf(2, 3) }] }).of('Early warning score')?.value,
    ).toBe('NEWS2 2, partial: 3 of 7 missing, 09:00')
    expect(
      made({ checkups: [{ ...late, ewsScores: null }] }).of('Early warning score')?.value,
    ).toBe('Not scored')
  })

  test('what was not measured says so and has no source: nothing is guessed', () => {
    const note = made({ checkups: [{ ...late, temperature: null }] })
    expect(note.status).toBe('partial')
    expect(note.of('Temperature')).toEqual({
      heading: 'Temperature',
      value: 'Not measured',
      sources: [],
    })
  })

  test('an oximeter that failed measured nothing', () => {
    const failed = {
      ...late,
      pulseOxiData: late.pulseOxiData && { ...late.pulseOxiData, confidence: 'FAILED' },
    }
    expect(made({ checkups: [failed] }).of('SpO2')).toEqual({
      heading: 'SpO2',
      value: 'Not measured: the oximeter failed 09:00',
      sources: [{ kind: 'checkup', id: late.id, at: late.endedAt }],
    })
    expect(made({ checkups: [early, failed] }).of('SpO2')?.value).toBe(
      '97% (breathing air), 4 Jan 20:00; the oximeter failed 09:00',
    )
  })

  test('nothing recorded is noData, and each section says so', () => {
    const note = made()
    expect(note.status).toBe('noData')
    expect(note.of('Period')?.value).toBe('04-Jan-2026 10:00 to 05-Jan-2026 10:00; 0 check-ups')
    expect(note.of('Symptoms and soft signs')?.value).toBe('None recorded')
    expect(note.of('Alerts')?.value).toBe('None')
    expect(note.sections.flatMap(({ sources }) => sources)).toEqual([])
  })

  test('symptoms by check-up; alerts with what they are of, when they were raised and what became of them', () => {
    const note = made({
      checkups: [early, late],
      alerts: [
        {
          id: 'x',
          type: 'AlertRule',
          severity: 4,
          alertRule: { name: 'High score' },
          openedAt: early.endedAt,
          closedAt: late.endedAt,
          isOpen: false,
        },
        {
          id: 'y',
          type: 'CheckupScheduleEvent',
          severity: 2,
          scheduleName: 'Morning',
          openedAt: late.endedAt,
          closedAt: null,
          isOpen: true,
        },
      ],
    })
    expect(note.of('Symptoms and soft signs')?.value).toBe('4 Jan 20:00: Dizziness')
    expect(note.of('Alerts')).toEqual({
      heading: 'Alerts',
      value:
        'High score, severity 4 of 4, raised 4 Jan 20:00, closed 09:00; Missed check-up: Morning, severity 2 of 4, raised 09:00, open',
      sources: [
        { kind: 'alert', id: 'x', at: early.endedAt },
        { kind: 'alert', id: 'y', at: late.endedAt },
      ],
    })
  })

  test('a value that is to be checked says so, and another one does not', () => {
    const weighed = {
      ...late,
      weight: { value: 700, isManual: true, device: null },
      doubts: ['weight-unlikely'],
    }
    const note = made({ checkups: [weighed] })
    expect(note.of('Weight')?.value).toBe('700.0 kg (entered by hand, to be checked), 09:00')
    expect(note.of('Pulse')?.value).toBe('80/min, 09:00')
    expect(made({ checkups: [{ ...late, doubts: ['sent-twice'] }] }).of('Pulse')?.value).toBe(
      '80/min (to be checked), 09:00',
    )
  })

  test('the worst level of consciousness is told, and a low SpO2 with what must be known of it', () => {
    const night = {
      ...early,
      consciousness: 'U' as const,
      onOxygen: true,
      pulseOxiData: early.pulseOxiData && {
        ...early.pulseOxiData,
        averageSpO2: 71,
        confidence: 'INSUFFICIENT_QUALITY',
      },
    }
    const note = made({ checkups: [late, night] })
    expect(note.of('Consciousness (ACVPU)')?.value).toBe(
      'A, 09:00; worst U, 4 Jan 20:00; measured 2 times',
    )
    expect(note.of('SpO2')?.value).toMatch(/lowest 71% \(on oxygen, poor signal\), 4 Jan 20:00/)
  })

  test('what was sent and cannot be used, what was written, and an emergency are told', () => {
    const note = made({
      checkups: [
        {
          ...late,
          notes: ' I fell in the night ',
          symptoms: [
            { key: 'chest_pain', severity: 'low' },
            { key: 'pain_7', severity: 'high' },
          ],
          notUsable: [
            { field: 'temperature', sent: '98.6', reason: 'impossible', checkPatient: [] },
          ],
        },
      ],
    })
    expect(note.of('Sent and not usable')?.value).toBe('09:00: Temperature not usable: 98.6')
    expect(note.of('Written in check-ups')?.value).toBe('09:00: I fell in the night')
    expect(note.of('Symptoms and soft signs')?.value).toBe(
      '09:00: Chest pain (emergency), Pain 7 of 10',
    )
  })

  test('whoever is not scored has the reason; whoever is monitored is not told to be unmeasured', () => {
    const note = made({
      checkups: [{ ...late, ewsScores: null, notScored: 'pregnant' }],
    })
    expect(note.of('Early warning score')?.value).toBe('Not scored: NEWS2 is not for pregnancy')
    const monitored = made({ monitored: { from: early.endedAt, to: late.endedAt } })
    expect(monitored.status).toBe('partial')
    expect(monitored.of('Pulse')?.value).toBe('Not measured in a check-up')
    expect(monitored.of('Continuous monitoring')?.value).toBe(
      'Recorded from 4 Jan 20:00 to 09:00; its values are not told here',
    )
  })

  test('the US edition has its units', () => {
    const note = made({ checkups: [late] }, 'en-US')
    expect(note.of('Temperature')?.value).toMatch(/^99 °F|^99\.0 °F/)
  })

  test('as text it is one section a line', () => {
    const lines = generatedText(made({ checkups: [late] })).split('\n')
    expect(lines[1]).toBe('Early warning score: NEWS2 0, 09:00')
    expect(lines).toHaveLength(made({ checkups: [late] }).sections.length)
  })
})
