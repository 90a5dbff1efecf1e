// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import { observationsRoom } from '../../../src/features/observations'
import {
  answered,
  cardOf,
  checkupOf,
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
    name: 'Respiratory check-up',
    tiles: [
      { key: 'consciousness', rule: 'required', settings: [] },
      { key: 'pulseOximeter', rule: 'required', settings: ['manualEntry'] },
      { key: 'respiratoryRate', rule: 'required', settings: [] },
      { key: 'stethoscope', rule: 'optional', settings: ['forceOnAbnormalRespiratoryRate'] },
      { key: 'temperature', rule: 'optional', settings: [] },
    ],
    questions: [],
  },
]

const open = async (
  patient: Partial<Patient> = {},
  permissions = ['view_patients', 'record_observations'],
) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ checkupTypes, ...patient })]))
  fake.view('patientOnBoard').set(answered([cardOf('p1')]))
  fake.view('patientCheckups').set(answered([]))
  const opened = openClinical('/patient/p1?dialog=observations', {
    fake,
    rooms: [observationsRoom],
    permissions: { permissions: permissions as never, features: ['wards'] },
  })
  return { ...opened, fake }
}
const dialog = () => screen.findByRole('dialog', { name: 'Take observations' })

describe('the form of observations', () => {
  test('P194 O216 has the tiles of the check-up, names the patient, and needs a stethoscope once the breathing rate scores', async () => {
    const { user } = await open()
    const form = within(await dialog())
    expect(form.getByText(/SMITH, John/)).toBeTruthy()
    expect(form.queryByRole('group', { name: /Stethoscope/ })).toBeNull()
    expect(form.queryByRole('textbox', { name: /Weight/ })).toBeNull()
    await user.type(form.getByRole('textbox', { name: 'Breathing rate (/min)' }), '27')
    expect(form.getByRole('group', { name: /^Stethoscope/ }).textContent).toContain(
      'Needed, since another value is abnormal',
    )
  })

  test('shows the score and what it asks for while somebody types, and what is missing', async () => {
    const { user } = await open({ wardAdmission: null })
    const form = within(await dialog())
    const score = form.getByRole('status', { name: 'Score so far' })
    expect(score.textContent).toContain('Nothing that scores is entered yet.')
    await user.type(form.getByRole('textbox', { name: 'SpO2 (%)' }), '91')
    await user.type(form.getByRole('textbox', { name: 'Breathing rate (/min)' }), '26')
    expect(within(score).getByRole('img').getAttribute('aria-label')).toMatch(/6.*5 .*missing/)
    expect(score.textContent).toContain('Urgent review by a clinician')
    expect(score.textContent).toContain('It can be higher')
  })

  test('nothing is sent while a tile that is needed has neither value nor reason; what is impossible is refused at its field', async () => {
    const { user, fake } = await open()
    const form = within(await dialog())
    await user.type(form.getByRole('textbox', { name: 'SpO2 (%)' }), '195')
    await user.click(form.getByRole('button', { name: 'Save observations' }))
    expect((await form.findAllByText('SpO2 must be between 20 and 100 %')).length).toBeGreaterThan(
      0,
    )
    expect(
      form.getAllByText(/Breathing rate: enter a value, or why it was not measured/),
    ).toBeTruthy()
    expect(fake.run).not.toHaveBeenCalled()
  })

  test('what is rare is asked about once, and then sent with its reasons, how and when it was measured', async () => {
    const { user, fake } = await open()
    const form = within(await dialog())
    await user.selectOptions(form.getByRole('combobox', { name: 'Consciousness' }), 'A')
    await user.type(form.getByRole('textbox', { name: 'SpO2 (%)' }), '79')
    await user.selectOptions(form.getByRole('combobox', { name: /^How/ }), 'telephone')
    await user.selectOptions(form.getByRole('combobox', { name: /^When/ }), '30')
    await user.click(form.getByRole('button', { name: 'Not measured: Breathing rate' }))
    await user.selectOptions(
      form.getByRole('combobox', { name: 'Breathing rate not measured because' }),
      'no-equipment',
    )
    await user.click(form.getByRole('button', { name: 'Save observations' }))
    expect((await form.findByRole('alert')).textContent).toContain('SpO2 79')
    expect(fake.run).not.toHaveBeenCalled()
    await user.click(form.getByRole('button', { name: 'Save observations' }))
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith(
        'recordObservations',
        expect.objectContaining({
          patientId: 'p1',
          how: 'telephone',
          minutesAgo: 30,
          checkupType: { id: 't1', name: 'Respiratory check-up' },
          notMeasured: [{ tile: 'respiratoryRate', reason: 'no-equipment' }],
          readings: expect.objectContaining({
            consciousness: 'A',
            pulseOxiData: { averageSpO2: 79, device: null, isManual: true },
          }) as unknown,
        }),
      ),
    )
  })

  test('a weight far from the last one is asked about once', async () => {
    const { user, fake } = await open({ checkupTypes: [] })
    const form = within(await dialog())
    const weight = { value: 70, device: null, isManual: true }
    const endedAt = new Date(Date.now() - 86_400_000).toISOString()
    act(() =>
      fake
        .view('patientCheckups')
        .set(answered([checkupOf('before', { patientId: 'p1', endedAt, weight })])),
    )
    await user.type(form.getByRole('textbox', { name: 'Weight (kg)' }), '154')
    await user.click(form.getByRole('button', { name: 'Save observations' }))
    expect((await form.findByRole('alert')).textContent).toContain('Weight 154: rare, or far')
    expect(fake.run).not.toHaveBeenCalled()
  })

  test('says that no alert is raised for a patient who is on no ward', async () => {
    await open({ wardAdmission: null })
    expect(within(await dialog()).getByText(/on no ward: no alert is raised/)).toBeTruthy()
  })

  test('what was typed before the form was closed by a reload is there again, and is not sent until somebody says when it was measured', async () => {
    const { user, fake } = await open()
    await user.type(within(await dialog()).getByRole('textbox', { name: 'SpO2 (%)' }), '88')
    cleanup()
    openClinical('/patient/p1?dialog=observations', {
      fake,
      rooms: [observationsRoom],
      permissions: { permissions: ['view_patients', 'record_observations'] },
    })
    const form = within(await dialog())
    expect((form.getByRole('textbox', { name: 'SpO2 (%)' }) as HTMLInputElement).value).toBe('88')
    const save = form.getByRole('button', { name: 'Save observations' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    expect(form.getByText('Typed before. Choose when it was measured.')).toBeTruthy()
    await user.selectOptions(form.getByRole('combobox', { name: /^When/ }), '60')
    expect(save.disabled).toBe(false)
  })

  test('P367 C313 pain is 0 to 10; a sign of an emergency is told whatever the score, and no calm advice beside it', async () => {
    const { user } = await open({
      checkupTypes: [
        {
          id: 't2',
          name: 'Symptoms',
          tiles: [
            { key: 'symptomsQuestionnaire', rule: 'required', settings: [] },
            { key: 'temperature', rule: 'optional', settings: [] },
          ],
          questions: [],
        },
      ],
    })
    const form = within(await dialog())
    await user.type(form.getByRole('textbox', { name: /^Temperature/ }), '37')
    await user.click(form.getByRole('checkbox', { name: 'Chest pain' }))
    const pain = within(form.getByRole('combobox', { name: 'Pain, 0 to 10' }))
    const levels = pain.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value)
    expect(levels.filter((value) => value !== '')).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
    ])
    const score = form.getByRole('status', { name: 'Score so far' })
    expect(score.textContent).toContain('emergency assessment now')
    expect(score.textContent).not.toContain('Look again')
  })

  test('who may not record has neither button nor dialog', async () => {
    await open({}, ['view_patients', 'add_patient_notes'])
    await screen.findByRole('heading', { name: 'SMITH, John' })
    expect(screen.queryByRole('button', { name: 'Take observations' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
