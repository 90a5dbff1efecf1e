// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../../src/domain/problem'
import {
  answered,
  checkupOf,
  clinicalRuntime,
  openClinical,
  oximeterPulseOf,
  patientOf,
  screen,
  waitFor,
  serverDown,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const full = checkupOf('c1', {
  notes: 'Breathless after the stairs',
  softSigns: [{ key: 'cough', isEmergency: false }],
  attachments: [{ id: 'a', type: 'ECG report', downloadUrl: '/a' }],
  picture: [{ url: '/leg.jpg', caption: 'Left leg' }],
  glucose: {
    reading: 6.1,
    time_of_capture: '2026-01-05T14:20:00.000Z',
    before_after_meal: 'before_meals',
  },
  selectedAction: 2,
})

const openCheckup = (checkup = full, options: Parameters<typeof openClinical>[1] = {}) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('checkupDetail').set(answered([checkup]))
  fake.view('patientCheckups').set(
    answered([
      checkup,
      checkupOf('c0', {
        endedAt: '2026-01-05T12:32:00.000Z',
        temperature: { value: 36.4, device: 'Thermo One', isManual: false },
      }),
    ]),
  )
  return openClinical('/patient/p1/checkup/c1', { ...options, fake })
}

describe('a check-up', () => {
  test('T16 the flag says oxygen and the device air: it is said, and one press ends the flag for who may', async () => {
    const doubted = { ...full, doubts: ['oxygen-flag'], onOxygen: true, oxygenFromFlag: true }
    const words = /flag says oxygen, this check-up says air\. The score counts oxygen\./
    const press = { name: 'On air: end the flag' }
    const nurse = clinicalRuntime()
    nurse.run.mockResolvedValue({ kind: 'done', value: true })
    const { user } = openCheckup(doubted, {
      fake: nurse,
      permissions: { permissions: ['view_patients', 'admit_ward_patients'] },
    })
    expect(await screen.findByText(words)).toBeTruthy()
    await user.click(screen.getByRole('button', press))
    expect(nurse.run).toHaveBeenCalledWith('updatePatientFlags', {
      patientId: 'p1',
      flags: [{ type: 'OnOxygen', active: false }],
    })
    expect(await screen.findByText(/The next check-up counts air/)).toBeTruthy()
    cleanup()

    openCheckup(doubted, { permissions: { permissions: ['view_patients'] } })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', press)).toBeNull()
    cleanup()

    // A later check-up may say otherwise.
    const later = clinicalRuntime()
    openCheckup(doubted, {
      fake: later,
      permissions: { permissions: ['view_patients', 'admit_ward_patients'] },
    })
    expect(await screen.findByRole('button', press)).toBeTruthy()
    act(() =>
      later.view('patientRecord').set(
        answered([
          patientOf({
            latestCheckup: checkupOf('c2', {
              endedAt: new Date(Date.parse(doubted.endedAt) + 1).toISOString(),
            }),
          }),
        ]),
      ),
    )
    await waitFor(() => expect(screen.queryByRole('button', press)).toBeNull())
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('C138 C139 C140 its route shows the capture time in long format without weekday, and who captured it, under the banner', async () => {
    openCheckup()
    expect(
      await screen.findByRole('heading', { level: 2, name: '5 January 2026, 14:32' }),
    ).toBeTruthy()
    expect(screen.getByText('Captured by Nia Okafor')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'SMITH, John' })).toBeTruthy()
  })

  test('C025 the name in the banner leads to the record', async () => {
    const { user, at } = openCheckup()
    const name = await screen.findByRole('link', { name: 'SMITH, John' })
    expect(name.getAttribute('href')).toBe('/patient/p1')
    await user.click(name)
    await waitFor(() => expect(at()).toBe('/patient/p1'))
  })

  test('C141 Print / save as PDF prints under a name of its own, which the browser may write into its history: it names nobody', async () => {
    const titles: string[] = []
    window.print = vi.fn(() => void titles.push(document.title))
    const { user } = openCheckup()
    await user.click(await screen.findByRole('button', { name: 'Print / save as PDF' }))
    expect(titles).toEqual(['Check-up 05-Jan-2026'])
  })

  test('C145 C146 the blocks are in the order of the specification, the notes only where there are any', async () => {
    const opened = openCheckup()
    await screen.findByRole('heading', { level: 2, name: '5 January 2026, 14:32' })
    const titles = () =>
      screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles()).toEqual([
      'Early-warning summary',
      'Notes',
      'Soft signs',
      'Attachments',
      'Consciousness',
      'Glucose',
      'Peak expiratory flow rate',
      'Pictures',
      'Pulse oximeter',
      'Weight',
      'Readings',
      'Change since previous check-up',
    ])
    opened.screen.unmount()
    openCheckup(checkupOf('c1'))
    await screen.findByRole('heading', { level: 2, name: '5 January 2026, 14:32' })
    expect(titles()).not.toContain('Notes')
  })

  test('soft signs have the short texts of the catalogue', async () => {
    openCheckup(checkupOf('c1', { symptoms: [{ key: 'has_copd', severity: null }] }))
    expect(await screen.findByText('COPD')).toBeTruthy()
  })

  test('C149 a check-up of soft signs alone shows no readings', async () => {
    openCheckup(
      checkupOf('c1', { subtype: 'soft-signs', softSigns: [{ key: 'cough', isEmergency: false }] }),
    )
    expect(await screen.findByRole('heading', { level: 3, name: 'Soft signs' })).toBeTruthy()
    for (const hidden of [
      'Readings',
      'Pulse oximeter',
      'Weight',
      'Consciousness',
      'Change since previous check-up',
    ]) {
      expect(screen.queryByRole('heading', { level: 3, name: hidden }), hidden).toBeNull()
    }
  })

  test('C150 C151 the oximeter block shows PR and SpO2 with a confidence, the glucose block its reading, times and meal', async () => {
    openCheckup()
    const oximeter = await screen.findByRole('region', { name: 'Pulse oximeter' })
    expect(oximeter.textContent).toContain('PR71 /min')
    expect(oximeter.textContent).toContain('SpO297 %')
    expect(oximeter.textContent).toContain('ConfidenceHigh')
    const glucose = screen.getByRole('region', { name: 'Glucose' })
    expect(
      within(glucose)
        .getAllByRole('definition')
        .map((value) => value.textContent),
    ).toEqual(['6.1 mmol/L', '05-Jan-2026 14:20', 'Before meals', '05-Jan-2026 14:32'])
  })

  test('an oximeter value is shown as it is scored, not rounded past it', async () => {
    const checkup = checkupOf('c9')
    if (checkup.pulseOxiData === null) throw new Error('The check-up has an oximeter reading.')
    openCheckup({ ...checkup, pulseOxiData: { ...checkup.pulseOxiData, averageSpO2: 91.5 } })
    const oximeter = await screen.findByRole('region', { name: 'Pulse oximeter' })
    expect(oximeter.textContent).toContain('SpO291.5 %')
  })

  test('a failed oximeter has no reading; a poor signal is said beside the value', async () => {
    const measured = (id: string, confidence: string) =>
      checkupOf(id, {
        pulseOxiData: {
          averageSpO2: 74,
          uneditedAverageSpO2: null,
          averageHr: 141,
          confidence,
          device: 'Nonin 3230',
          isManual: false,
        },
        pulseRate: null,
      })
    openCheckup(measured('c1', 'FAILED'))
    const block = await screen.findByRole('region', { name: 'Pulse oximeter' })
    expect(block.textContent).toContain('SpO2Failed')
    expect(document.body.textContent).not.toMatch(/74|141/)
    cleanup()
    openCheckup(measured('c1', 'DEVICE_UNSTABLE'))
    const readings = await screen.findByRole('region', { name: 'Readings' })
    expect(readings.textContent).toContain('Nonin 3230, Poor signal')
  })

  test('C148 readings tell value, source and score, and what changed since the check-up before', async () => {
    openCheckup()
    const readings = await screen.findByRole('region', { name: 'Readings' })
    const temperature = within(readings)
      .getByRole('rowheader', { name: 'Temperature' })
      .closest('tr')
    expect(temperature?.textContent).toContain('37.0 °C')
    expect(temperature?.textContent).toContain('Thermo One')
    const changes = screen.getByRole('region', { name: 'Change since previous check-up' })
    const change = within(changes)
    expect(changes.querySelector('p')?.textContent).toBe(
      'Previous check-up: 05-Jan-2026 12:32 (2 h earlier)',
    )
    expect(
      change.getByRole('rowheader', { name: /^Temperature/ }).closest('tr')?.textContent,
    ).toContain('up 0.6')
  })

  test('B4 what is doubtful is told above the readings in words, and a word of a later release too', async () => {
    openCheckup()
    await screen.findByRole('region', { name: 'Readings' })
    expect(screen.queryByRole('region', { name: 'To be checked' })).toBeNull()
    cleanup()
    openCheckup({
      ...full,
      pulseRate: { value: 70, source: 'cuff', isManual: false },
      pulseOxiData: full.pulseOxiData === null ? null : { ...full.pulseOxiData, averageHr: 140 },
      doubts: ['pulse-differs', 'not-usable', 'sent-twice', 'constructor'],
      notUsable: [
        { field: 'temperature', sent: '98.6', reason: 'impossible', checkPatient: [] },
        { field: 'bloodPressureData', sent: '16/10', reason: 'impossible', checkPatient: [] },
        { field: 'temprature', sent: 'value 39', reason: 'unknown-field', checkPatient: [] },
        { field: 'notes', sent: 'and so on', reason: 'cut', checkPatient: [] },
      ],
    })
    const told = within(await screen.findByRole('region', { name: 'To be checked' }))
    expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Pulse and oximeter disagree: one of them may not be the patient’s. Pulse 70, oximeter 140 beats/min; the score counts 70.',
      'Temperature not usable: 98.6',
      'Blood pressure not usable: 16/10',
      'temprature not usable: value 39',
      'Notes cut off: and so on',
      'The same readings came before under another number: count them once.',
      'Something else about this check-up is doubtful: reload the portal to see what.',
    ])
  })

  test('P369 the oxygen flow is a reading of its own beside Oxygen, compared with the one before, and left out where it is not known', async () => {
    const onOxygen = full.ewsScores === null ? null : { ...full.ewsScores, onOxygenScore: 2 }
    const opened = openCheckup({ ...full, ewsScores: onOxygen, onOxygen: true, oxygenFlow: '2.5' })
    const readings = await screen.findByRole('region', { name: 'Readings' })
    const cells = (name: string) =>
      within(within(readings).getByRole('rowheader', { name }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.trim())
    expect(cells('Oxygen')).toEqual(['Yes', '–Not recorded', '2'])
    expect(cells('Oxygen flow')).toEqual(['2.5 L/min', '–Not recorded', '–Not recorded'])
    const names = within(readings)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
    expect(names.indexOf('Oxygen flow')).toBe(names.indexOf('Oxygen') + 1)
    opened.screen.unmount()

    const flagged = openCheckup({ ...full, ewsScores: onOxygen, oxygenFromFlag: true })
    expect(
      within(await screen.findByRole('region', { name: 'Readings' }))
        .getByRole('rowheader', { name: 'Oxygen' })
        .closest('tr')?.textContent,
    ).toContain('Patient flag')
    flagged.screen.unmount()

    const fake = clinicalRuntime()
    fake.view('patientRecord').set(answered([patientOf()]))
    fake.view('checkupDetail').set(answered([checkupOf('c1', { oxygenFlow: 'above_5' })]))
    fake
      .view('patientCheckups')
      .set(
        answered([
          checkupOf('c1', { oxygenFlow: 'above_5' }),
          checkupOf('c0', { endedAt: '2026-01-05T12:32:00.000Z', oxygenFlow: '5' }),
        ]),
      )
    const above = openClinical('/patient/p1/checkup/c1', { fake })
    expect(
      within(await screen.findByRole('region', { name: 'Readings' }))
        .getByRole('rowheader', { name: 'Oxygen flow' })
        .closest('tr')?.textContent,
    ).toContain('above 5 L/min')
    const changed = within(screen.getByRole('region', { name: 'Change since previous check-up' }))
      .getByRole('rowheader', { name: 'Oxygen flow L/min' })
      .closest('tr')
    expect(changed?.textContent).toContain('5above 5changed')
    above.screen.unmount()

    openCheckup(checkupOf('c1', { oxygenFlow: null }))
    expect(
      within(await screen.findByRole('region', { name: 'Readings' })).queryByRole('rowheader', {
        name: 'Oxygen flow',
      }),
    ).toBeNull()
  })

  test('a source that has no name of its own is told in sentence case; a device as it calls itself', async () => {
    openCheckup(
      checkupOf('c1', {
        pulseRate: { value: 72, source: 'oximeter', isManual: true },
        bloodPressureData: {
          systolic: 124,
          diastolic: 78,
          position: 'sitting',
          device: null,
          isManual: false,
        },
        weight: { value: 72.4, isManual: false, device: 'iScale' },
      }),
    )
    const readings = await screen.findByRole('region', { name: 'Readings' })
    const source = (name: string) =>
      within(
        within(readings).getByRole('rowheader', { name }).closest('tr') as HTMLElement,
      ).getAllByRole('cell')[1]?.textContent
    expect(
      ['Breathing rate', 'Pulse rate', 'Systolic blood pressure', 'Temperature', 'Weight'].map(
        source,
      ),
    ).toEqual(['Manual', 'Oximeter (Manual Entry)', 'Sitting', 'Thermo One', 'iScale'])
  })

  test('a pulse that only the oximeter measured is a reading of its own, with that device and the score that it got', async () => {
    openCheckup(oximeterPulseOf('c1'))
    const readings = await screen.findByRole('region', { name: 'Readings' })
    const cells = within(
      within(readings).getByRole('rowheader', { name: 'Pulse rate' }).closest('tr') as HTMLElement,
    ).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual(['118 /min', 'Nonin 3230', '2'])
  })

  test('offline a check-up that could not be refreshed for two minutes says so, as the record does', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('checkupDetail', problem('network', 'No line'))
    fake.view('patientRecord').set(answered([patientOf()]))
    fake.view('patientCheckups').set(answered([full]))
    fake
      .view('checkupDetail')
      .set(answered([full], { asOf: Date.now() - 120_000, checkedAt: Date.now() - 120_000 }))
    openClinical('/patient/p1/checkup/c1', { fake })
    expect(await screen.findByText(/May be out of date/)).toBeTruthy()
  })

  test('a partial total says what it lacks', async () => {
    const scores = full.ewsScores
    const lacking = { missing: 2, BPScore: null, consciousnessScore: null }
    openCheckup({ ...full, ewsScores: scores === null ? null : { ...scores, ...lacking } })
    expect(
      await screen.findByText(/^2 of 7 parameters missing \(.+, .+\): the total is partial$/),
    ).toBeTruthy()
  })

  test('P228 the US edition names its own actions', async () => {
    for (const [at, words] of [
      'No action',
      'Monitoring',
      'Doctor appointment',
      'Urgent advice',
      '911',
    ].entries()) {
      openCheckup({ ...full, selectedAction: at + 1 }, { edition: 'en-US' })
      expect(
        within(await screen.findByRole('region', { name: 'Early-warning summary' })).getByText(
          words,
        ),
      ).toBeTruthy()
      cleanup()
    }
  })

  test('C011 P025 the US edition shows Fahrenheit, pounds and mg/dL of what is stored in Celsius, kilograms and mmol/L', async () => {
    openCheckup(full, { edition: 'en-US' })
    const readings = await screen.findByRole('region', { name: 'Readings' })
    expect(
      within(readings).getByRole('rowheader', { name: 'Temperature' }).closest('tr')?.textContent,
    ).toContain('98.6 °F')
    expect(screen.getByRole('region', { name: 'Weight' }).textContent).toContain('159.6 lb')
    expect(screen.getByRole('region', { name: 'Glucose' }).textContent).toContain('109.8 mg/dL')
  })

  test('C329 consciousness is A alert, C confusion, P pain only, V responds to voice or U unresponsive', async () => {
    const meanings = {
      A: 'Alert (fully awake)',
      C: 'Confusion',
      P: 'Pain only',
      V: 'Responds to voice',
      U: 'Unresponsive',
    } as const
    for (const letter of ['A', 'C', 'P', 'V', 'U'] as const) {
      openCheckup({ ...full, consciousness: letter })
      expect((await screen.findByRole('region', { name: 'Consciousness' })).textContent).toContain(
        `${letter} ${meanings[letter]}`,
      )
      cleanup()
    }
  })
})

describe('states', () => {
  test('C143 a check-up that fails to load shows an error panel with a way to try again', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('checkupDetail', serverDown)
    const { user } = openClinical('/patient/p1/checkup/c1', { fake })
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'This check-up could not be loaded' })).toBeTruthy()
    const before = fake.refresh.mock.calls.filter(([name]) => name === 'checkupDetail').length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(fake.refresh.mock.calls.filter(([name]) => name === 'checkupDetail')).toHaveLength(
      before + 1,
    )
  })

  test('C144 while it is neither loaded nor failed it shows that it loads', async () => {
    openClinical('/patient/p1/checkup/c1')
    expect(await screen.findByText('Loading')).toBeTruthy()
  })

  test('a check-up that is not this patient’s is not shown', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('checkupDetail', problem('not-found', 'No such check-up'))
    openClinical('/patient/p1/checkup/c1', { fake })
    expect(
      await screen.findByRole('heading', { name: 'There is no such check-up for this patient.' }),
    ).toBeTruthy()
  })
})
