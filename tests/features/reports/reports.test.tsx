// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportPaper } from '../../../server/documents/report-paper'
import type { ReportAsked, ReportPart } from '../../../src/data/report'
import { alertSchema } from '../../../src/domain/alerts/alert'
import { ewsInputOf } from '../../../src/domain/checkup/ews-input'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { scoreCheckup } from '../../../src/domain/ews'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import type { Edition } from '../../../src/domain/organization/organization'
import { problem } from '../../../src/domain/problem'
import { deviceReport, type Held } from '../../../src/domain/report/device'
import { aggregateHours } from '../../../src/domain/report/period'
import { reportsRoom } from '../../../src/features/reports'
import { withGaps } from '../../../src/domain/report/tables'
import { createReportLoader } from '../../../src/features/reports/load-report'
import { vitalChart } from '../../../src/features/reports/report.view'
import {
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  minutes,
  noon,
  noteOf,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
} from '../clinical-portal'

const hour = 60 * minutes
const iso = (ms: number): string => new Date(ms).toISOString()

beforeAll(() =>
  Promise.all([
    import('../../../src/features/patient/vitals/VitalsTab'),
    import('../../../src/features/reports/ReportsTab'),
  ]).then(() => undefined),
)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const always = { from: -Infinity, to: noon }
const allKnown = { checkups: always, notes: always, alerts: always, wardAdmissions: always }
const nothing: Held = {
  checkups: [],
  notes: [],
  alerts: [],
  admissionEvents: [],
  known: allKnown,
}

/** The server's part after part: what is asked for, its check-ups in two parts. */
const partOf = (held: Held, asked: ReportAsked & { readonly after: string | null }): ReportPart => {
  const hours = aggregateHours.find((each) => each === asked.aggregateIntervalHours) ?? 24
  const range = { from: Date.parse(asked.start), to: Date.parse(asked.end) }
  const report = deviceReport(held, range, hours, asked.timeZone, asked)
  const half = Math.ceil(report.checkups.length / 2)
  const isFirst = asked.after === null
  const rest = { aggregates: [], softSigns: [], notes: [], alerts: [], wardAdmissions: [] }
  return {
    ...(isFirst
      ? {
          aggregates: [...report.aggregates],
          softSigns: [...report.softSigns],
          notes: [...report.notes],
          alerts: [...report.alerts],
          wardAdmissions: [...report.wardAdmissions],
        }
      : rest),
    checkups: isFirst ? report.checkups.slice(0, half) : report.checkups.slice(half),
    checkupCount: report.checkups.length,
    asOf: iso(noon - minutes / 2),
    version: 'w 1',
    next: isFirst && report.checkups.length > half ? 'checkups half' : null,
  }
}

interface Opened {
  readonly edition?: Edition
  readonly offline?: boolean
  readonly serves?: Held
  /** From when on the check-ups are held. */
  readonly heldFrom?: number | null
  readonly isShared?: true
  readonly prepare?: (fake: ReturnType<typeof clinicalRuntime>) => void
}
const open = (held: Partial<Held>, options: Opened = {}) => {
  const { offline = false, prepare, heldFrom = -Infinity, ...rest } = options
  const fake = clinicalRuntime()
  const all = { ...nothing, ...held }
  const serves = options.serves ?? all
  fake
    .view('patientRecord')
    .set(answered([patientOf({ admissionEvents: [...all.admissionEvents] })]))
  fake.view('patientCheckups').set(answered(all.checkups, { heldFrom, asOf: noon - 3 * hour }))
  fake.view('patientNotes').set(answered(all.notes))
  fake.view('patientOnBoard').set(answered([cardOf('p1', { alerts: [...all.alerts] })]))
  fake.ask.mockImplementation(async (name, input) =>
    name === 'patientReport'
      ? { kind: 'done', value: partOf(serves, input as Parameters<typeof partOf>[1]) }
      : { kind: 'refused', problem: serverDown },
  )
  if (offline)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  prepare?.(fake)
  return openClinical('/patient/p1/reports', { fake, rooms: [reportsRoom], ...rest })
}
const sheet = () => screen.findByRole('article', { name: 'Patient report' })
const rowsOf = (table: HTMLElement): string[][] =>
  [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent ?? ''),
  )
/** As rowsOf, without what is marked beside the values. */
const unmarkedRowsOf = (table: HTMLElement): string[][] => {
  const bare = table.cloneNode(true) as HTMLElement
  for (const mark of bare.querySelectorAll('[data-mark]')) mark.remove()
  return rowsOf(bare)
}
const askedOf = (fake: { ask: ReturnType<typeof clinicalRuntime>['ask'] }) =>
  fake.ask.mock.calls
    .filter(([name]) => name === 'patientReport')
    .map(([, input]) => input as ReportAsked & { after: string | null })

const scored = (checkup: Checkup): Checkup => ({
  ...checkup,
  ewsScores: scoreCheckup(ewsInputOf(checkup, false), {
    thresholds: null,
    spo2Scale: 1,
    riskScheme: 'NEWS2',
  }),
})
const maybe = <Value,>(of: fc.Arbitrary<Value>) => fc.option(of, { freq: 4 })
const tenths = (least: number, most: number) =>
  fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10)
const measured = fc.record({
  respiratoryRate: maybe(fc.integer({ min: 6, max: 40 }).map((value) => ({ value, source: null }))),
  temperature: maybe(tenths(34, 41).map((value) => ({ value, device: null, isManual: false }))),
  weight: maybe(tenths(3, 160).map((value) => ({ value, device: null, isManual: false }))),
  peakExpiratoryFlowRate: maybe(tenths(100, 600).map((value) => ({ value, isManual: true }))),
  pulseRate: maybe(
    fc.integer({ min: 38, max: 150 }).map((value) => ({ value, source: null, isManual: false })),
  ),
  pulseOxiData: maybe(
    fc.record({
      averageSpO2: tenths(80, 100),
      uneditedAverageSpO2: fc.constant(null),
      averageHr: maybe(fc.integer({ min: 40, max: 140 })),
      confidence: fc.constantFrom('HIGH', 'FAILED', 'VITAL_UNSTABLE'),
      device: fc.constant(null),
      isManual: fc.constant(false),
    }),
  ),
  consciousness: maybe(fc.constantFrom('A' as const, 'V' as const)),
})
const history = fc
  .sample(measured, { seed: 11, numRuns: 10 })
  .map((over, at) => scored(checkupOf(`h${at}`, { endedAt: iso(noon - (at + 1) * hour), ...over })))

const realTimeout = globalThis.setTimeout

describe('who has it', () => {
  test('C018 C019 who came by a share link has no tab, and the address leads to vitals', async () => {
    const shown = open({ checkups: history }, { isShared: true })
    await screen.findByRole('tab', { name: 'Vitals' })
    expect(screen.queryByRole('tab', { name: 'Reports' })).toBeNull()
    expect(shown.at()).toBe('/patient/p1/vitals')
    expect(askedOf(shown)).toEqual([])
    cleanup()
    open({ checkups: history })
    expect(
      (await screen.findByRole('tab', { name: 'Reports' })).getAttribute('aria-selected'),
    ).toBe('true')
  })
})

describe('the report', () => {
  test('C502 asks for the last 7 days by 8 hours, and part after part until there is none', async () => {
    const shown = open({ checkups: history })
    await sheet()
    const asked = askedOf(shown)
    expect(asked.map(({ after }) => after)).toEqual([null, 'checkups half'])
    expect(asked[0]).toMatchObject({
      patientId: 'p1',
      start: iso(noon - 168 * hour),
      end: iso(noon),
      aggregateIntervalHours: 8,
      aggregates: true,
      softSigns: true,
      checkups: true,
      notes: true,
      alerts: true,
      wardAdmissions: true,
    })
    const table = screen.getByRole('table', { name: 'Check-ups, newest first' })
    expect(rowsOf(table).length).toBe(1 + history.length)
  })

  test('says of whom, of when, by whom, and data as of when', async () => {
    open({ checkups: history })
    const head = (await sheet()).querySelector('header')?.textContent ?? ''
    for (const words of [
      'Riverside Virtual Ward',
      'SMITH, John',
      '02-Mar-1944',
      '943 476 5919',
      '29-Dec-2025 14:32 to 05-Jan-2026 14:32',
      'Data as of 05-Jan-2026 14:31',
      'Made 05-Jan-2026 14:32 by Ada Nurse',
    ])
      expect(head).toContain(words)
  })

  test.each(['en-GB', 'en-US'] as const)(
    'C502 every value of a random history is the text of the record (%s)',
    async (edition) => {
      const shown = open({ checkups: history }, { edition })
      await sheet()
      const table = screen.getByRole('table', { name: 'Check-ups, newest first' })
      const [report, marked] = [unmarkedRowsOf(table), rowsOf(table)]
      shown.router.navigate('/patient/p1/vitals').catch(() => undefined)
      const chart = await screen.findByRole('table', { name: 'Patient Check-ups' })
      const record = rowsOf(chart)
      let compared = 0
      for (const [at, heading] of (report[0] ?? []).entries()) {
        const [name = ''] = heading.split(/ (?=\/min|%|mmHg|L\/min|°)/)
        const row = record.find(([label]) => label?.startsWith(name.trim()) === true)
        if (at === 0 || row === undefined || name.startsWith('Soft')) continue
        // The record reads from left to right, the report from the newest down.
        const cells = row.slice(1).toReversed()
        for (const [place, checkup] of report.slice(1).entries()) {
          const told = (checkup[at] ?? '').replace('–', '')
          const shownThere = (cells[place] ?? '').split(', ')[0] ?? ''
          // The record says by the sign beside SpO2 what the report says in words.
          if (name.startsWith('SpO2'))
            expect(marked[place + 1]?.[at]?.includes('Poor signal')).toBe(
              cells[place]?.includes('unstable') === true,
            )
          expect(told.replaceAll(' ', ''), `${name} of ${checkup[0]}`).toBe(
            shownThere.replaceAll(' ', '').replace(/^–?(Notrecorded)?$/, ''),
          )
          compared++
        }
      }
      expect(compared).toBeGreaterThan(100)
    },
  )

  test('sums tell the mean, the range, and in how many it was measured; a gap is a row', async () => {
    const at = (time: string, over: Partial<Checkup>) =>
      scored(checkupOf(time, { endedAt: `2026-01-05T${time}:00.000Z`, ...over }))
    open({
      checkups: [
        at('14:00', { respiratoryRate: { value: 19, source: null } }),
        at('09:00', { respiratoryRate: { value: 14, source: null }, weight: null }),
        at('01:00', { temperature: null }),
      ],
    })
    await sheet()
    const rows = rowsOf(screen.getByRole('table', { name: 'Sums by interval' }))
    expect(rows[1]).toEqual(['No check-ups from 29-Dec-2025 14:32 to 05-Jan-2026 00:00'])
    expect(rows[2]?.slice(0, 3)).toEqual(['05-Jan-2026 00:00 – 08:00', '1', '16'])
    expect(rows[2]?.at(-2)).toBe('at least 0partial, 1 missing')
    expect(rows[2]?.[7]).toBe('–')
    expect(rows[3]?.slice(0, 3)).toEqual(['05-Jan-2026 08:00 – 14:32 (6 h 32 min)', '2', '1714–19'])
    expect(rows[3]?.[9]).toBe('72.41 of 2')
    expect(rows.length).toBe(4)
  })

  test('what the record marks is marked, explained below the heading, and the same on paper', async () => {
    const at = (time: string, over: Partial<Checkup>, scheme: Partial<EwsScores> = {}) => {
      const checkup = scored(checkupOf(time, { endedAt: `2026-01-05T${time}:00.000Z`, ...over }))
      return {
        ...checkup,
        ewsScores: checkup.ewsScores === null ? null : { ...checkup.ewsScores, ...scheme },
      }
    }
    const oximeter = (confidence: string, more: object = {}) => ({
      averageSpO2: 93,
      uneditedAverageSpO2: null,
      averageHr: 110,
      confidence,
      device: 'Nonin 3230',
      isManual: false,
      ...more,
    })
    const checkups = [
      at(
        '14:00',
        { pulseOxiData: oximeter('VITAL_UNSTABLE'), doubts: ['pulse-differs', 'later-word'] },
        { spo2Scale: 2, riskScheme: 'Personal' },
      ),
      at('13:00', { pulseOxiData: oximeter('FAILED'), oxygenFromFlag: true }),
      at('12:00', { pulseOxiData: oximeter('HIGH', { isManual: true }), oxygenFlow: 'above_5' }),
      { ...at('11:00', {}), ewsScores: null, notScored: 'pregnant' as const },
    ]
    open({ checkups })
    await sheet()
    const table = screen.getByRole('table', { name: 'Check-ups, newest first' })
    const marksOf = (of: HTMLElement) =>
      [...of.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('[data-mark]')].map(({ textContent }) => textContent),
      )
    expect(marksOf(table)).toEqual([
      ['2 to be checked', 'Poor signal', 'Scale 2', 'Adjusted thresholds'],
      [],
      ['Patient flag'],
      ['Entered manually'],
      ['No score: NEWS2 is not for pregnancy'],
    ])
    const rows = rowsOf(table)
    expect(rows[2]).toEqual([
      'To be checked, check-up of 05-Jan-2026 14:00: Pulse and oximeter disagree: one of them may not be the patient’s. Pulse 72, oximeter 110 beats/min; the score counts 72. Something else about this check-up is doubtful: reload the portal to see what.',
    ])
    expect(rows[3]).toContain('Failed')
    expect(rows[4]).toContain('Nabove 5 L/min')
    expect(marksOf(screen.getByRole('table', { name: 'Sums by interval' })).flat()).toEqual([
      '1 to be checked',
      '1 poor signal',
      '1 failed',
      'Scale 2',
      'Adjusted thresholds',
      'Poor SpO2 signal',
      'Scale 2',
      'Adjusted thresholds',
      'Poor SpO2 signal',
    ])
    const legend = screen.getAllByText(/‘Scale 2’: /).map(({ textContent }) => textContent)
    expect(legend.length).toBe(2)
    for (const mark of [
      'Adjusted thresholds',
      'Missing',
      'Poor signal',
      'Failed',
      'Entered manually',
      'Patient flag',
      'To be checked',
    ])
      expect(legend[1]).toContain(`‘${mark}’: `)
    expect(legend[0]).not.toContain('Entered manually')

    const range = { from: noon - 168 * hour, to: noon }
    const everything = {
      aggregates: true,
      softSigns: true,
      checkups: true,
      notes: true,
      alerts: true,
      wardAdmissions: true,
    }
    const { blocks } = reportPaper({
      version: 1,
      edition: 'en-GB',
      zone: 'Europe/London',
      organization: 'Riverside Virtual Ward',
      patient: {
        firstName: 'John',
        lastName: 'Smith',
        birthDate: '1944-03-02',
        gender: 'male',
        identifier: null,
      },
      author: 'Ada Nurse',
      scheme: 'NEWS2',
      start: iso(range.from),
      end: iso(range.to),
      hours: 8,
      toggles: everything,
      asOf: iso(noon),
      report: deviceReport({ ...nothing, checkups }, range, 8, 'Europe/London', everything),
    })
    const drawn = blocks.filter((block) => block.kind === 'table')[2]
    expect(drawn?.rows.map((row) => row.map((text) => text.replace(/ \+[123]|\n/g, '')))).toEqual(
      rows.slice(1),
    )
    const quiet = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.text : []))
    for (const line of legend) expect(quiet).toContain(line)
  })

  test('C502 what is taken out and put in again is not asked for anew; of nothing there is nothing to print', async () => {
    const shown = open({ checkups: history, notes: [noteOf('n1', { text: 'Slept well' })] })
    expect((await sheet()).textContent).toContain('Slept well')
    const before = askedOf(shown).length
    fireEvent.click(screen.getByRole('checkbox', { name: 'Notes' }))
    expect((await sheet()).textContent).not.toContain('Slept well')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Notes' }))
    expect((await sheet()).textContent).toContain('Slept well')
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox'))
      if (box.checked) fireEvent.click(box)
    expect(await screen.findByRole('heading', { name: 'Nothing is chosen' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true)
    expect(askedOf(shown).length).toBe(before)
  })

  test('C502 what is not chosen is not asked for; another length asks for the sums alone', async () => {
    const shown = open({ checkups: history })
    await sheet()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alerts' }))
    fireEvent.click(screen.getByRole('radio', { name: '24 hours' }))
    await waitFor(() =>
      expect(askedOf(shown).at(-1)).toMatchObject({ alerts: false, aggregateIntervalHours: 4 }),
    )
    await sheet()
    fireEvent.change(screen.getByLabelText('Sums over'), { target: { value: '2' } })
    await waitFor(() => expect(askedOf(shown).at(-1)?.aggregateIntervalHours).toBe(2))
    expect(askedOf(shown).at(-1)).toMatchObject({
      aggregates: true,
      softSigns: false,
      checkups: false,
      notes: false,
      wardAdmissions: false,
    })
  })

  test('of many rows a screenful is drawn at once, and all of them before it is printed', async () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      checkupOf(`m${at}`, { endedAt: iso(noon - (at + 1) * 30 * minutes) }),
    )
    const timeout = vi.spyOn(globalThis, 'setTimeout')
    // The turns in which the rest would be drawn never come.
    const draws: unknown[] = []
    timeout.mockImplementation(((run: () => void, ms?: number) => {
      if (ms === 0 && run.toString().includes('startTransition')) {
        draws.push(run)
        return 0
      }
      return realTimeout(run, ms)
    }) as typeof setTimeout)
    open({ checkups: many })
    await sheet()
    const table = screen.getByRole('table', { name: 'Check-ups, newest first' })
    expect(rowsOf(table).length).toBe(1 + 60)
    expect(draws.length).toBeGreaterThan(0)
    act(() => {
      window.dispatchEvent(new Event('beforeprint'))
    })
    expect(rowsOf(table).length).toBe(1 + 200)
  })

  test('days of one’s own: an end before the start is an error at its field, and nothing is asked', async () => {
    const shown = open({ checkups: history })
    await sheet()
    fireEvent.click(screen.getByRole('radio', { name: 'Choose days' }))
    await sheet()
    const before = askedOf(shown).length
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2025-12-01' } })
    expect(screen.getByText('The last day is before the first')).toBeTruthy()
    expect(askedOf(shown).length).toBe(before)
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-11-30' } })
    await waitFor(() =>
      expect(askedOf(shown).at(-1)).toMatchObject({
        start: '2025-11-30T00:00:00.000Z',
        end: '2025-12-02T00:00:00.000Z',
      }),
    )
  })

  test('an interval is offered only where the period has room for it', async () => {
    open({ checkups: history })
    await sheet()
    const offered = () =>
      [...screen.getByLabelText<HTMLSelectElement>('Sums over').options].map(({ value }) => value)
    expect(offered()).toContain('1')
    fireEvent.click(screen.getByRole('radio', { name: '30 days' }))
    await sheet()
    expect(offered()[0]).toBe('2')
  })

  test('alerts and stays are told with when they opened and closed, and what became of the patient', async () => {
    const alert = alertSchema.parse({
      id: 'a1',
      revision: 1,
      type: 'CheckupScheduleEvent',
      status: 'open',
      startedAt: iso(noon - 5 * hour),
      latestAt: iso(noon - 5 * hour),
      severity: 3,
      alertRule: null,
      checkupScheduleEvent: {
        checkupExpectedAt: iso(noon - 5 * hour),
        checkupSchedule: { id: 's', name: 'Morning', tolerance: { early: 0, late: 0 } },
      },
      checkup: null,
      continuousMonitoring: null,
      count: 2,
      triggers: [],
      closedAt: null,
      closedBy: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      snoozedUntil: null,
      snoozedBy: null,
      escalatedAt: null,
    })
    const resolved = {
      ...alert,
      id: 'a0',
      status: 'closed' as const,
      startedAt: iso(noon - 8 * hour),
      closedAt: iso(noon - 7 * hour),
      outcome: 'calledEmergency' as const,
      outcomeText: null,
    }
    open({
      alerts: [alert, resolved],
      admissionEvents: [
        {
          admissionId: 'x',
          createdAt: '2025-12-01T09:00:00.000Z',
          effectiveAt: '2025-12-01T09:00:00.000Z',
          createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
          ward: { id: 'w1', name: 'Willow' },
          reason: { type: 'StepUp', additionalInfo: null },
          type: 'Admission',
          carePathway: { id: 'cp1', name: 'COPD' },
        },
      ],
    })
    await sheet()
    const alerts = rowsOf(screen.getByRole('table', { name: /^Alerts that were open/ }))
    expect(alerts[1]).toEqual([
      '05-Jan-2026 09:32',
      expect.stringMatching(/Morning$/),
      'medium',
      '2',
      '–',
      'Open',
    ])
    expect(alerts[2]?.at(-1)).toBe('05-Jan-2026 07:32: Called 999')
    const stays = rowsOf(screen.getByRole('table', { name: /^Ward admissions/ }))
    expect(stays[1]).toEqual([
      '01-Dec-2025 09:00before the period',
      'Admitted',
      'Willow · COPD',
      'Nia Okafor',
      'Step up',
    ])
  })
})

/** Offline, and what is kept does not become newer: check-ups of 3 hours ago, notes of 1, the record of 2. */
const kept = {
  offline: true,
  prepare: (fake: ReturnType<typeof clinicalRuntime>) => {
    fake.refresh.mockImplementation(async () => undefined)
    fake.view('patientNotes').set({ ...fake.view('patientNotes').get(), asOf: noon - hour })
    fake.view('patientRecord').set({ ...fake.view('patientRecord').get(), asOf: noon - 2 * hour })
    fake.view('patientOnBoard').set({ ...fake.view('patientOnBoard').get(), asOf: noon })
  },
} as const

describe('without the server', () => {
  test('offline it is made of what this device holds, says as of when, and what it lacks', async () => {
    const shown = open(
      { checkups: history, notes: [{ ...noteOf('n1'), waiting: {} } as ReturnType<typeof noteOf>] },
      { ...kept, heldFrom: noon - 10 * hour },
    )
    const text = (await sheet()).textContent ?? ''
    expect(askedOf(shown)).toEqual([])
    expect(text).toContain('From what this device holds, as of 05-Jan-2026 11:32')
    expect(text).toContain(
      'Not on this device: Check-ups: before 05-Jan-2026 04:32 and after 05-Jan-2026 11:32',
    )
    expect(text).toContain('Alerts: those that were closed')
    expect(text).toContain('Not sent yet')
    expect(rowsOf(screen.getByRole('table', { name: 'Check-ups, newest first' })).length).toBe(11)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(false)
  })

  test('offline a time of which the device holds nothing is told as that, not as one without check-ups', async () => {
    open({ checkups: history }, { ...kept, heldFrom: noon - 20 * hour })
    await sheet()
    const rows = rowsOf(screen.getByRole('table', { name: 'Sums by interval' }))
    const gaps = rows.filter((row) => row.length === 1).map(([text]) => text)
    expect(gaps).toEqual([
      'Not on this device: check-ups from 29-Dec-2025 14:32 to 04-Jan-2026 18:32',
      'No check-ups from 04-Jan-2026 18:32 to 05-Jan-2026 00:00',
      'Not on this device: check-ups from 05-Jan-2026 11:32 to 05-Jan-2026 14:32',
    ])
    // The last interval ends where the device knows nothing more.
    expect(rows.some(([name]) => name === '05-Jan-2026 08:00 – 11:32 (3 h 32 min)')).toBe(true)
  })

  test.each([
    [
      'of nothing that is held',
      null,
      ['Check-ups: all of them', 'Alerts: those that were closed'],
      ['No check-ups in this period', 'No soft signs', 'No notes', 'No alerts were open'],
    ],
    [
      'of a part that is held',
      noon - 20 * hour,
      [
        'Check-ups: before 04-Jan-2026 18:32 and after 05-Jan-2026 11:32',
        'Notes: after 05-Jan-2026 13:32',
        'Ward admissions: after 05-Jan-2026 12:32',
        'None in what this device holds of this period',
      ],
      ['No check-ups in this period', 'No soft signs', 'No notes', 'No alerts were open'],
    ],
  ] as const)(
    'offline no list without a row says that there was none: %s',
    async (_name, heldFrom, said, unsaid) => {
      open({}, { ...kept, heldFrom })
      const text = (await sheet()).textContent ?? ''
      for (const words of said) expect(text).toContain(words)
      for (const words of unsaid) expect(text).not.toContain(words)
    },
  )

  test('the age is of the oldest of what is held, and not known where one of it is not', async () => {
    open({ checkups: history }, kept)
    expect((await sheet()).textContent).toContain('as of 05-Jan-2026 11:32')
    cleanup()
    open(
      { checkups: history },
      {
        ...kept,
        prepare: (fake) => {
          kept.prepare(fake)
          fake.view('patientOnBoard').set(answered([cardOf('p1')], { asOf: noon - 9 * hour }))
        },
      },
    )
    expect((await sheet()).textContent).toContain('as of 05-Jan-2026 05:32')
    cleanup()
    open(
      { checkups: history, notes: [noteOf('n1')] },
      {
        ...kept,
        prepare: (fake) => {
          kept.prepare(fake)
          fake.view('patientNotes').set(answered([noteOf('n1')], { asOf: null }))
        },
      },
    )
    expect((await sheet()).textContent).toContain('its age is not known')
  })

  test('a failure is said, what the device holds is shown, and it can be asked again', async () => {
    const shown = open(
      { checkups: history },
      {
        prepare: ({ ask }) => {
          const answers = ask.getMockImplementation()
          let isDown = true
          ask.mockImplementation(async (name, input) => {
            const isRefused = isDown && name === 'patientReport'
            if (isRefused) isDown = false
            return (
              (isRefused ? null : await answers?.(name, input)) ?? {
                kind: 'refused',
                problem: serverDown,
              }
            )
          })
        },
      },
    )
    expect(await screen.findByText('The report could not be loaded')).toBeTruthy()
    expect((await sheet()).textContent).toContain('From what this device holds')
    // The list of PDFs, which is not answered here, has its own.
    for (const button of screen.getAllByRole('button', { name: 'Try again' }))
      fireEvent.click(button)
    await waitFor(async () => expect((await sheet()).textContent).toContain('Data as of'))
    expect(askedOf(shown).length).toBeGreaterThan(1)
  })
})

test('the browser prints the sheet alone where there is one, else the page', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  let answer = (): void => undefined
  const { router } = open(
    { checkups: history },
    {
      prepare: ({ ask }) => {
        const answers = ask.getMockImplementation()
        let isFirst = true
        ask.mockImplementation(async (name, input) => {
          if (isFirst && name === 'patientReport') {
            isFirst = false
            await new Promise<void>((resolve) => {
              answer = resolve
            })
          }
          return (await answers?.(name, input)) ?? { kind: 'refused', problem: serverDown }
        })
      },
    },
  )
  expect(await screen.findByText(/being put together/)).toBeTruthy()
  expect(document.documentElement.dataset['printing']).toBeUndefined()
  answer()
  await sheet()
  expect(document.documentElement.dataset['printing']).toBe('report')
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  router.navigate('/patient/p1/vitals').catch(() => undefined)
  await waitFor(() => expect(document.documentElement.dataset['printing']).toBeUndefined())
})

describe('the PDF', () => {
  const everything = {
    aggregates: true,
    softSigns: true,
    checkups: true,
    notes: true,
    alerts: true,
    wardAdmissions: true,
  }
  const documentOf = (id: string, over: object = {}) => ({
    id,
    kind: 'report',
    state: 'due',
    admissionId: null,
    createdAt: iso(noon),
    createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
    report: {
      start: iso(noon - 168 * hour),
      end: iso(noon),
      aggregateIntervalHours: 8,
      timeZone: 'Europe/London',
      ...everything,
    },
    ...over,
  })
  /** A server with these documents, which answers commands so, one after the other. */
  const openWith = (documents: readonly object[], ...answers: readonly object[]) => {
    const told = { documents }
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    const shown = open(
      { checkups: history },
      {
        prepare: ({ ask, run }) => {
          const others = ask.getMockImplementation()
          for (const answer of answers) run.mockImplementationOnce(async () => answer)
          ask.mockImplementation(async (name, input) =>
            name === 'patientDocuments'
              ? { kind: 'done', value: told.documents }
              : name === 'documentAddress'
                ? { kind: 'done', value: '/documents/file?address=x' }
                : ((await others?.(name, input)) ?? { kind: 'refused', problem: serverDown }),
          )
        },
      },
    )
    return { ...shown, told, clicked }
  }
  const make = () => fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
  const lost = { kind: 'refused', problem: serverDown, unknown: { id: 'key-1', capturedAt: noon } }
  const list = () => screen.findByRole('region', { name: 'PDFs of this patient' })
  const period = '29-Dec-2025 14:32 to 05-Jan-2026 14:32'

  test('is asked for as chosen; its failure is told with a retry, and offline it says what it needs', async () => {
    const { run, connection } = openWith(
      [documentOf('d1', { state: 'failed' })],
      { kind: 'done', value: { id: 'd1' } },
      { kind: 'done', value: { id: 'd1', state: 'due' } },
    )
    await sheet()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alerts' }))
    make()
    expect((await screen.findByText(/It could not be made/)).getAttribute('role')).toBe('alert')
    expect(run.mock.calls[0]).toEqual([
      'createReport',
      expect.objectContaining({ patientId: 'p1', end: iso(noon), alerts: false, notes: true }),
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Make it again' }))
    await waitFor(() => expect(run.mock.calls.at(-1)?.[0]).toBe('retryDocument'))
    act(() => connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download PDF' }).disabled).toBe(
      true,
    )
    expect(screen.getByText(/The PDF needs a connection/)).toBeTruthy()
  })

  test('is found again whatever is chosen meanwhile, and saved once, when it is made', async () => {
    const { told, clicked, connection } = openWith([documentOf('d1')], {
      kind: 'done',
      value: { id: 'd1' },
    })
    await sheet()
    make()
    expect((await list()).textContent).toContain(period)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Notes' }))
    for (const name of ['Sums and charts', 'Soft signs', 'Check-ups', 'Alerts', 'Ward admissions'])
      fireEvent.click(screen.getByRole('checkbox', { name }))
    expect(screen.getByText('Nothing is chosen')).toBeTruthy()
    expect(screen.getByText('Being made…')).toBeTruthy()
    told.documents = [
      documentOf('d2', {
        state: 'ready',
        createdBy: null,
        report: { ...documentOf('d2').report, notes: false, checkups: false },
      }),
      documentOf('d1', { state: 'ready' }),
    ]
    act(() => connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
    act(() => connection.set({ state: 'live', lastContactAt: noon, waiting: 0, refused: 0 }))
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    const rows = [...(await list()).querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(rows[0]).toContain('Sums and charts, Soft signs, Alerts, Ward admissions. Asked for')
    expect(rows[1]).toContain('all contents. Asked for 05-Jan-2026 14:32 by Nia Okafor')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Notes' }))
    const saves = screen.getAllByRole('button', { name: `Save the PDF of ${period}` })
    fireEvent.click(saves[0] ?? document.body)
    await vi.waitFor(() => expect(clicked).toHaveBeenCalledTimes(2))
  })

  test('after a lost answer is asked for under the same key, and nothing says that it was not asked for', async () => {
    const { run } = openWith([documentOf('d1')], lost, lost, { kind: 'done', value: { id: 'd1' } })
    await sheet()
    make()
    expect(await screen.findByText(/No answer came/)).toBeTruthy()
    expect(screen.queryByText(/could not be asked for/)).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Notes' }))
    for (const calls of [2, 3]) {
      fireEvent.click(await screen.findByRole('button', { name: 'Ask now' }))
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(calls))
    }
    await waitFor(() => expect(screen.queryByText(/No answer came/)).toBeNull())
    expect(screen.queryByText(/could not be asked for/)).toBeNull()
    const [first, ...others] = run.mock.calls
    for (const call of others) expect(call).toEqual([...(first ?? []), lost.unknown])
    expect((await list()).textContent).toContain('Being made…')
  })

  test('that was refused for good is told so; one that was made and may not be seen any more too', async () => {
    const refused = { kind: 'refused', problem: problem('conflict') }
    openWith([], lost, refused, { kind: 'unseen' })
    await sheet()
    make()
    fireEvent.click(await screen.findByRole('button', { name: 'Ask now' }))
    expect((await screen.findByText(/could not be asked for/)).getAttribute('role')).toBe('alert')
    make()
    expect(await screen.findByText(/It is no longer visible to you/)).toBeTruthy()
    expect(screen.queryByText(/could not be asked for/)).toBeNull()
  })

  test('of more than three the newest are listed, and all when asked', async () => {
    openWith(Array.from({ length: 5 }, (_, at) => documentOf(`d${at}`, { state: 'ready' })))
    await sheet()
    expect((await list()).querySelectorAll('li').length).toBe(3)
    fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }))
    expect((await list()).querySelectorAll('li').length).toBe(5)
  })
})

describe('the parts of a report', () => {
  const base = {
    patientId: 'p1',
    start: iso(noon - 24 * hour),
    end: iso(noon),
    aggregateIntervalHours: 4,
    timeZone: 'UTC',
  }
  const lists = ['checkups', 'notes'] as const
  const part = (ids: readonly string[], next: string | null, version = '1'): ReportPart => ({
    aggregates: [],
    softSigns: [],
    checkups: ids.map((id) => checkupOf(id)),
    notes: [],
    alerts: [],
    wardAdmissions: [],
    checkupCount: 4,
    asOf: iso(noon),
    version,
    next,
  })
  /** A server that answers in turn; `null`: it fails. */
  const loading = (answers: readonly (ReportPart | null)[]) => {
    const asked: (ReportAsked & { readonly after: string | null })[] = []
    const loader = createReportLoader(async (input) => {
      asked.push(input)
      const answer = answers[asked.length - 1]
      return answer == null
        ? { kind: 'refused', problem: serverDown }
        : { kind: 'done', value: answer }
    })
    const idsOf = () => loader.state().lists.checkups?.map(({ id }) => id)
    return { loader, asked, idsOf }
  }
  const afters = (asked: readonly { readonly after: string | null }[]) =>
    asked.map(({ after }) => after)

  test('one that failed is asked for again from where it stopped', async () => {
    const { loader, asked, idsOf } = loading([part(['a'], 'x'), null, part(['b'], null)])
    loader.want({ base, lists, isOn: true })
    await vi.waitFor(() => expect(loader.state().problem).not.toBeNull())
    expect(loader.state()).toMatchObject({ progress: { done: 1, of: 4 }, lists: {} })
    loader.retry()
    await vi.waitFor(() => expect(idsOf()).toEqual(['a', 'b']))
    expect(afters(asked)).toEqual([null, 'x', 'x'])
  })

  test('what is loaded stays without a connection, and with it what is lacking is asked for', async () => {
    const { loader, asked, idsOf } = loading([part(['a'], null), null, part([], null)])
    loader.want({ base, lists, isOn: true })
    await vi.waitFor(() => expect(idsOf()).toEqual(['a']))
    loader.want({ base, lists, isOn: false })
    expect(idsOf()).toEqual(['a'])
    loader.want({ base, lists: [...lists, 'alerts'], isOn: true })
    await vi.waitFor(() => expect(loader.state().problem).not.toBeNull())
    loader.want({ base, lists: [...lists, 'alerts'], isOn: false })
    loader.want({ base, lists: [...lists, 'alerts'], isOn: true })
    await vi.waitFor(() => expect(loader.state().lists.alerts).toEqual([]))
    expect(idsOf()).toEqual(['a'])
    expect(asked.map(({ checkups, alerts }) => [checkups, alerts])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
  })

  test('of two versions of the record are no report: it begins again, and gives up when told', async () => {
    const { loader, asked, idsOf } = loading([
      part(['a'], 'x', '1'),
      part(['b'], null, '2'),
      part(['a', 'new'], 'y', '2'),
      part(['b'], null, '2'),
    ])
    loader.want({ base, lists, isOn: true })
    await vi.waitFor(() => expect(idsOf()).toEqual(['a', 'new', 'b']))
    expect(afters(asked)).toEqual([null, 'x', null, 'y'])
    const restless = loading(Array.from({ length: 20 }, (_, at) => part(['a'], 'x', String(at))))
    restless.loader.want({ base, lists, isOn: true })
    await vi.waitFor(() => expect(restless.loader.state().problem).toBe('changing'))
    expect(restless.asked.length).toBe(8)
    expect(restless.idsOf()).toBeUndefined()
  })

  test('of another period are left, and of this one begin anew', async () => {
    const { loader, asked, idsOf } = loading([part(['old'], null), part(['new'], null)])
    loader.want({ base, lists, isOn: true })
    loader.want({ base: { ...base, start: iso(noon - hour) }, lists, isOn: true })
    await vi.waitFor(() => expect(idsOf()).toEqual(['new']))
    expect(asked.length).toBe(2)
  })

  test('of the same period are asked for anew by Update', async () => {
    const { loader, asked, idsOf } = loading([part(['old'], null), part(['late'], null)])
    loader.want({ base, lists, madeAt: 1, isOn: true })
    await vi.waitFor(() => expect(idsOf()).toEqual(['old']))
    loader.want({ base, lists, madeAt: 1, isOn: true })
    loader.want({ base, lists, madeAt: 2, isOn: true })
    await vi.waitFor(() => expect(idsOf()).toEqual(['late']))
    expect(asked.length).toBe(2)
  })
})

test('a report that is loaded stays when the connection is lost, with its time', async () => {
  const { connection } = open({ checkups: history })
  await sheet()
  act(() => connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }))
  const text = (await sheet()).textContent ?? ''
  expect(text).toContain('Data as of 05-Jan-2026 14:31')
  expect(text).not.toContain('From what this device holds')
})

describe('a chart', () => {
  const range = { from: noon - 72 * hour, to: noon }
  const intervalsOf = (hoursAgo: readonly number[]) =>
    deviceReport(
      {
        ...nothing,
        checkups: hoursAgo.map((ago) =>
          scored(checkupOf(`c${ago}`, { endedAt: iso(noon - ago * hour) })),
        ),
      },
      range,
      4,
      'UTC',
      {
        aggregates: true,
        softSigns: false,
        checkups: false,
        notes: false,
        alerts: false,
        wardAdmissions: false,
      },
    ).aggregates

  test('ends its line where nothing was measured for long, and never falls to zero', () => {
    const chart = vitalChart(
      ['pulse', 'pulse'],
      intervalsOf([70, 66, 6, 2]),
      patientOf(),
      36 * hour,
      'en-GB',
    )
    expect(chart?.joined).toEqual([72, 72, null, 72, 72])
    expect(chart?.least).toBeGreaterThan(0)
    expect(vitalChart(['pulse', 'pulse'], [], patientOf(), hour, 'en-GB')).toBeNull()
  })

  test('has the thresholds of the patient as grounds, on Scale 2 those of Scale 2, in US units', () => {
    const personal = {
      thresholds: null,
      riskScheme: 'NEWS2',
      spo2Scale: 2 as const,
      createdAt: iso(noon),
      createdBy: null,
    }
    const chart = vitalChart(
      ['spO2', 'spO2'],
      intervalsOf([2]),
      patientOf({ ewsThresholds: personal }),
      hour,
      'en-GB',
    )
    expect(chart?.bands.map(({ to }) => to)).toEqual([83, 85, 87])
    const warm = vitalChart(
      ['temperature', 'temperature'],
      intervalsOf([2]),
      patientOf(),
      hour,
      'en-US',
    )
    expect(warm?.tickText?.(37)).toBe('98.6')
  })

  test('times without a check-up are told between, before and after intervals', () => {
    const kinds = (known: typeof range | null) =>
      withGaps(intervalsOf([40]), range, known).map(({ kind }) => kind)
    expect(kinds(range)).toEqual(['gap', 'interval', 'gap'])
    expect(kinds({ from: noon - 60 * hour, to: noon - hour })).toEqual([
      'unknown',
      'gap',
      'interval',
      'gap',
      'unknown',
    ])
    expect(withGaps([], range, null)).toEqual([{ kind: 'unknown', ...range }])
  })
})
