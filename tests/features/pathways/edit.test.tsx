// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import { defaultThresholds, moveTick } from '../../../src/domain/ews'
import type { Edition } from '../../../src/domain/organization/organization'
import { pathwaysRoom } from '../../../src/features/pathways'
import { setClockOffset } from '../../../src/ui/time'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'
import { copd } from './pathway-fixtures'

afterEach(cleanup)

const admin = ['view_care_pathways', 'edit_care_pathways', 'view_wards'] as const
interface Given {
  readonly permissions?: readonly Permission[]
  readonly edition?: Edition
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
}
const open = async ({ permissions = admin, edition = 'en-GB', answers = {} }: Given = {}) => {
  localStorage.setItem('lamplight.edition', edition)
  const portal = openPortal('/pathways/copd/edit', {
    session: signedIn(meOf({ permissions, features: ['wards'] })),
    rooms: [pathwaysRoom],
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = {
        carePathway: () => done(copd),
        wards: () => done([{ id: 'heart', name: 'Heart Ward' }]),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) => told[name]?.(input as never) ?? rest?.(name, input),
      )
      run.mockImplementation(async (name, input) => told[name]?.(input as never) ?? done(null))
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Edit COPD' })
  const type = () => within(screen.getByRole('group', { name: 'Check-up type: COPD check-up' }))
  const write = async (field: HTMLElement, text: string): Promise<void> => {
    await portal.user.clear(field)
    await portal.user.type(field, text)
  }
  const save = async () => {
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    const asked = within(await screen.findByRole('alertdialog'))
    await portal.user.click(asked.getByRole('button', { name: 'Save' }))
  }
  return {
    ...portal,
    type,
    rule: (name: string) => within(screen.getByRole('group', { name: `Alert: ${name}` })),
    write,
    save,
    sent: () =>
      portal.run.mock.calls.flatMap(([name, input]) =>
        name === 'updateCarePathway' ? [input as { pathway: typeof copd; revision: number }] : [],
      ),
    asked: () =>
      portal.ask.mock.calls.flatMap(([name, input]) =>
        name === 'rehearseCarePathway' ? [input] : [],
      ),
  }
}
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('K12 after how long alerts escalate is typed in minutes; empty is never, and untouched is not sent', async () => {
  const page = await open({
    answers: { carePathway: () => done({ ...copd, escalateAfterMinutes: 30 }) },
  })
  const field = screen.getByRole('textbox', { name: /^Alerts escalate after/ })
  await page.write(field, '2000')
  expect(screen.getByText(/1440 minutes \(a day\) at most/)).toBeTruthy()
  expect(saveButton().disabled).toBe(true)
  await page.write(field, '45')
  await page.save()
  await waitFor(() => expect(page.sent()[0]?.pathway).toMatchObject({ escalateAfterMinutes: 45 }))
  cleanup()
  const other = await open({
    answers: { carePathway: () => done({ ...copd, escalateAfterMinutes: 30 }) },
  })
  await other.write(screen.getByRole('textbox', { name: /^Pathway name/ }), 'COPD at home')
  await other.save()
  await waitFor(() => expect(other.sent()).toHaveLength(1))
  expect(other.sent()[0]?.pathway).not.toHaveProperty('escalateAfterMinutes')
  cleanup()
  const never = await open({
    answers: { carePathway: () => done({ ...copd, escalateAfterMinutes: 30 }) },
  })
  await never.user.clear(screen.getByRole('textbox', { name: /^Alerts escalate after/ }))
  await never.save()
  await waitFor(() =>
    expect(never.sent()[0]?.pathway).toMatchObject({ escalateAfterMinutes: null }),
  )
})

test('K12 a schedule is changed, with the next five due times of the organisation’s zone', async () => {
  setClockOffset(Date.parse('2026-03-28T12:00:00Z') - Date.now())
  const page = await open()
  expect(saveButton().disabled).toBe(true)
  expect(screen.getByText('Nothing has changed.')).toBeTruthy()
  await page.write(page.type().getByRole('textbox', { name: /^Times/ }), '08:00, 20:00')
  const times = within(page.type().getByRole('list', { name: 'Next due times' }))
  expect(times.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '28-Mar-2026 20:00',
    '29-Mar-2026 08:00',
    '29-Mar-2026 20:00',
    '30-Mar-2026 08:00',
    '30-Mar-2026 20:00',
  ])
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  const { revision, pathway } = page.sent()[0] ?? {}
  expect(revision).toBe(7)
  expect(pathway?.checkupTypes[0]?.schedule).toEqual({
    rrule: 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0;BYSECOND=0',
    tolerance: { early: 1800, late: 3600 },
  })
  await waitFor(() => expect(page.at()).toContain('/pathways/copd/checkuptypes'))
})

test('K12 what is not touched is sent as it was, and what cannot be read as it is', async () => {
  const page = await open()
  await page.write(screen.getByRole('textbox', { name: /Pathway name/ }), 'COPD at home')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  const sent = page.sent()[0]?.pathway
  expect(sent).toEqual({
    name: 'COPD at home',
    checkupTypes: copd.checkupTypes.map(({ updatedAt: _updatedAt, ...type }) => type),
    alertRules: copd.alertRules,
  })
})

test('K12 tolerances and tiles are set', async () => {
  const page = await open()
  const type = page.type()
  await page.write(type.getByRole('textbox', { name: 'Accepted late by' }), '90')
  await page.user.selectOptions(
    type.getByRole('combobox', { name: 'Accepted late by: unit' }),
    'minutes',
  )
  await page.user.selectOptions(type.getByRole('combobox', { name: 'Weight' }), 'Required')
  await page.user.click(type.getByRole('checkbox', { name: 'Weight: Can be entered by hand' }))
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway.checkupTypes[0]).toMatchObject({
    schedule: { tolerance: { early: 1800, late: 5400 } },
    checkupTiles: { weight: { rule: 'required', manualEntry: true } },
  })
})

test('K12 O216 question pages are added, changed, moved and removed, and sections named', async () => {
  const page = await open()
  const type = page.type()
  const pageOf = (name: string) => within(type.getByRole('group', { name }))
  await page.user.click(type.getByRole('button', { name: 'Remove Skin' }))
  await page.user.click(type.getByRole('button', { name: 'Add question page' }))
  expect(saveButton().disabled).toBe(true)
  expect(screen.getByText('COPD check-up: A question page needs a name')).toBeTruthy()
  await page.user.type(pageOf('Page 2').getByRole('textbox', { name: 'Page name' }), 'Cough')
  await page.write(pageOf('Cough').getByRole('textbox', { name: 'Questions' }), '999')
  await page.write(pageOf('Cough').getByRole('textbox', { name: 'Sub-questions' }), '2')
  await page.user.click(type.getByRole('button', { name: 'Move Cough up' }))
  await page.user.click(type.getByRole('button', { name: 'Add section' }))
  await page.user.type(pageOf('Section 1').getByRole('textbox', { name: 'Section name' }), 'Chest')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway.checkupTypes[0]?.checkupTiles?.symptomsQuestionnaire).toEqual({
    rule: 'optional',
    pages: [
      {
        id: expect.stringMatching(/^pages-[0-9a-f-]{36}$/),
        name: 'Cough',
        numberOfQuestions: 200,
        numberOfSubQuestions: 2,
      },
      { id: 'breathing', name: 'Breathing', numberOfQuestions: 4, numberOfSubQuestions: 1 },
    ],
    sections: [{ id: expect.stringMatching(/^sections-[0-9a-f-]{36}$/), name: 'Chest' }],
  })
})

test('the questions of a page are found by words and family, ordered, counted and removed; emergencies, which are always asked, are not offered', async () => {
  const page = await open()
  const type = page.type()
  const skin = within(type.getByRole('group', { name: 'Skin' }))
  const questions = within(skin.getByRole('group', { name: 'Questions of Skin' }))
  await page.user.click(questions.getByText('Questions of Skin (0)'))
  expect(
    questions.getByText(
      /always asked, and signs of high blood sugar with glucose above 18 mmol\/L/,
    ),
  ).toBeTruthy()
  await page.user.selectOptions(questions.getByRole('combobox', { name: 'Family' }), 'Skin')
  await page.user.click(questions.getByRole('checkbox', { name: 'Is the skin itchy?' }))
  await page.user.click(questions.getByRole('checkbox', { name: 'Is there a pressure sore?' }))
  await page.user.selectOptions(questions.getByRole('combobox', { name: 'Family' }), '')
  const find = questions.getByRole('searchbox', { name: 'Find a question' })
  await page.user.type(find, 'SORE bigger')
  await page.user.click(
    questions.getByRole('checkbox', { name: 'Is the pressure sore bigger or deeper?' }),
  )
  await page.write(find, 'bristol')
  await page.user.click(questions.getByRole('checkbox', { name: 'Which type is the stool?' }))
  await page.write(find, 'chest pain')
  expect(questions.queryByRole('checkbox', { name: 'Is there chest pain?' })).toBeNull()
  const list = within(questions.getByRole('list', { name: 'Questions of Skin' }))
  const shown = () => list.getAllByRole('listitem').map((one) => one.textContent)
  expect(shown()[2]).toContain('Skin · Severity: High · Asked after: Pressure sore')
  await page.user.click(list.getByRole('button', { name: 'Move Is there a pressure sore? up' }))
  await page.user.click(list.getByRole('button', { name: 'Remove Is the skin itchy?' }))
  expect(shown()).toHaveLength(3)
  // What is chosen here is counted, and not typed.
  expect(questions.getByText('Questions of Skin (3)')).toBeTruthy()
  expect(skin.queryByRole('textbox', { name: 'Questions' })).toBeNull()
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(
    page.sent()[0]?.pathway.checkupTypes[0]?.checkupTiles?.symptomsQuestionnaire?.pages?.[1],
  ).toEqual({
    id: 'skin',
    name: 'Skin',
    numberOfQuestions: 2,
    numberOfSubQuestions: 1,
    questions: [
      'pressure_sore',
      'pressure_sore_worse',
      ...[1, 2, 3, 4, 5, 6, 7].map((type) => `stool_type_${type}`),
    ],
  })
})

test('what goes away under the focus hands it to what adds one, or back', async () => {
  const page = await open()
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const hasFocus = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(button(name)))
  await page.user.click(button('Move Skin up'))
  expect(button('Move Skin up').disabled).toBe(true)
  await hasFocus('Move Skin down')
  await page.user.click(button('Move Skin down'))
  await hasFocus('Move Skin up')
  for (const [gone, next] of [
    ['Remove Skin', 'Add question page'],
    ['Remove High score', 'Add alert'],
    ['Remove COPD check-up', 'Add check-up type'],
  ] as const) {
    await page.user.click(button(gone))
    await hasFocus(next)
  }
})

test('what is added has the focus in its first field', async () => {
  const page = await open()
  for (const [added, field] of [
    ['Add question page', 'Page name'],
    ['Add section', 'Section name'],
    ['Add check-up type', 'Check-up name'],
    ['Add alert', 'Alert name'],
  ] as const) {
    await page.user.click(screen.getByRole('button', { name: added }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
    const has = document.activeElement as HTMLInputElement
    expect([added, has.labels?.[0]?.textContent, has.value]).toEqual([
      added,
      expect.stringContaining(field),
      '',
    ])
  }
})

test('K12 each thing to mend leads to its field', async () => {
  const page = await open({
    answers: { carePathway: () => done({ ...copd, ewsThresholds: null }) },
  })
  const times = page.type().getByRole('textbox', { name: /^Times/ })
  await page.write(times, '8:00, 14:30')
  await page.user.clear(screen.getByRole('textbox', { name: /Pathway name/ }))
  await page.user.click(screen.getByRole('button', { name: 'Add question page' }))
  await page.user.click(screen.getByRole('button', { name: 'Add alert' }))
  await page.user.selectOptions(scoredBy(), 'Thresholds of this pathway')
  const [, second] = thresholdsOf('Respiratory rate (/min)').getAllByRole('textbox')
  await page.write(second as HTMLElement, 'x')
  const lead = async (said: string): Promise<Element | null> => {
    await page.user.click(screen.getByRole('link', { name: said }))
    return document.activeElement
  }
  expect(await lead('COPD check-up: all times need the same minutes.')).toBe(times)
  expect(await lead('Pathway name is required')).toBe(
    screen.getByRole('textbox', { name: /Pathway name/ }),
  )
  expect(await lead('COPD check-up: A question page needs a name')).toBe(
    screen.getAllByRole('textbox', { name: 'Page name' }).at(-1),
  )
  const condition = await lead('complete the condition.')
  expect(condition?.closest('fieldset')).toBe(
    screen.getAllByRole('group', { name: /^Alert: / }).at(-1),
  )
  expect(await lead('Respiratory rate: write a number for each threshold.')).toBe(second)
})

test('K12 a questionnaire that is not asked for has no pages to edit', async () => {
  const page = await open()
  const type = page.type()
  await page.user.selectOptions(
    type.getByRole('combobox', { name: 'Soft signs questionnaire' }),
    'Not asked for',
  )
  expect(type.queryByRole('button', { name: 'Add question page' })).toBeNull()
})

const scoredBy = () =>
  screen.getByRole('combobox', { name: /^Patients without thresholds of their own/ })
const thresholdsOf = (name: string) => within(screen.getByRole('group', { name }))

test('K12 a pathway is given thresholds of its own in the edition’s units, and NEWS2 again', async () => {
  const page = await open({
    edition: 'en-US',
    answers: { carePathway: () => done({ ...copd, ewsThresholds: null }) },
  })
  expect(screen.queryByRole('group', { name: 'Pulse (/min)' })).toBeNull()
  await page.user.selectOptions(scoredBy(), 'Thresholds of this pathway')
  const warm = thresholdsOf('Temperature (°F)').getAllByRole<HTMLInputElement>('textbox')
  expect(warm.map(({ value }) => value)).toEqual(['95.18', '96.98', '100.58', '102.38'])
  await page.write(warm[2] as HTMLElement, '99.5')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway).toMatchObject({
    ewsThresholds: {
      ...defaultThresholds,
      temperature: [
        { high: 35, score: 3 },
        { low: 35.1, high: 36, score: 1 },
        { low: 36.1, high: 37.4, score: 0 },
        { low: 37.5, high: 39, score: 1 },
        { low: 39.1, score: 2 },
      ],
    },
  })
  cleanup()
  const own = { ...defaultThresholds, pulse: moveTick('pulse', defaultThresholds.pulse, 2, 60) }
  const other = await open({
    answers: { carePathway: () => done({ ...copd, ewsThresholds: own }) },
  })
  await other.user.selectOptions(scoredBy(), 'NEWS2')
  await other.save()
  await waitFor(() => expect(other.sent()[0]?.pathway).toMatchObject({ ewsThresholds: null }))
})

test('K12 thresholds that do not ascend, are no numbers or hide an extreme are told, and not saved', async () => {
  const page = await open({
    answers: { carePathway: () => done({ ...copd, ewsThresholds: null }) },
  })
  await page.user.selectOptions(scoredBy(), 'Thresholds of this pathway')
  const [first, second] = thresholdsOf('Respiratory rate (/min)').getAllByRole('textbox')
  for (const [low, next, said] of [
    ['12', '12', 'Respiratory rate: each threshold must be above the one before it'],
    ['9', 'x', 'Respiratory rate: write a number for each threshold.'],
    ['2', '12', 'Respiratory rate: each threshold must be above the one before it'],
    ['5', '6', 'Respiratory rate: a value that is an extreme in NEWS2 must not score 0.'],
  ] as const) {
    await page.write(first as HTMLElement, low)
    await page.write(second as HTMLElement, next)
    expect(screen.getByText(said, { exact: false })).toBeTruthy()
    expect(saveButton().disabled).toBe(true)
  }
  await page.write(second as HTMLElement, '12')
  expect(saveButton().disabled).toBe(false)
})

test('K12 thresholds that cannot be read here stay as they are', async () => {
  const page = await open()
  expect(screen.getByText(/thresholds cannot be read here/)).toBeTruthy()
  await page.write(screen.getByRole('textbox', { name: /Pathway name/ }), 'Other')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway).not.toHaveProperty('ewsThresholds')
})

test('K12 a rule is added, one changed and one removed', async () => {
  const page = await open()
  await page.user.click(page.rule('High score').getByRole('button', { name: 'Remove High score' }))
  await page.write(page.rule('Fever').getByRole('textbox', { name: 'Threshold (°C)' }), '38.5')
  await page.user.selectOptions(
    page.rule('Fever').getByRole('combobox', { name: 'Severity' }),
    'High',
  )
  await page.user.click(screen.getByRole('button', { name: 'Add alert' }))
  expect(saveButton().disabled).toBe(true)
  await page.user.type(page.rule('New alert').getByRole('textbox', { name: 'Alert name' }), 'Gain')
  const gain = page.rule('Gain')
  await page.user.selectOptions(
    gain.getByRole('combobox', { name: 'Raised when' }),
    'A value changes',
  )
  await page.user.selectOptions(gain.getByRole('combobox', { name: 'Value' }), 'Weight')
  await page.user.type(gain.getByRole('textbox', { name: 'Threshold (kg)' }), '2')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway.alertRules).toMatchObject([
    { id: 'fever', condition: { value: 38.5 }, severity: 4 },
    { id: 'later', condition: null },
    {
      id: null,
      name: 'Gain',
      condition: { kind: 'trend', of: 'weight', change: 'rise', by: 2, withinHours: 24 },
    },
  ])
})

test('K12 the US edition is typed in its units and its clock', async () => {
  const page = await open({ edition: 'en-US' })
  const fever = page.rule('Fever').getByRole<HTMLInputElement>('textbox', {
    name: 'Threshold (°F)',
  })
  expect(fever.value).toBe('100.4')
  await page.write(fever, '102.2')
  const times = page.type().getByRole<HTMLInputElement>('textbox', { name: /^Times/ })
  expect(times.value).toBe('7:00 AM, 7:00 PM')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway.alertRules[1]?.condition).toMatchObject({ value: 39 })
})

test('K12 a condition that nobody touched is saved as it was opened, in whatever units it is shown', async () => {
  const light = {
    id: 'light',
    name: 'Light',
    description: 'A small child',
    type: 'new-checkup' as const,
    condition: {
      kind: 'threshold' as const,
      parameter: 'weight' as const,
      is: 'atMost' as const,
      value: 3,
    },
    severity: 2 as const,
  }
  const page = await open({
    edition: 'en-US',
    answers: { carePathway: () => done({ ...copd, alertRules: [light] }) },
  })
  expect(page.rule('Light').getByRole<HTMLInputElement>('textbox', { name: /lb/ }).value).toBe(
    '6.61',
  )
  await page.write(screen.getByRole('textbox', { name: /Pathway name/ }), 'Small children')
  await page.save()
  await waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]?.pathway.alertRules[0]?.condition).toEqual(light.condition)
})

test('K12 what is not whole says what is missing, and is not saved', async () => {
  const page = await open()
  await page.write(page.type().getByRole('textbox', { name: /^Times/ }), '8:00, 14:30')
  expect(screen.getByText('COPD check-up: all times need the same minutes.')).toBeTruthy()
  await page.user.clear(screen.getByRole('textbox', { name: /Pathway name/ }))
  expect(screen.getByText('Pathway name is required')).toBeTruthy()
  expect(saveButton().disabled).toBe(true)
})

test('K12 a change that somebody else was faster with is told, and what was typed stays', async () => {
  const page = await open({ answers: { updateCarePathway: () => refused('', 'conflict') } })
  await page.write(screen.getByRole('textbox', { name: /Pathway name/ }), 'Mine')
  await page.save()
  expect(await screen.findByText(/Someone else has changed this pathway/)).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Pathway name/ }).value).toBe('Mine')
})

const rehearsal = {
  days: 30,
  alerts: 14,
  patients: 6,
  readingsTooLate: 0,
  patientsTooLate: 0,
  patientsLookedAt: 10,
  patientsInAll: 10,
  rules: [
    { alerts: 9, patients: 6 },
    { alerts: 5, patients: 3 },
    { alerts: 0, patients: 0 },
  ],
}
test('K12 the rules of the form are rehearsed on a ward', async () => {
  const page = await open({ answers: { rehearseCarePathway: () => done(rehearsal) } })
  await page.user.selectOptions(
    await screen.findByRole('combobox', { name: 'Ward' }),
    await screen.findByRole('option', { name: 'Heart Ward' }),
  )
  await page.write(page.rule('High score').getByRole('textbox', { name: 'Score' }), '5')
  await page.user.click(screen.getByRole('button', { name: 'Rehearse' }))
  expect(
    await screen.findByText(
      'These rules would have raised 14 alerts on 6 patients of this ward in 30 days.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Fever: 5 alerts on 3 patients')).toBeTruthy()
  expect(screen.queryByText(/Not counted/)).toBeNull()
  expect(page.asked()[0]).toMatchObject({
    id: 'copd',
    wardId: 'heart',
    alertRules: [{ condition: { kind: 'totalScore', atLeast: 5 } }, {}, { condition: null }],
  })
  await page.write(page.rule('High score').getByRole('textbox', { name: 'Score' }), '6')
  expect(screen.getByText('You have changed the alerts since.')).toBeTruthy()
})

test.each([
  [
    104,
    6,
    'Not counted: 104 readings of 6 patients that met a condition but arrived more than 24 hours after they were measured; they raise no alert.',
  ],
  [
    1,
    1,
    'Not counted: 1 reading of 1 patient that met a condition but arrived more than 24 hours after it was measured; it raises no alert.',
  ],
])('K12 a rehearsal says that %i readings came too late to count', async (readings, of, words) => {
  const page = await open({
    answers: {
      rehearseCarePathway: () =>
        done({ ...rehearsal, alerts: 0, readingsTooLate: readings, patientsTooLate: of }),
    },
  })
  await page.user.click(screen.getByRole('button', { name: 'Rehearse' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(/counts if it arrived within 24 hours/)).toBeTruthy()
})

test('a rehearsal that fails, or had no time for all, says so', async () => {
  let works = false
  const page = await open({
    answers: {
      rehearseCarePathway: () =>
        works ? done({ ...rehearsal, patientsLookedAt: 4 }) : refused('The server failed'),
    },
  })
  await page.user.click(screen.getByRole('button', { name: 'Rehearse' }))
  expect(await screen.findByText('The rehearsal failed')).toBeTruthy()
  works = true
  await page.user.click(screen.getByRole('button', { name: 'Rehearse' }))
  expect(await screen.findByText('There was time for 4 of 10 patients.')).toBeTruthy()
})
