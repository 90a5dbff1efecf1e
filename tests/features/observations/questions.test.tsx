// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Edition } from '../../../src/domain/organization/organization'
import type { Patient } from '../../../src/domain/patient/patient'
import { observationsRoom } from '../../../src/features/observations'
import {
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const checkupTypes: Patient['checkupTypes'] = [
  {
    id: 't1',
    name: 'Diabetes check-up',
    tiles: [
      { key: 'symptomsQuestionnaire', rule: 'required', settings: [] },
      { key: 'stethoscope', rule: 'optional', settings: ['forceOnRespiratorySoftSigns'] },
      { key: 'glucose', rule: 'optional', settings: [] },
    ],
    questions: [
      { page: 'Stomach', keys: ['vomiting', 'vomiting_often', 'stool_type_6', 'stool_type_7'] },
      { page: 'Chest', keys: ['chest_pain', 'no_wet_nappy_12_hours', 'new_cough', 'not_known'] },
    ],
  },
]

const open = async (patient: Partial<Patient> = {}, edition: Edition = 'en-GB') => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ checkupTypes, ...patient })]))
  fake.view('patientOnBoard').set(answered([cardOf('p1')]))
  fake.view('patientCheckups').set(answered([]))
  const { user } = openClinical('/patient/p1?dialog=observations', {
    fake,
    rooms: [observationsRoom],
    edition,
    permissions: {
      permissions: ['view_patients', 'record_observations'],
      features: ['wards'],
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'Take observations' }))
  const sent = async () => {
    await user.click(form.getByRole('button', { name: 'Save observations' }))
    await waitFor(() => expect(fake.run).toHaveBeenCalled())
    const [, input] = fake.run.mock.calls.at(-1) ?? []
    return (input as { readonly readings: { readonly symptoms: unknown } }).readings.symptoms
  }
  const glucose = form.getByRole('textbox', { name: /^Glucose/ })
  const type = async (value: string) => {
    await user.clear(glucose)
    await user.type(glucose, value)
  }
  return { user, form, sent, type }
}
const sweet = 'Are there signs of high blood sugar?'

describe('the questions of the form', () => {
  test.each([
    ['en-GB', '18.0', '18.1'],
    ['en-US', '324', '325'],
  ] as const)(
    'C312 P368 in %s the hyperglycaemia question appears above 18 mmol/L: not at %s, but at %s',
    async (edition, at, above) => {
      const { user, form, sent, type } = await open({}, edition)
      expect(form.queryByRole('combobox', { name: sweet })).toBeNull()
      await type(at)
      expect(form.queryByRole('combobox', { name: sweet })).toBeNull()
      await type(above)
      await user.selectOptions(form.getByRole('combobox', { name: sweet }), 'Yes')
      await user.click(form.getByRole('checkbox', { name: 'None of these' }))
      expect(await sent()).toEqual([{ key: 'hyperglycaemia', severity: 'high' }])
    },
  )

  test.each([
    ['en-GB', '19', '17', '18 mmol/L'],
    ['en-US', '342', '300', '324 mg/dL'],
  ] as const)(
    'in %s an answer is not recorded once the glucose does not call for it, and that is said; it is there again when it does',
    async (edition, high, low, limit) => {
      const { user, form, sent, type } = await open({}, edition)
      await type(high)
      await user.selectOptions(form.getByRole('combobox', { name: sweet }), 'Yes')
      await type(low)
      const told = `Not recorded: Signs of high blood sugar. It is asked only with glucose above ${limit}.`
      expect(form.getByText(told)).toBeTruthy()
      await type(high)
      expect(form.queryByText(told)).toBeNull()
      expect((form.getByRole('combobox', { name: sweet }) as HTMLSelectElement).value).toBe(
        'hyperglycaemia',
      )
      await type(low)
      await user.click(form.getByRole('checkbox', { name: 'None of these' }))
      expect(await sent()).toEqual([])
    },
  )

  test('are those of the check-up, by page, in the order of the pathway, for the age of the patient, each once', async () => {
    const { form } = await open()
    const asked = (page: string) =>
      within(form.getByRole('group', { name: page }))
        .getAllByRole('combobox')
        .map((one) => (one as HTMLSelectElement).labels?.[0]?.textContent)
    expect(asked('Stomach')).toEqual(['Was there vomiting?', 'Which type is the stool?'])
    // Chest pain is asked of everybody already, and nappies are not for a grown-up.
    expect(asked('Chest')).toEqual(['Is there a new cough?'])
    expect(form.getAllByText('Chest pain')).toHaveLength(1)
  })

  test('a child is asked what is for a child', async () => {
    const born = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10)
    const { form } = await open({ birthDate: born })
    expect(
      form.getByRole('combobox', { name: 'Has there been no wet nappy for 12 hours?' }),
    ).toBeTruthy()
  })

  test('a sub-question comes with its answer and goes with it; a cough asks for the stethoscope; what is yes is recorded with its severity', async () => {
    const { user, form, sent } = await open()
    const often = () => form.queryByRole('combobox', { name: 'Was it 3 times or more?' })
    expect(often()).toBeNull()
    const vomiting = form.getByRole('combobox', { name: 'Was there vomiting?' })
    await user.selectOptions(vomiting, 'Yes')
    await user.selectOptions(often() ?? vomiting, 'Yes')
    await user.selectOptions(vomiting, 'No')
    expect(often()).toBeNull()
    expect(
      form.getByText('Not recorded: Vomiting often. It is asked only after: Vomiting.'),
    ).toBeTruthy()
    await user.selectOptions(
      form.getByRole('combobox', { name: 'Which type is the stool?' }),
      'Stool type 7: watery',
    )
    await user.selectOptions(form.getByRole('combobox', { name: 'Is there a new cough?' }), 'Yes')
    await user.click(form.getByRole('button', { name: 'Not measured: Stethoscope' }))
    await user.selectOptions(
      form.getByRole('combobox', { name: 'Stethoscope not measured because' }),
      'no-equipment',
    )
    expect(await sent()).toEqual([
      { key: 'stool_type_7', severity: 'medium' },
      { key: 'new_cough', severity: 'medium' },
    ])
  })

  test('C309 any other sign is found by its words or its family, with its severity, and can be taken back', async () => {
    const { user, form, sent } = await open()
    const find = form.getByRole('searchbox', { name: 'Find a question' })
    await user.type(find, 'pressure sore')
    const sore = form.getByRole('checkbox', { name: 'Is there a pressure sore?' })
    expect(form.getByText('Skin · Severity: Medium')).toBeTruthy()
    await user.click(sore)
    await user.clear(find)
    await user.selectOptions(form.getByRole('combobox', { name: 'Family' }), 'Mood')
    await user.click(form.getByRole('checkbox', { name: 'Is the mood low?' }))
    const others = within(form.getByRole('list', { name: 'Other signs' }))
    expect(others.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Pressure sore Remove',
      'Low mood Remove',
    ])
    await user.click(others.getByRole('button', { name: 'Remove: Low mood' }))
    expect(await sent()).toEqual([{ key: 'pressure_sore', severity: 'medium' }])
  })
})
