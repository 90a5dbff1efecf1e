// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { setClockOffset } from '../../../src/ui/time'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { rescoreCheckup } from '../../../src/domain/checkup/rescore'
import { provideScorer } from '../../../src/data/patient'
import {
  createScoring,
  defaultThresholds,
  type Scorer,
  type ShownScores,
} from '../../../src/domain/ews'
import type { EwsThresholds } from '../../../src/domain/ews/thresholds'
import type { Patient } from '../../../src/domain/patient/patient'
import {
  act,
  answered,
  checkupOf,
  checkupsOf,
  clinicalRuntime,
  fireEvent,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(() => {
  cleanup()
  setClockOffset(0)
})
// The first tab that is opened has all its rooms to load: that is not what a test waits for.
beforeAll(() => import('../../../src/features/patient/vitals/VitalsTab').then(() => undefined))

const clinician = {
  permissions: ['view_patients', 'add_patient_notes', 'create_ews_thresholds'],
} as const
const names = [
  'Breathing Rate (breaths/min)',
  'Oxygen Saturation (SpO2 %)',
  'Blood Pressure (systolic, mmHg)',
  'Pulse Rate (beats/min)',
  'Temperature (°C)',
]

interface Opened {
  readonly checkups?: readonly Checkup[]
  readonly patient?: Partial<Patient>
  readonly may?: boolean
  readonly width?: number
  readonly edition?: 'en-GB' | 'en-US'
  readonly offline?: boolean
  readonly fake?: ReturnType<typeof clinicalRuntime>
}
const open = async ({
  checkups = checkupsOf(3),
  patient = {},
  may = true,
  width = 1440,
  edition = 'en-GB',
  offline = false,
  fake = clinicalRuntime(),
}: Opened = {}) => {
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.view('patientCheckups').set(answered(checkups))
  if (offline)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  const opened = openClinical('/patient/p1/vitals', {
    fake,
    width,
    edition,
    ...(may ? { permissions: { ...clinician, permissions: [...clinician.permissions] } } : {}),
  })
  await screen.findByRole('heading', { level: 2, name: 'Patient Check-ups' })
  return { ...opened, fake }
}
const chart = (name: string): HTMLElement => {
  const heading = [...document.querySelectorAll('h3')].find((each) => each.textContent === name)
  return heading?.closest('section[aria-labelledby]') as HTMLElement
}
const points = (name: string): HTMLElement[] => [
  ...chart(name).querySelectorAll<HTMLElement>('[data-column] button'),
]
// By attribute, not by role: roles of a page of a thousand elements take a second each on a busy
// machine.
const cells = (row: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`tr[data-row="${row}"] td`),
]
const sliders = (within: ParentNode = document): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>('[role="slider"][tabindex="0"]'),
]
const tick = (name: string): HTMLElement => {
  const found = sliders().filter((slider) => slider.getAttribute('aria-label') === name)
  if (found.length !== 1) throw new Error(`${found.length} ticks '${name}'`)
  return found[0] as HTMLElement
}
const startEditing = async (options: Opened = {}) => {
  const opened = await open(options)
  await opened.user.click(screen.getByRole('button', { name: 'Edit EWS' }))
  await opened.user.click(screen.getByRole('button', { name: 'Edit' }))
  return opened
}
/** A pulse of 105 scores 1 by NEWS2. */
const fast = (count: number): Checkup[] =>
  checkupsOf(count).map((checkup) => {
    const measured = { ...checkup, pulseRate: { value: 105, source: null, isManual: false } }
    return {
      ...measured,
      ewsScores: rescoreCheckup(measured, checkup.ewsScores, {
        thresholds: null,
        spo2Scale: 1,
        riskScheme: 'NEWS2',
      }),
    }
  })
const frame = () =>
  act(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))
  })
const sent = (fake: ReturnType<typeof clinicalRuntime>) =>
  fake.run.mock.calls
    .filter(([name]) => name === 'createEWSThresholds')
    .map(
      ([, input]) =>
        input as {
          thresholds: EwsThresholds | null
          spo2Scale: number
          seen: { createdAt: string | null; default: EwsThresholds | null }
        },
    )
const savedAs = (fake: ReturnType<typeof clinicalRuntime>, errors: readonly object[] = []) =>
  fake.run.mockImplementation(async () => ({ kind: 'done', value: { errors } }))
/** Drags a handle by pixels of a legend that is 320 px high. */
const drag = async (handle: HTMLElement, upPx: number, pointerType = 'mouse') => {
  const legend = handle.parentElement as HTMLElement
  legend.getBoundingClientRect = () => ({
    top: 0,
    bottom: 320,
    height: 320,
    left: 0,
    right: 60,
    width: 60,
    x: 0,
    y: 0,
    toJSON: () => '',
  })
  const [name, now] = [
    handle.closest('[data-parameter]')?.getAttribute('data-parameter'),
    Number(handle.getAttribute('aria-valuenow')),
  ]
  const [least, most] = {
    respiratoryRate: [4, 40],
    spO2: [60, 100],
    bloodPressure: [50, 250],
    pulse: [30, 170],
    temperature: [33, 43],
  }[name ?? ''] ?? [0, 1]
  const y = 320 - ((now - 0.5 - (least ?? 0)) / ((most ?? 1) - (least ?? 0))) * 320
  fireEvent.pointerDown(legend, { pointerId: 1, button: 0, clientY: y, pointerType })
  fireEvent.pointerMove(legend, { pointerId: 1, clientY: y - upPx / 2, pointerType })
  fireEvent.pointerMove(legend, { pointerId: 1, clientY: y - upPx, pointerType })
  await frame()
  return () =>
    act(async () => {
      fireEvent.pointerUp(legend, { pointerId: 1, pointerType })
    })
}

describe('the threshold charts', () => {
  test('C103 C104 C105 C106 C107 C108 C066 five of them, and the action header, on wide screens only', async () => {
    await open()
    expect(
      within(screen.getByRole('region', { name: 'Threshold charts' }))
        .getAllByRole('region')
        .map((region) => region.querySelector('h3')?.textContent),
    ).toEqual(names)
    expect(screen.getByRole('region', { name: 'Early-warning score' })).toBeTruthy()
    for (const width of [1199, 1024, 768, 390]) {
      cleanup()
      await open({ width })
      expect(screen.queryByRole('region', { name: 'Threshold charts' }), `${width}`).toBeNull()
      expect(screen.queryByRole('region', { name: 'Early-warning score' }), `${width}`).toBeNull()
      expect(screen.queryByRole('button', { name: 'Edit EWS' }), `${width}`).toBeNull()
    }
  })

  test('C108 C415 the US edition has degrees Fahrenheit, with one decimal; other numbers are integers', async () => {
    await open({
      edition: 'en-US',
      checkups: [checkupOf('c1', { respiratoryRate: { value: 16.4, source: null } })],
    })
    expect(points('Temperature (°F)')[0]?.getAttribute('aria-label')).toMatch(
      /: 98\.6 °F, Score 0$/,
    )
    expect(within(chart('Temperature (°F)')).getByText('91.4')).toBeTruthy()
    expect(points('Breathing Rate (breaths/min)')[0]?.getAttribute('aria-label')).toMatch(
      /: 16 breaths\/min, Score 0$/,
    )
    cleanup()
    await open()
    const bins = [
      ...chart('Temperature (°C)').querySelectorAll('[aria-hidden] > span:not([data-score])'),
    ].map((bin) => bin.textContent)
    expect(bins).toEqual(Array.from({ length: 21 }, (_none, at) => (33 + at / 2).toFixed(1)))
  })

  test('C408 C409 C410 C411 C412 C413 C414 each axis has its ends and its lines, and a threshold moves by its step', async () => {
    await startEditing()
    const lines = (from: number, to: number, by: number) =>
      Array.from({ length: Math.round((to - from) / by) + 1 }, (_none, at) =>
        String(from + at * by),
      )
    const axes = [
      lines(4, 40, 2),
      lines(60, 100, 2),
      lines(50, 250, 10),
      lines(30, 170, 10),
      lines(33, 43, 0.5).map((line) => Number(line).toFixed(1)),
    ]
    const steps = [1, 1, 1, 1, 0.1]
    const ends = [
      ['4', '40'],
      ['60', '100'],
      ['50', '250'],
      ['30', '170'],
      ['33.0', '43.0'],
    ]
    for (const [at, name] of names.entries()) {
      const shown = [
        ...chart(name).querySelectorAll<HTMLElement>('[aria-hidden] > span:not([data-score])'),
      ]
      expect(
        shown.map(({ textContent }) => textContent),
        name,
      ).toEqual(axes[at])
      // Its ends are the ends of the axis: the first line at the bottom, the last at the top.
      expect(
        [shown[0], shown.at(-1)].map((line) => [line?.textContent, line?.style.bottom]),
        name,
      ).toEqual([
        [ends[at]?.[0], '0%'],
        [ends[at]?.[1], '100%'],
      ])
      const handle = sliders(chart(name))[0] as HTMLElement
      const value = () => Number(handle.getAttribute('aria-valuenow'))
      const before = value()
      fireEvent.keyDown(handle, { key: 'ArrowUp' })
      await frame()
      expect(value() - before, name).toBeCloseTo(steps[at] ?? 0, 5)
    }
  })

  test('C109 each is a grid of bands against the check-ups of the table, told in words too', async () => {
    await open()
    const pulse = chart(names[3] ?? '')
    expect(pulse.textContent).toContain(
      'Bands: score 3 up to 40; score 1 from 41 to 50; score 0 from 51 to 90; score 1 from 91 to 110; score 2 from 111 to 130; score 3 from 131.',
    )
    expect([...pulse.querySelectorAll('[data-score]')].map((band) => band.textContent)).toEqual([
      '3',
      '1',
      '0',
      '1',
      '2',
      '3',
    ])
    expect(pulse.querySelector<HTMLElement>('[data-bands]')?.style.background).toContain(
      'var(--band-3) 0% 7.50%, var(--band-1) 7.50% 14.64%',
    )
    expect(points(names[3] ?? '')).toHaveLength(3)
  })

  test('C110 C111 C112 ten columns: date and time of each check-up, then the next check-ups', async () => {
    await open({ checkups: checkupsOf(3) })
    const labels = within(chart(names[0] ?? ''))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(labels).toHaveLength(10)
    expect(labels.slice(0, 4)).toEqual([
      '5 Jan 12:32',
      '5 Jan 13:32',
      '5 Jan 14:32',
      'Next check-up 1',
    ])
    expect(labels.at(-1)).toBe('Next check-up 7')
    cleanup()
    await open({ checkups: checkupsOf(23) })
    const full = within(chart(names[0] ?? ''))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(full).toHaveLength(10)
    expect(full.some((label) => label?.startsWith('Next'))).toBe(false)
    expect(full).toEqual(screen.getAllByRole('columnheader').map((head) => head.textContent))
  })

  test('C113 a point that is touched or focused tells date, value and score band', async () => {
    await open({ checkups: fast(1) })
    const [point] = points(names[3] ?? '')
    if (point === undefined) throw new Error('a point expected')
    fireEvent.pointerUp(point, { pointerType: 'touch' })
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Date05-Jan-2026 14:32Value105 beats/minScore bandScore 1',
    )
  })

  test('the arrow keys go from reading to reading, over what was not measured', async () => {
    const { user } = await open({
      checkups: checkupsOf(3).map((checkup) =>
        checkup.id === 'c2' ? { ...checkup, temperature: null } : checkup,
      ),
    })
    const [first, last] = points(names[4] ?? '')
    expect(points(names[4] ?? '').map((point) => point.tabIndex)).toEqual([-1, 0])
    act(() => last?.focus())
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(first)
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(last)
  })

  test('C075 the cell of the check-up that is pointed at in a chart is darkened', async () => {
    await open()
    const column = points(names[3] ?? '')[1]?.closest<HTMLElement>('[data-column]')
    if (column == null) throw new Error('a column expected')
    fireEvent.pointerEnter(column)
    expect(cells('pulse').map((cell) => cell.hasAttribute('data-pointed'))).toEqual([
      false,
      true,
      false,
    ])
    fireEvent.pointerLeave(column)
    expect(document.querySelector('[data-pointed]')).toBeNull()
    act(() => points(names[0] ?? '')[2]?.focus())
    expect(cells('respiratoryRate').map((cell) => cell.hasAttribute('data-pointed'))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('on SpO2 Scale 2 a column of which oxygen is not known has no bands, and is hatched', async () => {
    const [newest, older] = checkupsOf(2)
    if (newest === undefined || older === undefined || newest.ewsScores === null)
      throw new Error('two expected')
    await open({
      patient: {
        ewsThresholds: {
          thresholds: null,
          riskScheme: 'NEWS2',
          spo2Scale: 2,
          createdAt: '2026-01-02T09:00:00.000Z',
          createdBy: null,
        },
      },
      checkups: [
        { ...newest, ewsScores: { ...newest.ewsScores, onOxygenScore: null, SpO2Score: null } },
        older,
      ],
    })
    expect(
      [...chart(names[1] ?? '').querySelectorAll<HTMLElement>('[data-column]')].map(
        (column) => column.dataset['ground'] ?? '',
      ),
    ).toEqual(['', 'unknown'])
    expect([...chart(names[3] ?? '').querySelectorAll<HTMLElement>('[data-ground]')]).toEqual([])
  })

  test('C108 in the US edition a reading of two decimals is told in the chart as in the table', async () => {
    await open({
      edition: 'en-US',
      checkups: [checkupOf('c1', { temperature: { value: 38.06, device: null, isManual: false } })],
    })
    expect(cells('temperature')[0]?.textContent).toContain('100.5')
    expect(points('Temperature (°F)')[0]?.getAttribute('aria-label')).toMatch(/: 100\.5 °F/)
  })

  test('on SpO2 Scale 2 a column on oxygen has the bands for oxygen, and no tick can be dragged', async () => {
    const scheme = {
      thresholds: null,
      riskScheme: 'NEWS2',
      spo2Scale: 2 as const,
      createdAt: '2026-01-02T09:00:00.000Z',
      createdBy: { id: 'u2', firstName: 'Ann', lastName: 'Lee' },
    }
    const [newest, older] = checkupsOf(2)
    if (newest === undefined || older === undefined || newest.ewsScores === null)
      throw new Error('two expected')
    await startEditing({
      patient: { ewsThresholds: scheme },
      checkups: [{ ...newest, ewsScores: { ...newest.ewsScores, onOxygenScore: 2 } }, older],
    })
    const spo2 = chart(names[1] ?? '')
    expect(spo2.textContent).toContain('SpO2 Scale 2: the bands depend on oxygen.')
    expect(
      [...spo2.querySelectorAll<HTMLElement>('[data-column]')].map((column) =>
        column.style.background.includes('gradient'),
      ),
    ).toEqual([false, true])
    expect(sliders(spo2)[0] ?? null).toBeNull()
    expect(screen.getByText('Set by Ann Lee on 02-Jan-2026 09:00')).toBeTruthy()
  })
})

describe('editing the personal early-warning score', () => {
  test('C067 Edit EWS is there only with create_ews_thresholds', async () => {
    await open({ may: false })
    expect(screen.getByRole('region', { name: 'Early-warning score' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit EWS' })).toBeNull()
    cleanup()
    await open()
    expect(screen.getByRole('button', { name: 'Edit EWS' })).toBeTruthy()
  })

  test('C334 C335 C068 C069 C070 a warning comes first; Edit enters edit mode with its title, Cancel and Save', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit EWS' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Editing Patient Personal EWS' })
    expect(dialog.textContent).toContain('SMITH, John')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(sliders()[0] ?? null).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit EWS' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const header = screen.getByRole('region', { name: 'Early-warning score' })
    expect(within(header).getByRole('heading').textContent).toBe(
      'Editing Patients Personal Early Warning Score (NEWS2 risk stratification)',
    )
    expect(
      within(header)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Cancel', 'Save'])
  })

  test('C071 the header says who set the thresholds and when, and names their risk scheme', async () => {
    await startEditing({
      patient: {
        ewsThresholds: {
          thresholds: defaultThresholds,
          riskScheme: 'Personal',
          spo2Scale: 1,
          createdAt: '2026-01-02T09:00:00.000Z',
          createdBy: { id: 'u2', firstName: 'Ann', lastName: 'Lee' },
        },
      },
    })
    expect(screen.getByText('Set by Ann Lee on 02-Jan-2026 09:00')).toBeTruthy()
    expect(
      screen.getByRole('heading', {
        name: 'Editing Patients Personal Early Warning Score (Personal risk stratification)',
      }),
    ).toBeTruthy()
  })

  test('C114 C115 C116 each chart has ticks to drag, the legend of the default scheme beside them, and a way back to it', async () => {
    const pathway: EwsThresholds = {
      ...defaultThresholds,
      pulse: [
        { high: 44, score: 3 },
        { low: 45, high: 99, score: 0 },
        { low: 100, score: 2 },
      ],
    }
    const { user } = await startEditing({
      patient: {
        ewsDefault: { schemeName: 'COPD', thresholds: pathway },
        ewsThresholds: {
          thresholds: defaultThresholds,
          riskScheme: 'Personal',
          spo2Scale: 1,
          createdAt: '2026-01-02T09:00:00.000Z',
          createdBy: null,
        },
      },
    })
    for (const name of names) {
      expect(sliders(chart(name)).length).toBeGreaterThan(2)
      expect(within(chart(name)).getByRole('img', { name: /^COPD: score 3 up to/ })).toBeTruthy()
    }
    const beside = within(chart(names[3] ?? '')).getByRole('img', {
      name: 'COPD: score 3 up to 44; score 0 from 45 to 99; score 2 from 100',
    })
    expect([...beside.children].map((number) => number.textContent)).toEqual(['45', '100'])
    await user.click(within(chart(names[3] ?? '')).getByRole('button', { name: 'Reset to COPD' }))
    await waitFor(() =>
      expect(
        sliders(chart(names[3] ?? '')).map((slider) => slider.getAttribute('aria-valuenow')),
      ).toEqual(['45', '100']),
    )
    expect(sliders(chart(names[0] ?? ''))).toHaveLength(4)
  })

  const first = 'Pulse Rate: score 0 becomes score 1'
  const pulse = () => ({
    cells: cells('pulse').map((cell) => cell.dataset['score']),
    totals: cells('totalScore').map(
      (cell) => `${cell.textContent?.charAt(0) ?? ''} ${cell.dataset['score'] ?? ''}`,
    ),
  })
  const all = (count: number, cell: string, total: string) => ({
    cells: Array.from({ length: count }, () => cell),
    totals: Array.from({ length: count }, () => total),
  })

  test.each(['mouse', 'touch'])(
    'C337 C338 a tick dragged by %s moves its band and scores every loaded check-up while it is held',
    async (pointerType) => {
      const { user } = await startEditing({ checkups: fast(12) })
      expect(pulse()).toEqual(all(10, '1', '1 1'))
      expect(screen.getByText('This changes no total.')).toBeTruthy()
      const handle = tick(first)
      const letGo = await drag(handle, 50, pointerType)
      const held = () => ({
        now: handle.getAttribute('aria-valuenow'),
        shown: handle.textContent,
        says: handle.getAttribute('aria-valuetext'),
        edge: handle.style.transform,
        bands: chart(names[3] ?? '')
          .querySelector<HTMLElement>('[data-bands]')
          ?.style.background.includes('var(--band-0) 14.64% 56.79%'),
      })
      const moved = {
        now: '110',
        shown: '110',
        says: '110 beats/min: score 1 from here, score 0 below',
        edge: `translateY(calc(50% - ${((109.5 - 30) / 140).toFixed(4)} * var(--height)))`,
        bands: true,
      }
      expect(held()).toEqual(moved)
      expect(pulse()).toEqual(all(10, '0', '0 0'))
      expect(
        screen.getByText('This would change 10 of the last 10 totals. Of all 12 loaded here, 12.'),
      ).toBeTruthy()
      await letGo()
      await waitFor(() =>
        expect(chart(names[3] ?? '').textContent).toContain(
          'score 0 from 51 to 109; score 1 from 110 to 110',
        ),
      )
      expect(held()).toEqual(moved)
      expect(pulse()).toEqual(all(10, '0', '0 0'))
      expect(points(names[3] ?? '')[0]?.getAttribute('aria-label')).toMatch(/Score 0$/)
      await user.click(screen.getByRole('button', { name: 'First page' }))
      expect(pulse()).toEqual(all(10, '0', '0 0'))
    },
  )

  test('the digits of cells follow the drag too, and what React draws afterwards is what was drawn by hand', async () => {
    await startEditing({ checkups: fast(2) })
    const html = () =>
      cells('pulse')
        .concat(cells('totalScore'))
        .map((cell) => cell.outerHTML)
    const before = html()
    const back = await drag(tick(first), 50)
    await back()
    await waitFor(() => expect(cells('pulse')[0]?.textContent).toBe('105'))
    const again = await drag(tick(first), -43)
    await again()
    await waitFor(() => expect(tick(first).getAttribute('aria-valuenow')).toBe('91'))
    await waitFor(() => expect(html()).toEqual(before))
  })

  test('C345 a tick is not dragged beyond the legend domain, nor over its neighbour', async () => {
    await startEditing()
    await (
      await drag(tick('Breathing Rate: score 2 becomes score 3'), 900)
    )()
    expect(tick('Breathing Rate: score 2 becomes score 3').getAttribute('aria-valuenow')).toBe('40')
    await (
      await drag(tick('Breathing Rate: score 3 becomes score 1'), -900)
    )()
    expect(tick('Breathing Rate: score 3 becomes score 1').getAttribute('aria-valuenow')).toBe('5')
    await (
      await drag(tick('Temperature: score 1 becomes score 0'), 900)
    )()
    expect(tick('Temperature: score 1 becomes score 0').getAttribute('aria-valuenow')).toBe('38')
  })

  test('C413 arrow keys move by the step, Page by ten, Home and End to the ends; Escape takes a drag back', async () => {
    const { user } = await startEditing({ checkups: fast(1) })
    const handle = () => tick(first)
    const now = () => handle().getAttribute('aria-valuenow')
    act(() => handle().focus())
    await user.keyboard('{ArrowUp}')
    expect([now(), handle().getAttribute('aria-valuetext')]).toEqual([
      '92',
      '92 beats/min: score 1 from here, score 0 below',
    ])
    await user.keyboard('{PageUp}{ArrowDown}{ArrowLeft}')
    expect(now()).toBe('100')
    await user.keyboard('{End}')
    expect(now()).toBe('110')
    expect(pulse()).toEqual(all(1, '0', '0 0'))
    await user.keyboard('{Home}')
    expect(now()).toBe('52')
    await waitFor(() => expect(handle().getAttribute('aria-valuemin')).toBe('52'))
    const warm = tick('Temperature: score 0 becomes score 1')
    act(() => warm.focus())
    await user.keyboard('{ArrowUp}')
    expect(warm.getAttribute('aria-valuenow')).toBe('38.2')
    await drag(handle(), 40)
    expect(now()).not.toBe('52')
    fireEvent.keyDown(handle(), { key: 'Escape' })
    await waitFor(() => expect(now()).toBe('52'))
  })

  test('numbers can be typed and stepped; what is beyond the range is kept at its end and said', async () => {
    const { user } = await startEditing({ checkups: fast(1) })
    await user.click(screen.getByText('Thresholds as numbers'))
    const field = () =>
      screen.getByRole('textbox', { name: /^Pulse Rate: score 0 becomes score 1, 52 to 110/ })
    await user.clear(field())
    await user.type(field(), '106{Enter}')
    await waitFor(() => expect((field() as HTMLInputElement).value).toBe('106'))
    expect(pulse()).toEqual(all(1, '0', '0 0'))
    await user.click(
      screen.getByRole('button', { name: 'Pulse Rate: score 0 becomes score 1: lower' }),
    )
    await waitFor(() => expect((field() as HTMLInputElement).value).toBe('105'))
    await waitFor(() => expect(pulse()).toEqual(all(1, '1', '1 1')))
    await user.clear(field())
    await user.type(field(), '300{Enter}')
    expect(await screen.findByText('Kept between 52 and 110')).toBeTruthy()
    await waitFor(() => expect((field() as HTMLInputElement).value).toBe('110'))
    await user.clear(field())
    await user.type(field(), 'fast{Enter}')
    expect(screen.getByText('Not a number; left as it was')).toBeTruthy()
    expect((field() as HTMLInputElement).value).toBe('110')
  })

  test('in the US edition numbers are typed in Fahrenheit', async () => {
    const { user } = await startEditing({ edition: 'en-US' })
    await user.click(screen.getByText('Thresholds as numbers'))
    const field = () =>
      screen.getByRole('textbox', { name: /^Temperature: score 0 becomes score 1/ })
    expect((field() as HTMLInputElement).value).toBe('100.6')
    await user.clear(field())
    await user.type(field(), '101.3{Enter}')
    await waitFor(() =>
      expect(tick('Temperature: score 0 becomes score 1').getAttribute('aria-valuenow')).toBe(
        '38.5',
      ),
    )
  })

  describe('what an earlier page changed and did not save', () => {
    const pulse = [
      { high: 40, score: 3 },
      { low: 41, high: 50, score: 1 },
      { low: 51, high: 109, score: 0 },
      { low: 110, high: 110, score: 1 },
      { low: 111, high: 130, score: 2 },
      { low: 131, score: 3 },
    ]
    const kept = {
      thresholds: { ...defaultThresholds, pulse },
      spo2Scale: 1,
      seen: { createdAt: null, default: null },
    }
    const personal = (thresholds: EwsThresholds) => ({
      thresholds,
      riskScheme: 'Personal',
      spo2Scale: 1 as const,
      createdAt: '2026-01-05T09:00:00.000Z',
      createdBy: null,
    })
    const found = (words: string) => screen.queryByText(words) !== null

    test('C067 C334 C335 scores nothing until somebody edits, warned as ever, and is saved over what was seen then', async () => {
      const fake = clinicalRuntime()
      fake.draft('ews p1').set(JSON.stringify(kept))
      await open({
        fake,
        checkups: fast(3),
        patient: { ewsThresholds: personal(defaultThresholds) },
      })
      expect([sliders().length, cells('pulse')[0]?.dataset['score'], found('Edit EWS')]).toEqual([
        0,
        '1',
        true,
      ])
      expect(
        found(
          'Unsaved changes to the thresholds are kept on this device. They have no effect until you save them. Select Edit EWS to continue with them.',
        ),
      ).toBe(true)
      const warning = () => {
        fireEvent.click(screen.getByText('Edit EWS'))
        return within(screen.getByRole('alertdialog', { name: 'Editing Patient Personal EWS' }))
      }
      fireEvent.click(warning().getByText('Cancel'))
      expect([sliders().length, found('Discard changes'), fake.draft('ews p1').get().text]).toEqual(
        [0, true, JSON.stringify(kept)],
      )
      fireEvent.click(warning().getByText('Edit'))
      expect([
        tick(first).getAttribute('aria-valuenow'),
        cells('pulse')[0]?.dataset['score'],
      ]).toEqual(['110', '0'])
      savedAs(fake)
      fireEvent.click(screen.getByText('Save'))
      await waitFor(() =>
        expect(sent(fake)).toMatchObject([{ seen: kept.seen, thresholds: { pulse } }]),
      )
      await waitFor(() => expect(fake.draft('ews p1').get().text).toBe(''))
    })

    test('can be discarded, and is not offered where it is saved already or cannot be read', async () => {
      const { fake } = await open()
      const keep = (text: string) => act(async () => fake.draft('ews p1').set(text))
      await keep(JSON.stringify({ ...kept, thresholds: defaultThresholds }))
      expect(found('Discard changes')).toBe(false)
      await keep('{"pulse":7}')
      expect(found('Discard changes')).toBe(false)
      await keep(JSON.stringify(kept))
      expect([found('Discard changes'), found('Edit EWS')]).toEqual([true, true])
      fireEvent.click(screen.getByText('Discard changes'))
      expect([
        found('Discard changes'),
        found('Edit EWS'),
        fake.draft('ews p1').get().text,
      ]).toEqual([false, true, ''])
    })
  })

  test('C336 C339 Cancel restores the old thresholds and check-ups', async () => {
    const { user, fake } = await startEditing({ checkups: fast(3) })
    await (
      await drag(tick(first), 50)
    )()
    expect(pulse()).toEqual(all(3, '0', '0 0'))
    // Kept for whoever reloads.
    await waitFor(() => expect(fake.draft('ews p1').get().text).toContain('"pulse"'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(fake.draft('ews p1').get().text).toBe(''))
    expect(sliders()[0] ?? null).toBeNull()
    expect(pulse()).toEqual(all(3, '1', '1 1'))
    expect(
      chart(names[3] ?? '').querySelector<HTMLElement>('[data-bands]')?.style.background,
    ).toContain('var(--band-0) 14.64% 43.21%')
    expect(points(names[3] ?? '')[0]?.getAttribute('aria-label')).toMatch(/Score 1$/)
    expect(sent(fake)).toEqual([])
  })

  describe('what a finger or a key drew never stays behind', () => {
    const bands = () =>
      chart(names[3] ?? '').querySelector<HTMLElement>('[data-bands]')?.style.background ?? ''
    const rest = () =>
      act(async () => {
        await new Promise((resolve) => setTimeout(resolve, 300))
      })
    const isStored = () => {
      expect(pulse()).toEqual(all(2, '1', '1 1'))
      expect(bands()).toContain('var(--band-0) 14.64% 43.21%')
    }

    test('a key, and Cancel before the draft was taken', async () => {
      await startEditing({ checkups: fast(2) })
      fireEvent.keyDown(tick(first), { key: 'End' })
      await frame()
      expect(pulse()).toEqual(all(2, '0', '0 0'))
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      isStored()
      await rest()
      isStored()
    })

    test('a drag that is let go, and Cancel before React has drawn it', async () => {
      await startEditing({ checkups: fast(2) })
      await drag(tick(first), 50)
      expect(pulse()).toEqual(all(2, '0', '0 0'))
      act(() => {
        fireEvent.pointerUp(tick(first).parentElement as HTMLElement, {
          pointerId: 1,
          pointerType: 'mouse',
        })
        fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      })
      isStored()
      await rest()
      isStored()
    })

    test('a move that waits for its frame when Cancel is pressed', async () => {
      await startEditing({ checkups: fast(2) })
      await drag(tick(first), 20)
      const legend = tick(first).parentElement as HTMLElement
      fireEvent.pointerMove(legend, { pointerId: 1, clientY: 0, pointerType: 'mouse' })
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      await rest()
      isStored()
    })

    test('a key, and Reset before the draft was taken', async () => {
      await startEditing({ checkups: fast(2) })
      fireEvent.keyDown(tick(first), { key: 'End' })
      await frame()
      fireEvent.click(within(chart(names[3] ?? '')).getByRole('button', { name: 'Reset to NEWS2' }))
      await rest()
      expect([
        tick(first).getAttribute('aria-valuenow'),
        tick(first).textContent,
        screen.getByText('This changes no total.').tagName,
      ]).toEqual(['91', '91', 'P'])
      isStored()
    })

    test('a key, and the other scale before the draft was taken: the total is that of both', async () => {
      // 95 % on oxygen scores 1 on Scale 1 and 2 on Scale 2: what the pulse loses the saturation
      // gains, and React finds the total as it was.
      const checkups = fast(1).map((checkup) => {
        const measured = {
          ...checkup,
          pulseOxiData:
            checkup.pulseOxiData === null ? null : { ...checkup.pulseOxiData, averageSpO2: 95 },
        }
        const scores =
          checkup.ewsScores === null ? null : { ...checkup.ewsScores, onOxygenScore: 2 }
        return {
          ...measured,
          ewsScores: rescoreCheckup(measured, scores, {
            thresholds: null,
            spo2Scale: 1,
            riskScheme: 'NEWS2',
          }),
        }
      })
      await startEditing({ checkups })
      expect(pulse()).toEqual(all(1, '1', '4 1'))
      fireEvent.keyDown(tick(first), { key: 'End' })
      await frame()
      expect(pulse()).toEqual(all(1, '0', '3 1'))
      fireEvent.click(screen.getByRole('radio', { name: 'Scale 2' }))
      await rest()
      expect(pulse()).toEqual(all(1, '0', '4 1'))
    })

    test('nothing is edited while it is saved: what is sent is what is shown', async () => {
      const { fake } = await startEditing({ checkups: fast(2) })
      await (
        await drag(tick(first), 50)
      )()
      let answer: (value: unknown) => void = () => undefined
      fake.run.mockImplementation(
        () =>
          new Promise((resolve) => {
            answer = resolve
          }) as never,
      )
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))
      await act(async () => undefined)
      fireEvent.keyDown(tick(first), { key: 'Home' })
      fireEvent.click(within(chart(names[3] ?? '')).getByRole('button', { name: 'Reset to NEWS2' }))
      fireEvent.click(screen.getByRole('radio', { name: 'Scale 2' }))
      await rest()
      expect(tick(first).getAttribute('aria-valuenow')).toBe('110')
      expect(pulse()).toEqual(all(2, '0', '0 0'))
      expect(screen.getByRole('region', { name: 'Threshold charts' }).hasAttribute('inert')).toBe(
        true,
      )
      const thresholds = sent(fake)[0]?.thresholds as EwsThresholds
      await act(async () => {
        fake.view('patientRecord').set(
          answered([
            patientOf({
              revision: 2,
              ewsThresholds: {
                thresholds,
                riskScheme: 'Personal',
                spo2Scale: 1,
                createdAt: '2026-01-05T15:00:00.000Z',
                createdBy: null,
              },
            }),
          ]),
        )
        fake.view('patientCheckups').set(
          answered(
            fast(2).map((checkup) => ({
              ...checkup,
              ewsScores: rescoreCheckup(checkup, checkup.ewsScores, {
                thresholds,
                spo2Scale: 1,
                riskScheme: 'Personal',
              }),
            })),
          ),
        )
        answer({ kind: 'done', value: { errors: [] } })
      })
      await waitFor(() => expect(sliders()).toEqual([]))
      expect(pulse()).toEqual(all(2, '0', '0 0'))
      expect(bands()).toContain('var(--band-0) 14.64% 56.79%')
    })
  })

  describe('while a worker scores', () => {
    /** A worker that answers when it is told to. */
    const helped = () => {
      const fake = clinicalRuntime()
      const waiting: (() => void)[] = []
      const close = vi.fn()
      let scoring: ReturnType<typeof createScoring> | null = null
      let lost = (): void => undefined
      const scorer: Scorer = {
        hold: (columns) => {
          scoring = createScoring(structuredClone(columns))
        },
        shown: (scheme, from) =>
          new Promise<ShownScores>((resolve) => {
            waiting.push(() => {
              if (scoring !== null) resolve(scoring.shown(scheme, from))
            })
          }),
        all: () => new Promise(() => undefined),
        close,
      }
      provideScorer(fake.runtime, async (died) => {
        lost = died
        return scorer
      })
      return {
        fake,
        close,
        asked: () => waiting.length,
        answer: () =>
          act(async () => {
            waiting.shift()?.()
          }),
        die: () => act(async () => lost()),
      }
    }
    const value = () => tick(first).getAttribute('aria-valuenow')
    afterEach(() => {
      vi.useRealTimers()
    })
    /** No worker is late: time stands still. */
    const stop = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    test('C337 C338 a place and its scores are drawn together, once it has answered', async () => {
      const { fake, asked, answer } = helped()
      await startEditing({ checkups: fast(2), fake })
      const at = value()
      stop()
      const letGo = await drag(tick(first), 50)
      await frame()
      // The first move is asked about, the second waits.
      expect([asked(), value(), pulse()]).toEqual([1, at, all(2, '1', '1 1')])
      await answer()
      expect([asked(), value(), pulse()]).toEqual([1, at, all(2, '1', '1 1')])
      await answer()
      expect([asked(), value(), pulse()]).toEqual([0, '110', all(2, '0', '0 0')])
      expect(screen.getByText('This would change 2 of the last 2 totals.')).toBeTruthy()
      vi.useRealTimers()
      await letGo()
      expect(pulse()).toEqual(all(2, '0', '0 0'))
    })

    test('C338 a tick that is let go before the answer has the scores of its place at once, and a late answer changes none', async () => {
      const { fake, answer } = helped()
      await startEditing({ checkups: fast(2), fake })
      stop()
      const letGo = await drag(tick(first), 50)
      await letGo()
      expect([value(), pulse()]).toEqual(['110', all(2, '0', '0 0')])
      await answer()
      expect([value(), pulse()]).toEqual(['110', all(2, '0', '0 0')])
    })

    test('C338 a worker that dies in the middle of a drag, or is silent, leaves the scores to the page', async () => {
      const { fake, answer, asked, die } = helped()
      await startEditing({ checkups: fast(2), fake })
      await drag(tick(first), 50)
      await waitFor(() => expect([value(), pulse()]).toEqual(['110', all(2, '0', '0 0')]))
      await answer()
      await die()
      const before = asked()
      const letGo = await drag(tick(first), -200)
      expect(Number(value())).toBeLessThan(105)
      expect(pulse()).toEqual(all(2, '1', '1 1'))
      expect(asked()).toBe(before)
      await letGo()
    })

    test('keys that follow each other before it answers each count, and its end comes with the edit', async () => {
      const { fake, answer, close } = helped()
      const { user } = await startEditing({ checkups: fast(2), fake })
      const handle = tick(first)
      stop()
      for (const key of ['ArrowUp', 'ArrowUp', 'PageUp']) fireEvent.keyDown(handle, { key })
      expect(value()).toBe('91')
      await answer()
      await answer()
      expect([value(), handle.getAttribute('aria-valuetext')]).toEqual([
        '103',
        '103 beats/min: score 1 from here, score 0 below',
      ])
      vi.useRealTimers()
      expect(close).not.toHaveBeenCalled()
      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(close).toHaveBeenCalledOnce()
    })
  })

  test('the last ten totals are those of the last ten check-ups that have one', async () => {
    const later = Array.from({ length: 10 }, (_none, at) =>
      checkupOf(`soft${at}`, {
        endedAt: `2026-01-06T${String(10 + at)}:00:00.000Z`,
        ewsScores: null,
      }),
    )
    await startEditing({ checkups: [...later.toReversed(), ...fast(5)] })
    await drag(tick(first), 50)
    expect(screen.getByText('This would change 5 of the last 5 totals.')).toBeTruthy()
  })

  test('C340 C342 C343 Save sends the thresholds, ends edit mode when the new scores are there, and says who set them', async () => {
    const { user, fake } = await startEditing({ checkups: fast(3) })
    await (
      await drag(tick(first), 50)
    )()
    fake.run.mockImplementation(async (_name, input) => {
      const { thresholds } = input as { thresholds: EwsThresholds }
      fake.view('patientRecord').set(
        answered([
          patientOf({
            revision: 2,
            ewsThresholds: {
              thresholds,
              riskScheme: 'Personal',
              spo2Scale: 1,
              createdAt: '2026-01-05T15:00:00.000Z',
              createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
            },
          }),
        ]),
      )
      return { kind: 'done', value: { errors: [] } }
    })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sliders()[0] ?? null).toBeNull())
    const [saved] = sent(fake)
    expect(saved).toMatchObject({ patientId: 'p1', spo2Scale: 1, seen: { createdAt: null } })
    expect(saved?.thresholds?.pulse.slice(2, 4)).toEqual([
      { low: 51, high: 109, score: 0 },
      { low: 110, high: 110, score: 1 },
    ])
    expect(saved?.thresholds?.temperature).toEqual(defaultThresholds.temperature)
    expect(screen.getByText('Set by Nia Okafor on 05-Jan-2026 15:00')).toBeTruthy()
    expect(
      fake.refresh.mock.calls.filter(([name]) => name === 'patientCheckups').length,
    ).toBeGreaterThan(1)
  })

  test('C341 thresholds equal to the default of the care pathway are sent as null', async () => {
    const personal = {
      thresholds: {
        ...defaultThresholds,
        pulse: [
          { high: 60, score: 3 },
          { low: 61, score: 0 },
        ],
      },
      riskScheme: 'Personal',
      spo2Scale: 1 as const,
      createdAt: '2026-01-02T09:00:00.000Z',
      createdBy: null,
    }
    const { user, fake } = await startEditing({ patient: { ewsThresholds: personal } })
    savedAs(fake)
    await user.click(within(chart(names[3] ?? '')).getByRole('button', { name: 'Reset to NEWS2' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sliders()[0] ?? null).toBeNull())
    expect(sent(fake)).toMatchObject([
      { thresholds: null, seen: { createdAt: '2026-01-02T09:00:00.000Z', default: null } },
    ])
  })

  test('the default that was seen is sent along, and not one that the pathway was given while it was edited', async () => {
    const first = {
      ...defaultThresholds,
      pulse: [
        { high: 60, score: 3 },
        { low: 61, score: 0 },
      ],
    }
    const personal = {
      thresholds: first,
      riskScheme: 'Personal',
      spo2Scale: 1 as const,
      createdAt: '2026-01-02T09:00:00.000Z',
      createdBy: null,
    }
    const { user, fake } = await startEditing({
      patient: {
        ewsThresholds: personal,
        ewsDefault: { schemeName: 'Pathway', thresholds: first },
      },
    })
    savedAs(fake)
    fake.view('patientRecord').set(
      answered([
        patientOf({
          revision: 2,
          ewsThresholds: personal,
          ewsDefault: { schemeName: 'Pathway', thresholds: null },
        }),
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent(fake)).toMatchObject([{ thresholds: null, seen: { default: first } }]),
    )
  })

  test.each([
    [
      'the server failed',
      { kind: 'refused', problem: serverDown },
      'Nothing was saved. Your changes are still in the charts.',
    ],
    [
      'the answer has errors',
      { kind: 'done', value: { errors: [{ reason: 'INVALID', message: 'x' }] } },
      'Nothing was saved. Your changes are still in the charts.',
    ],
    [
      'somebody else was faster',
      { kind: 'done', value: { errors: [{ reason: 'CHANGED', message: 'x' }] } },
      'Someone else has changed this patient’s thresholds. Cancel to see their version.',
    ],
  ])(
    'C344 C522 a failed save opens the Error dialog and keeps the draft: %s',
    async (_why, result, why) => {
      const { user, fake } = await startEditing({ checkups: fast(2) })
      await (
        await drag(tick(first), 50)
      )()
      fake.run.mockImplementation(async () => result)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      const dialog = await screen.findByRole('alertdialog', { name: 'Error' })
      expect(
        within(dialog).getByText(
          'There was an error when saving the personalized thresholds, please retry.',
        ),
      ).toBeTruthy()
      expect(within(dialog).getByText(why)).toBeTruthy()
      await user.click(within(dialog).getByRole('button', { name: 'OK' }))
      expect(tick(first).getAttribute('aria-valuenow')).toBe('110')
      expect(pulse()).toEqual(all(2, '0', '0 0'))
      savedAs(fake)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(sliders()[0] ?? null).toBeNull())
    },
  )

  test('offline nothing is edited and nothing saved, and both say why', async () => {
    await open({ offline: true })
    const button = screen.getByRole('button', { name: 'Edit EWS' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    fireEvent.pointerUp(button, { pointerType: 'touch' })
    expect((await screen.findByRole('tooltip')).textContent).toContain('needs a connection')
    expect(points(names[3] ?? '')).toHaveLength(3)
    cleanup()
    const { fake, user } = await startEditing()
    await act(async () =>
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent(fake)).toEqual([])
    expect(screen.getByText(/Changing thresholds needs a connection/)).toBeTruthy()
  })

  test('the SpO2 scale is chosen beside the thresholds, scores at once, and is sent with its basis', async () => {
    setClockOffset(Date.parse('2026-01-05T15:00:00.000Z') - Date.now())
    const low = checkupsOf(1).map((checkup) => ({
      ...checkup,
      pulseOxiData:
        checkup.pulseOxiData === null ? null : { ...checkup.pulseOxiData, averageSpO2: 89 },
    }))
    const { user, fake } = await startEditing({
      checkups: low.map((checkup) => ({
        ...checkup,
        ewsScores: rescoreCheckup(checkup, checkup.ewsScores, {
          thresholds: null,
          spo2Scale: 1,
          riskScheme: 'NEWS2',
        }),
      })),
    })
    expect(cells('spO2')[0]?.dataset['score']).toBe('3')
    await user.click(screen.getByRole('radio', { name: 'Scale 2' }))
    await waitFor(() => expect(cells('spO2')[0]?.dataset['score']).toBe('0'))
    expect(screen.getByText('This would change 1 of the last 1 total.')).toBeTruthy()
    savedAs(fake)
    // Less will be seen: it is not sent without a reason, a name and a day of review.
    const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Enter the reason')
    expect(screen.getByText('Enter who decided it')).toBeTruthy()
    expect(screen.getByText('Enter a day from today to a year ahead')).toBeTruthy()
    expect(sent(fake)).toEqual([])
    fireEvent.change(field('Reason'), { target: { value: 'PaCO2 7.9 kPa' } })
    fireEvent.change(field('Decided by'), { target: { value: 'Dr Osei' } })
    fireEvent.change(field('Review on'), { target: { value: '2026-02-05' } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const basis = { reason: 'PaCO2 7.9 kPa', decidedBy: 'Dr Osei', reviewOn: '2026-02-05' }
    await waitFor(() =>
      expect(sent(fake)).toMatchObject([{ thresholds: null, spo2Scale: 2, basis }]),
    )
  })

  test('B6 why, by whose decision and until when is shown with the scheme, and a review that is overdue', async () => {
    setClockOffset(Date.parse('2026-01-05T15:00:00.000Z') - Date.now())
    const set = {
      thresholds: null,
      riskScheme: 'NEWS2',
      spo2Scale: 2 as const,
      createdAt: '2026-01-02T09:00:00.000Z',
      createdBy: null,
      reason: 'PaCO2 7.9 kPa',
      decidedBy: 'Dr Osei',
    }
    await open({ patient: { ewsThresholds: { ...set, reviewOn: '2026-02-05' } } })
    const header = () => screen.getByRole('region', { name: 'Early-warning score' }).textContent
    expect(header()).toContain('Decided by Dr Osei: PaCO2 7.9 kPa. Review on 05-Feb-2026')
    cleanup()
    await open({ patient: { ewsThresholds: { ...set, reviewOn: '2026-01-03' } } })
    expect(header()).toContain('The review of 03-Jan-2026 is overdue')
  })

  test('a check-up that comes while thresholds are edited is scored by the draft', async () => {
    const { fake } = await startEditing({ checkups: fast(2) })
    await (
      await drag(tick(first), 50)
    )()
    await act(async () =>
      fake
        .view('patientCheckups')
        .set(
          answered([
            { ...(fast(1)[0] as Checkup), id: 'c9', endedAt: '2026-01-05T15:00:00.000Z' },
            ...fast(2),
          ]),
        ),
    )
    expect(pulse()).toEqual(all(3, '0', '0 0'))
  })

  test('a patient without check-ups can be given thresholds', async () => {
    const fake = clinicalRuntime()
    fake.view('patientRecord').set(answered([patientOf({ latestCheckup: null })]))
    fake.view('patientCheckups').set(answered([]))
    const { user } = openClinical('/patient/p1/vitals', {
      fake,
      permissions: { ...clinician, permissions: [...clinician.permissions] },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit EWS' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByText('No check-up here has a total yet.')).toBeTruthy()
    expect(
      within(chart(names[0] ?? ''))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(Array.from({ length: 10 }, (_none, at) => `Next check-up ${at + 1}`))
  })
})
