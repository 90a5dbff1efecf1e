// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import {
  act,
  answered,
  checkupOf,
  checkupsOf,
  clinicalRuntime,
  fireEvent,
  openClinical,
  oximeterPulseOf,
  patientOf,
  screen,
  serverDown,
  within,
} from '../clinical-portal'

// Read before anything is waited for: a busy machine takes longer over it than a test may wait.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/patient/vitals/VitalsTab'),
  ])
})
afterEach(cleanup)

const openVitals = async (
  checkups: readonly Checkup[],
  options: Parameters<typeof openClinical>[1] = {},
  total = checkups.length,
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  if (checkups.length > 0) fake.view('patientCheckups').set(answered(checkups, { total }))
  const opened = openClinical('/patient/p1/vitals', { ...options, fake })
  await screen.findByRole('heading', { level: 2, name: 'Patient Check-ups' })
  return { ...opened, fake }
}
/** The cells of a row, by its heading. */
const row = (heading: RegExp | string): HTMLElement[] => {
  const head = screen.getByRole('rowheader', { name: heading })
  return within(head.closest('tr') as HTMLElement).getAllByRole('cell')
}
const cell = (heading: RegExp | string): HTMLElement => row(heading)[0] as HTMLElement
const touch = async (element: HTMLElement): Promise<HTMLElement> => {
  fireEvent.pointerUp(element, { pointerType: 'touch' })
  return screen.findByRole('tooltip')
}
const scored = (over: Partial<NonNullable<Checkup['ewsScores']>>) => {
  const scores = checkupOf('x').ewsScores
  return scores === null ? null : { ...scores, ...over }
}
const oximeter = (over: Partial<NonNullable<Checkup['pulseOxiData']>>): Partial<Checkup> => ({
  pulseOxiData: {
    averageSpO2: 97,
    uneditedAverageSpO2: null,
    averageHr: 71,
    confidence: 'HIGH',
    device: 'Nonin 3230',
    isManual: false,
    ...over,
  },
})

describe('the observation chart', () => {
  test('C073 its rows are in the order of the specification, with the units of the edition', async () => {
    await openVitals([checkupOf('c1')])
    const heads = screen
      .getAllByRole('rowheader')
      .map((head) => head.textContent?.trim().replace(/\s+/g, ' '))
    expect(heads).toEqual([
      'Date',
      'Breathing Rate /min',
      'SpO2 %',
      'BP Syst mmHg',
      'BP Diast mmHg',
      'Pulse Rate /min',
      'Temperature °C',
      'Consciousness',
      'PEF Rate L/min',
      'Weight (kg)',
      'On Oxygen',
      'Soft Signs',
      'Attachments',
      'Total Score',
      'Selected Action',
    ])
  })

  test('the US edition shows Fahrenheit, pounds and its own actions', async () => {
    await openVitals([checkupOf('c1', { selectedAction: 3 })], { edition: 'en-US' })
    expect(cell(/^Temperature/).textContent).toBe('98.6')
    expect(screen.getByRole('rowheader', { name: 'Weight (lb)' })).toBeTruthy()
    expect(cell('Weight (lb)').textContent).toBe('159.6')
    expect(cell('Selected Action').textContent).toBe('Doctor appointment')
  })

  test('C074 cells are coloured by the band of their score, with its digit', async () => {
    await openVitals([
      checkupOf('c1', {
        respiratoryRate: { value: 26, source: null },
        ewsScores: scored({ RRScore: 3, tempScore: 1, totalScore: 7, riskLevel: 4 }),
      }),
    ])
    expect(cell(/^Breathing Rate/).dataset['score']).toBe('3')
    expect(cell(/^Breathing Rate/).textContent).toMatch(/^26.*score 3$/)
    expect(cell(/^Temperature/).dataset['score']).toBe('1')
    expect(cell(/^BP Diast/).dataset['score']).toBe('none')
    expect(cell('Total Score').dataset['score']).toBe('3')
  })

  test('C076 C077 C078 a column is headed day and month over the time, in the US MMM DD over h:mm a, with the long date, and leads to the check-up', async () => {
    const head = () => within(screen.getByRole('columnheader')).getByRole('link')
    await openVitals([checkupOf('c1')], { edition: 'en-US' })
    expect(head().textContent).toBe('Jan 05 2:32 pm')
    cleanup()
    await openVitals([checkupOf('c1')])
    const link = head()
    expect(link.textContent).toBe('5 Jan 14:32')
    expect(link.getAttribute('href')).toBe('/patient/p1/checkup/c1')
    expect((await touch(link)).textContent).toBe('5 January 2026, 14:32')
  })

  test('C081 C082 C083 On Oxygen is Y with a score of 2, N with other scores, empty without any', async () => {
    await openVitals([
      checkupOf('c3', { ewsScores: null }),
      checkupOf('c2', { ewsScores: scored({ onOxygenScore: 0 }) }),
      checkupOf('c1', { ewsScores: scored({ onOxygenScore: 2 }) }),
    ])
    // The letter, and for the ear a score above 0.
    expect(row('On Oxygen').map((each) => each.textContent)).toEqual(['Y, score 2', 'N', ''])
  })

  test('an On Oxygen cell is a dash where oxygen was not recorded, and a Y of the patient’s flag says so', async () => {
    await openVitals([
      checkupOf('c2', { ewsScores: scored({ onOxygenScore: null }) }),
      checkupOf('c1', { ewsScores: scored({ onOxygenScore: 2 }), oxygenFromFlag: true }),
    ])
    const [flagged, unknown] = row('On Oxygen')
    expect(unknown?.textContent).toBe('–Not recorded')
    expect(
      within(flagged as HTMLElement).getByRole('button', {
        name: 'Y',
        description: 'Patient flag',
      }),
    ).toBeDefined()
  })

  test('B4 a check-up that is doubtful is marked at the head of its column, and the mark says why', async () => {
    await openVitals([
      checkupOf('c2', { doubts: ['weight-differs', 'oxygen-flag'] }),
      checkupOf('c1', {}),
    ])
    const [plain, doubted] = screen
      .getAllByRole('columnheader')
      .flatMap((head) => within(head).queryAllByRole('link'))
    expect(plain?.textContent).not.toMatch(/to be checked/)
    expect(doubted?.textContent).toMatch(/\? 2 to be checked/)
    expect((await touch(doubted as HTMLElement)).textContent).toMatch(
      /The patient’s flag says oxygen, this check-up says air/,
    )
  })

  test('P369 C081 the flow is told by an On Oxygen cell that is touched, and its text stays the letter', async () => {
    const on = scored({ onOxygenScore: 2 })
    await openVitals([
      checkupOf('c3', { ewsScores: on, oxygenFlow: 'above_5' }),
      checkupOf('c2', { ewsScores: on, oxygenFlow: '2.5' }),
      checkupOf('c1', { ewsScores: on }),
    ])
    const [unknown, some, much] = row('On Oxygen')
    expect(within(unknown as HTMLElement).queryByRole('button')).toBeNull()
    expect(unknown?.textContent).toMatch(/^Y, score 2$/)
    for (const [shown, words] of [
      [some, 'Oxygen flow 2.5 L/min'],
      [much, 'Oxygen flow above 5 L/min'],
    ] as const) {
      const button = within(shown as HTMLElement).getByRole('button', {
        name: 'Y',
        description: words,
      })
      expect(button.textContent).toBe('Y')
      expect((await touch(button)).textContent).toBe(words)
      fireEvent.pointerDown(document.body)
    }
  })

  test('C084 C085 C086 C087 soft signs are counted, red with an emergency, and listed when touched', async () => {
    await openVitals([
      checkupOf('c2'),
      checkupOf('c1', {
        softSigns: [
          { key: 'cough', isEmergency: false },
          { key: 'chest_pain', isEmergency: true },
        ],
      }),
    ])
    const [some, none] = row('Soft Signs').map((each) => within(each).getByRole('button'))
    if (some === undefined || none === undefined) throw new Error('two columns expected')
    expect(some.getAttribute('aria-label')).toBe('2 soft signs, Emergency')
    expect(some.querySelector('[data-emergency="true"]')?.textContent).toBe('2')
    expect(some.textContent).toBe('2')
    expect(some.querySelectorAll('svg')).toHaveLength(1)
    expect(none.querySelector('[data-emergency="true"]')).toBeNull()
    expect((await touch(some)).textContent).toBe('Chest pain (Emergency)Cough')
    fireEvent.pointerDown(document.body)
    expect((await touch(none)).textContent).toBe('No soft signs captured')
  })

  test('the list of soft signs has the short texts of the catalogue, and the words of a key that it does not have', async () => {
    await openVitals([
      checkupOf('c1', {
        symptoms: [
          { key: 'wakes_breathless', severity: 'high' },
          { key: 'pain_7', severity: 'high' },
          { key: 'green_fingers', severity: null },
        ],
      }),
    ])
    const [some] = row('Soft Signs').map((each) => within(each).getByRole('button'))
    if (some === undefined) throw new Error('a column expected')
    const list = await touch(some)
    await waitFor(() =>
      expect(list.textContent).toBe('Wakes up breathlessPain 7 of 10Green fingers'),
    )
  })

  test('C084 C085 C086 symptoms count as soft signs, with any severity or none, and one of Emergency severity makes the count red', async () => {
    await openVitals([
      checkupOf('c3', {
        symptoms: [
          { key: 'chest_pain', severity: null },
          { key: 'cough', severity: null },
        ],
      }),
      checkupOf('c2', { symptoms: [{ key: 'headache', severity: 'emergency' }] }),
      checkupOf('c1', {
        symptoms: [
          { key: 'cough', severity: 'high' },
          { key: 'tired', severity: null },
        ],
      }),
    ])
    const buttons = row('Soft Signs').map((each) => within(each).getByRole('button'))
    expect(
      buttons.map((each) => [
        each.textContent,
        each.querySelector('[data-emergency="true"]') !== null,
      ]),
    ).toEqual([
      ['2', false],
      ['1', true],
      ['2', true],
    ])
    expect((await touch(buttons[2] as HTMLElement)).textContent).toBe('Chest pain (Emergency)Cough')
  })

  test('C088 C089 C090 C091 attachments are icons with names, a dash for none', async () => {
    await openVitals([
      checkupOf('c2'),
      checkupOf('c1', {
        hasLungSounds: true,
        hasPictures: true,
        attachments: [{ id: 'a', type: 'ECG report', downloadUrl: '/a' }],
      }),
    ])
    const [all, none] = row('Attachments')
    expect(none?.textContent).toBe('-')
    expect(all?.textContent).toBe('Breath soundsPicture(s)ECG report(s)')
    expect(all?.querySelectorAll('svg')).toHaveLength(3)
  })

  test('C092 C093 C094 the action is the short label of the edition, N/A without one, and so is a total without scores', async () => {
    await openVitals([
      checkupOf('c2', { ewsScores: null }),
      checkupOf('c1', { selectedAction: 4, ewsScores: scored({ totalScore: 5, riskLevel: 3 }) }),
    ])
    expect(row('Selected Action').map((each) => each.textContent)).toEqual([
      'Called 111 or out-of-hours',
      'N/A',
    ])
    expect(row('Total Score').map((each) => each.textContent?.split(',')[0])).toEqual(['5', 'N/A'])
  })

  test('a pulse that only the oximeter measured is in its row and in its chart with its score', async () => {
    await openVitals([oximeterPulseOf('c1')])
    expect([cell(/^Pulse Rate/).textContent, cell(/^Pulse Rate/).dataset['score']]).toEqual([
      '118, score 2',
      '2',
    ])
    expect(
      document
        .querySelector('[data-parameter="pulse"] [data-column] button')
        ?.getAttribute('aria-label'),
    ).toMatch(/: 118 beats\/min, Score 2$/)
  })

  test('a partial total says how many parameters are missing, and what was not measured is a dash', async () => {
    await openVitals([
      checkupOf('c1', {
        temperature: null,
        ewsScores: scored({ totalScore: 2, missing: 1, tempScore: null, riskLevel: 1 }),
      }),
    ])
    expect(cell('Total Score').textContent).toContain('2 1 missing')
    expect(cell(/^Temperature/).dataset['score']).toBe('missing')
  })

  test('consciousness is shown as its letter A, C, P, V or U', async () => {
    const letters = ['A', 'C', 'P', 'V', 'U'] as const
    await openVitals(letters.map((consciousness, at) => checkupOf(`c${at}`, { consciousness })))
    expect(
      row('Consciousness')
        .map((each) => each.textContent?.charAt(0))
        .toReversed(),
    ).toEqual([...letters])
  })
})

describe('SpO2', () => {
  test('C079 C316 C317 C318 the dot is green for HIGH, a warning for the unstable ones and an error for FAILED', async () => {
    const confidences = [
      'FAILED',
      'INSUFFICIENT_QUALITY',
      'DEVICE_UNSTABLE',
      'VITAL_UNSTABLE',
      'HIGH',
    ]
    await openVitals(
      confidences.map((confidence, at) => checkupOf(`c${5 - at}`, oximeter({ confidence }))),
    )
    expect(
      row(/^SpO2/).map((each) => each.querySelector('[data-kind]')?.getAttribute('data-kind')),
    ).toEqual(['good', 'warning', 'warning', 'warning', 'error'])
  })

  test('a failed reading is no value: the cell says Failed, and colours nothing', async () => {
    await openVitals([checkupOf('c1', oximeter({ confidence: 'FAILED', averageSpO2: 61 }))])
    expect(cell(/^SpO2/).textContent).toMatch(/^Failed/)
    expect(screen.queryByText(/61/)).toBeNull()
  })

  test('C080 C323 C324 touched, it tells the confidence in two sentences, the source and the capture time', async () => {
    await openVitals([checkupOf('c1')])
    const tip = await touch(within(cell(/^SpO2/)).getByRole('button'))
    expect(tip.textContent).toContain('SpO2 confidence: High')
    expect(tip.textContent).toContain(
      'The signal was steady for the whole measurement. The value can be used.',
    )
    expect(tip.textContent).toContain('Source: Nonin 3230')
    expect(tip.textContent).toContain('Captured: 05-Jan-2026 14:32')
  })

  test('C321 C322 C323 a manual override has a grey dot and says that device readings were not used', async () => {
    await openVitals([checkupOf('c1', oximeter({ isManual: true }))])
    expect(cell(/^SpO2/).querySelector('[data-kind]')?.getAttribute('data-kind')).toBe('manual')
    const tip = await touch(within(cell(/^SpO2/)).getByRole('button'))
    expect(tip.textContent).toContain(
      'Device readings were not used - this value was entered manually by the user.',
    )
    expect(tip.textContent).toContain('Source: Nonin 3230 (Manual Entry)')
  })

  test('C321 C322 C323 so has a value that was edited on the device', async () => {
    await openVitals([
      checkupOf('c1', oximeter({ isManual: false, averageSpO2: 96, uneditedAverageSpO2: 91 })),
    ])
    expect(cell(/^SpO2/).querySelector('[data-kind]')?.getAttribute('data-kind')).toBe('manual')
    const tip = await touch(within(cell(/^SpO2/)).getByRole('button'))
    expect(tip.textContent).toContain(
      'Device readings were not used - this value was entered manually by the user.',
    )
    expect(tip.textContent).toContain('Source: Nonin 3230 (Manual Entry)')
  })

  test('C319 C320 an unexpected confidence is an error dot and is reported, without what the device sent if that is no code', async () => {
    const reported: string[] = []
    const listen = (event: ErrorEvent) => {
      reported.push(event.message)
      event.preventDefault()
    }
    window.addEventListener('error', listen)
    await openVitals([
      checkupOf('c2', oximeter({ confidence: 'John Smith, 82' })),
      checkupOf('c1', oximeter({ confidence: 'VERY_HIGH' })),
    ])
    expect(
      row(/^SpO2/).map((each) => each.querySelector('[data-kind]')?.getAttribute('data-kind')),
    ).toEqual(['error', 'error'])
    // Told after it is drawn, when the browser has time for it.
    await waitFor(() =>
      expect(reported.toSorted()).toEqual([
        'Unexpected SpO2 confidence: VERY_HIGH',
        'Unexpected SpO2 confidence: not a code',
      ]),
    )
    window.removeEventListener('error', listen)
  })
})

describe('paging', () => {
  test('C603 there are ten columns on a wide window, eight on a medium one and four on a small one', async () => {
    for (const [width, columns] of [
      [1440, 10],
      [1024, 8],
      [390, 4],
    ] as const) {
      await openVitals(checkupsOf(12), { width })
      expect(screen.getAllByRole('columnheader'), `${width} px`).toHaveLength(columns)
      cleanup()
    }
  })

  test('C072 C095 C096 ten columns, the newest right, a – b of total, and first, previous, next and last buttons', async () => {
    const { user } = await openVitals(checkupsOf(23))
    const ids = () =>
      screen
        .getAllByRole('columnheader')
        .map((head) => within(head).getByRole('link').getAttribute('href')?.split('/').at(-1))
    expect(ids().at(-1)).toBe('c23')
    expect(screen.getByText('14 – 23 of 23')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Next page' }) as HTMLButtonElement).disabled).toBe(
      true,
    )
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(screen.getByText('4 – 13 of 23')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'First page' }))
    expect(ids()[0]).toBe('c1')
    expect(screen.getByText('1 – 10 of 23')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('11 – 20 of 23')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(screen.getByText('14 – 23 of 23')).toBeTruthy()
  })

  test('colours are those of the row on the oldest page too', async () => {
    const rows = checkupsOf(12).map((checkup) =>
      checkup.id === 'c1' ? { ...checkup, ewsScores: scored({ HRScore: 3 }) } : checkup,
    )
    const { user } = await openVitals(rows)
    await user.click(screen.getByRole('button', { name: 'First page' }))
    expect(cell(/^Pulse Rate/).dataset['score']).toBe('3')
  })

  test('older check-ups are fetched when the reader pages back to where this device ends', async () => {
    const { user, fake } = await openVitals(checkupsOf(40).slice(0, 12), {}, 40)
    const before = fake.refresh.mock.calls.filter(
      ([name, params]) =>
        name === 'patientCheckups' && (params as { before?: string }).before !== undefined,
    )
    expect(before).toHaveLength(1) // the page before is not wholly here
    expect(screen.getByText('31 – 40 of 40')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await act(async () => fake.view('patientCheckups').set(answered(checkupsOf(40))))
    expect(screen.getByText('21 – 30 of 40')).toBeTruthy()
  })

  test('a check-up that arrives shows at once for who looks at the newest, and moves nothing for who looks back', async () => {
    const { user, fake } = await openVitals(checkupsOf(20))
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    const first = () =>
      within(screen.getAllByRole('columnheader')[0] as HTMLElement)
        .getByRole('link')
        .getAttribute('href')
    const was = first()
    await act(async () =>
      fake
        .view('patientCheckups')
        .set(
          answered([checkupOf('c21', { endedAt: '2026-01-05T15:00:00.000Z' }), ...checkupsOf(20)]),
        ),
    )
    expect(first()).toBe(was)
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(screen.getAllByRole('link', { name: /15:00/ })).toHaveLength(1)
  })
})

describe('states', () => {
  test('C555 a failure to fetch check-ups says so', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientCheckups', serverDown)
    await openVitals([], { fake })
    expect(
      await screen.findByRole('heading', {
        name: "An error occurred when fetching the patient's checkups",
      }),
    ).toBeTruthy()
  })

  test('no check-up yet is said, with what comes next', async () => {
    const fake = clinicalRuntime()
    fake.view('patientCheckups').set(answered([]))
    await openVitals([], { fake })
    expect(screen.getByRole('heading', { name: 'No check-ups yet' })).toBeTruthy()
  })

  test('of a history that is not wholly on the device it never says that there is no check-up, no score, or that some are all', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    fake.view('patientCheckups').set(answered([], { total: null, heldFrom: null }))
    await openVitals([], { fake })
    expect(screen.queryByText('No check-ups yet')).toBeNull()
    expect(screen.getByText(/^The check-ups of this patient are not saved/)).toBeTruthy()
    expect(screen.queryByText('No scores within 24 hours')).toBeNull()
    expect(screen.getByText('No scores within 24 hours on this device')).toBeTruthy()
    expect(screen.queryByText(/^A score appears with the first/)).toBeNull()
    const some = checkupsOf(3)
    act(() =>
      fake
        .view('patientCheckups')
        .set(answered(some, { total: null, heldFrom: Date.parse(some[2]?.endedAt ?? '') })),
    )
    expect(screen.getByText('1 – 3 of 3 on this device')).toBeTruthy()
    expect(
      screen.getByText(
        'This device has all check-ups from 05-Jan-2026 12:32 on only. Earlier ones may be missing. The rest loads when you are online.',
      ),
    ).toBeTruthy()
    act(() => fake.view('patientCheckups').set(answered(some)))
    expect(screen.getByText('1 – 3 of 3')).toBeTruthy()
    expect(screen.queryByText(/missing/)).toBeNull()
    // Online what is lacking is on its way.
    act(() => {
      fake.connection.set({ state: 'live', lastContactAt: null, waiting: 0, refused: 0 })
      fake.view('patientCheckups').set(answered([], { total: null, heldFrom: null }))
    })
    expect(screen.queryByText('No check-ups yet')).toBeNull()
    expect(screen.queryByText(/^No scores/)).toBeNull()
  })
})
