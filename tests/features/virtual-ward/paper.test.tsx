// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAlert } from '../alerts'
import { pageRule, paperWords } from '../../../src/ui/print/paper-rules'
import { paperPart } from '../../../src/ui/print/paper-part'
import { Paper } from '../../../src/ui/print/Paper'
import { EditionProvider } from '../../../src/ui/edition'
import type { Edition } from '../../../src/texts'
import {
  act,
  ago,
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  noteOf,
  openClinical,
  patientOf,
  screen,
  waitFor,
} from '../clinical-portal'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    cardOf(`p${at + 1}`, { latestCheckup: checkupOf(`c${at + 1}`, { endedAt: ago(30) }) }),
  )
const figures = (value: number) => ({ value, median: value, min: value, max: value })
const frame = { organization: 'Riverside "Virtual" Ward', printedBy: 'Ada Nurse' }
const told = { subject: 'SMITH, John', asOf: Date.parse('2026-01-05T14:32:00Z') }
const nowMs = Date.parse('2026-01-05T15:00:00Z')

beforeEach(() => {
  localStorage.clear()
  // A day's middle: what was measured two hours ago was measured today.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T12:20:00Z') })
})
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('afterprint')))
  cleanup()
  vi.useRealTimers()
})

const print = (): void => act(() => void window.dispatchEvent(new Event('beforeprint')))
const printed = (): void => act(() => void window.dispatchEvent(new Event('afterprint')))

/** What the rules of base.css leave on the paper. */
const onPaper = (): string => {
  const copy = document.body.cloneNode(true) as HTMLElement
  const { printing, paper } = document.documentElement.dataset
  if (printing === 'sheet')
    for (const one of [...copy.children]) if (!one.matches('[data-print-sheet]')) one.remove()
  const off =
    paper === undefined
      ? "[data-print='off']"
      : "[data-print='off'], :is(button, input, select, textarea):not([data-print='keep'], table *)"
  copy.querySelectorAll(off).forEach((one) => one.remove())
  return copy.textContent ?? ''
}

const openBoard = async (
  rows = many(3),
  over: Parameters<typeof answered>[1] = {},
  edition: Edition = 'en-GB',
) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered(rows, over))
  const opened = openClinical('/virtual-ward', { fake, edition })
  render(
    <EditionProvider edition={edition}>
      <Paper organization="Riverside Virtual Ward" user="Ada Nurse" actingUser={null} />
    </EditionProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'Virtual Ward' })
  await waitFor(() => expect(paperPart()?.subject).toContain('Virtual Ward'))
  return opened
}

const openRecord = async (path: string, over: Parameters<typeof patientOf>[0] = {}) => {
  const fake = clinicalRuntime()
  const patient = patientOf(over)
  fake.view('patientRecord').set(answered([patient]))
  fake.view('patientOnBoard').set(answered([cardOf('p1')]))
  fake.view('patientCheckups').set(answered([checkupOf('c9')]))
  fake.view('checkupDetail').set(answered([checkupOf('c9')]))
  fake.view('patientNotes').set(answered([noteOf('n1', { text: 'Slept well.' })]))
  const opened = openClinical(path, {
    fake,
    permissions: {
      permissions: ['view_patients', 'add_patient_notes', 'edit_patients'],
      features: ['continuousMonitoring'],
    },
  })
  render(
    <EditionProvider edition="en-GB">
      <Paper organization="Riverside Virtual Ward" user="Ada Nurse" actingUser="Sam Staff" />
    </EditionProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: /SMITH, John/ })
  await waitFor(() => expect(paperPart()?.subject).toContain('SMITH, John'))
  return opened
}

describe('the edges of a sheet', () => {
  test('organisation, subject, who printed it and when, data as of, page x of y; a name cannot break out of the rule', () => {
    const rule = pageRule(paperWords(frame, told, nowMs, 'en-GB'), true)
    expect(rule).toContain('size: A4 landscape')
    expect(rule).toContain('@top-left { content: "SMITH, John"')
    expect(rule).toContain('@top-right { content: "Riverside \\22 Virtual\\22  Ward"')
    expect(rule).toContain(
      '"Printed by Ada Nurse, 05-Jan-2026 15:00. Data as of 05-Jan-2026 14:32"',
    )
    expect(rule).toContain('"Page " counter(page) " of " counter(pages) ""')
    const evil = pageRule(
      paperWords({ ...frame, organization: '"; } body { display: none\n\\' }, null, nowMs, 'en-GB'),
      false,
    )
    expect(evil).toContain('size: A4 portrait')
    expect(evil.match(/"/g)?.length).toBe(rule.match(/"/g)?.length)
    expect(evil).not.toContain('\n')
  })

  test('the American edition writes its own dates, and an unknown age of the data is said', () => {
    const words = paperWords(frame, { ...told, asOf: null }, nowMs, 'en-US')
    expect(words.printed).toMatch(/^Printed by Ada Nurse, .*2026.*\. Data as of: not known$/)
    expect(words.printed).not.toContain('05-Jan')
  })

  test('a page that says nothing of itself has who, when and organisation', () => {
    expect(paperWords(frame, null, nowMs, 'en-GB')).toMatchObject({
      subject: '',
      organization: frame.organization,
      printed: 'Printed by Ada Nurse, 05-Jan-2026 15:00',
    })
  })

  test('staff who act as a user print under both names, where no margins are filled on the first page', async () => {
    await openRecord('/patient/p1/notes')
    print()
    expect(onPaper()).toMatch(
      /Riverside Virtual Ward\. SMITH, John · Born .*\. Printed by Sam Staff acting as Ada Nurse, /,
    )
    printed()
    expect(document.body.textContent).not.toContain('Printed by')
  })
})

describe('the board', () => {
  test('every patient of the list is in the document at beforeprint, and none of the sheet after it', async () => {
    await openBoard(many(12))
    expect(document.querySelector('[data-print-sheet]')).toBeNull()
    print()
    const text = onPaper()
    for (let at = 1; at <= 12; at += 1) expect(text).toContain(`SMITH-P${at}, John`)
    expect(text).toContain('12 patients.')
    printed()
    expect(document.querySelector('[data-print-sheet]')).toBeNull()
    expect(document.documentElement.dataset['printing']).toBeUndefined()
  })

  test('no filter, order, pause, refresh or page control is printed; filter and order stand in words', async () => {
    await openBoard()
    print()
    const text = onPaper()
    for (const control of [
      'Filter',
      'Display',
      'Refresh',
      'Pause',
      'per page',
      'Updated',
      'Show more',
      'Print this list',
      'Next page',
    ])
      expect(text).not.toContain(control)
    expect(text).toContain('All patients you can see.')
    expect(text).toContain(
      'Sorted by clinical urgency (most urgent first), then open alerts (highest first)',
    )
  })

  test('patients who are not on this device are counted, not left out in silence', async () => {
    await openBoard(many(3), { total: 20 })
    print()
    expect(onPaper()).toContain('Only 3 of 20 patients: the others are not on this device yet.')
  })

  test('a value that is not there is a word, a score stands beside its value, and a 3 is framed', async () => {
    const grave = checkupOf('c1', {
      endedAt: ago(30),
      bloodPressureData: null,
      respiratoryRate: { value: 26, source: 'manual' },
      ewsScores: {
        BPScore: null,
        consciousnessScore: 0,
        HRScore: 0,
        RRScore: 3,
        SpO2Score: 0,
        tempScore: 0,
        onOxygenScore: 0,
        totalScore: 3,
        riskLevel: null,
        missing: 1,
        spo2Scale: 1,
        riskScheme: 'NEWS2',
      },
    })
    await openBoard([cardOf('p1', { latestCheckup: grave })])
    print()
    const cells = [...document.querySelectorAll('[data-print-sheet] tbody td')]
    expect(cells.map((cell) => cell.textContent)).toContain('26 /min (3)')
    expect(
      cells.find((cell) => cell.textContent === '26 /min (3)')?.getAttribute('data-grave'),
    ).toBe('true')
    expect(cells.map((cell) => cell.textContent)).toContain('not measured')
    expect(cells[0]?.textContent).toMatch(/^at least 3.*BP missing/)
  })

  test('values past their limit are out of date, and who has no values is said to have none', async () => {
    await openBoard([
      cardOf('p1', { latestCheckup: checkupOf('c1', { endedAt: ago(60 * 80) }) }),
      cardOf('p2', { latestCheckup: null }),
    ])
    print()
    const [old, never] = [...document.querySelectorAll('[data-print-sheet] tbody tr')]
    expect(old?.textContent).toContain('out of date')
    expect(never?.textContent).toContain('No values in the check-up history shown')
    expect(never?.textContent).toContain('No score')
  })

  test('who was measured before the history shown is not told as never measured', async () => {
    const outside = {
      latestCheckup: null,
      trend: [{ endedAt: ago(60 * 90), totalScore: 4, riskLevel: null, measured: 127 }],
    }
    await openBoard([cardOf('p1', outside), cardOf('p2', { latestCheckup: null, trend: [] })])
    print()
    const [old, none] = [...document.querySelectorAll('[data-print-sheet] tbody tr')]
    expect(old?.textContent).toMatch(/Last score 4, .*Older than the check-up history shown/)
    expect(none?.textContent).toContain('No values in the check-up history shown')
    expect(onPaper()).not.toContain('Never measured')
  })

  test('similar names, when check-up and monitoring were, a schedule that is not understood and an answer that was not read are printed as on the screen', async () => {
    const monitored = {
      continuousMonitoringSession: {
        id: 's1',
        organization: { id: 'o1' },
        type: 'Lamplight' as const,
        createdAt: ago(300),
        endedAt: null,
      },
      latestContinuousMonitoring: {
        bucketStartAt: ago(105),
        bucketEndAt: ago(90),
        receivedAt: ago(90),
        respiratoryRate: figures(25),
        heartRate: figures(97),
        pulseRate: figures(95),
        spo2: figures(92),
        temperature: figures(37.2),
        battery: { ecg: 80, spo2: 55, temperature: null },
        heartRhythm: null,
        activityLevel: null,
        sensorIds: { ecg: null },
        thresholdScores: { RRScore: 3, SpO2Score: 2, HRScore: 1, tempScore: 0 },
      },
      latestCheckup: checkupOf('c1', { endedAt: ago(20), temperature: null }),
    }
    const unknown = {
      id: 's1',
      name: 'Odd times',
      schedule: { rrule: 'FREQ=LUNAR', tolerance: { early: 0, late: 0 } },
      recurrence: 'unknown',
      timeZone: 'Europe/London',
      latestEndedAt: null,
      countsFrom: null,
    } as const
    await openBoard([
      cardOf('p1', {
        ...monitored,
        numSimilarNames: 2,
        schedules: [unknown],
        alerts: [openAlert('a', [ago(30)])],
      }),
      { ...cardOf('p2'), ofBefore: Date.now() - 120_000 } as ReturnType<typeof cardOf>,
    ])
    print()
    const [one, two] = [...document.querySelectorAll('[data-print-sheet] tbody tr')]
    expect(one?.textContent).toContain('2 other patients have a similar name')
    expect(one?.textContent).toContain('Low oxygen saturation (nobody on it)')
    expect(one?.textContent).toMatch(
      /Check-up of \d\d:\d\d · Monitoring until \d\d:\d\d, out of date/,
    )
    // The one value of monitoring, since the later check-up did not measure it.
    expect(one?.textContent).toMatch(/37\.2 °C at \d\d:\d\d/)
    expect(one?.textContent).toContain(
      'Schedule not understood. Odd times: the due time is not known',
    )
    expect(two?.textContent).toContain('Shown as of before')
    expect(two?.textContent).not.toMatch(/similar name|Monitoring until|not understood/)
  })

  test('an identity that the screen hides is hidden on paper', async () => {
    const { user } = await openBoard(many(2))
    await user.click(screen.getByRole('button', { name: 'Display settings' }))
    await user.click(screen.getByRole('radio', { name: 'Initials' }))
    print()
    expect(onPaper()).not.toMatch(/SMITH/i)
    expect(onPaper()).toContain('JS')
  })

  test('the American edition is printed in its own words', async () => {
    await openBoard(many(2), {}, 'en-US')
    print()
    expect(onPaper()).toContain('98.6 °F')
  })
})

describe('the record', () => {
  test('tabs, buttons and the age of the data are not printed; alerts, flags and what is known of the patient are', async () => {
    await openRecord('/patient/p1/vitals', {
      telephone: '020 7946 0018',
      preExistingConditions: ['COPD', 'Type 2 diabetes'],
    })
    await screen.findByRole('table', { name: 'Patient Check-ups' })
    print()
    const text = onPaper()
    for (const control of [
      'Set acuity',
      'Watch',
      'Refresh',
      'Start monitoring',
      'Notes',
      'Data from',
    ])
      expect(text).not.toContain(control)
    expect(text).toContain('On oxygen')
    expect(text).toContain('COPD, Type 2 diabetes')
    expect(text).toContain('020 7946 0018')
    // A value of the table that opens something is a value.
    expect(screen.getAllByRole('row').some((row) => /SpO2/.test(row.textContent ?? ''))).toBe(true)
    expect(text).toMatch(/SpO2.*97/)
    expect(paperPart()).toMatchObject({ landscape: true })
  })

  test('a monitoring table without a value is not printed', async () => {
    await openRecord('/patient/p1/vitals')
    const heading = await screen.findByRole('heading', { name: 'Continuous Monitoring' })
    expect(heading.closest('[data-print="off"]')).not.toBeNull()
  })

  test('of the notes the text is printed and the form is not', async () => {
    await openRecord('/patient/p1/notes')
    await screen.findByText('Slept well.')
    print()
    expect(onPaper()).toContain('Slept well.')
    expect(onPaper()).not.toContain('Add Note')
    expect(screen.getByRole('textbox').closest('[data-print="off"]')).not.toBeNull()
  })

  test('the check-up names its patient on each sheet, upright, and prints no button', async () => {
    await openRecord('/patient/p1/checkup/c9')
    await screen.findByRole('button', { name: 'Print / save as PDF' })
    expect(paperPart()?.subject).toMatch(/^SMITH, John · Born 02-Mar-1944 · NHS No. 943 476 5919$/)
    expect(paperPart()).toMatchObject({ landscape: false })
    print()
    expect(onPaper()).not.toContain('Print / save as PDF')
  })
})
