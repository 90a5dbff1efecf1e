// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../../src/domain/alerts/alert'
import type { PatientContact } from '../../../src/domain/contact/contact'
import type { Patient } from '../../../src/domain/patient/patient'
import { contactsRoom } from '../../../src/features/contacts'
import { openAlert } from '../alerts'
import {
  ago,
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/contacts/ContactsDialog'),
    import('../../../src/ui/alerts/AlertsDialog'),
  ])
})
afterEach(cleanup)

const contact = (id: string, minutesAgo: number, more: Partial<PatientContact> = {}) => ({
  id,
  kind: 'call' as const,
  withWhom: 'patient' as const,
  outcome: 'noAnswer' as const,
  note: null,
  alertIds: [],
  capturedAt: ago(minutesAgo),
  createdBy: { id: 'u9', firstName: 'Ann', lastName: 'Lee' },
  ...more,
})
const alert = (id: string, minutesAgo: number): Alert => openAlert(id, [ago(minutesAgo)])
const caring = ['view_patients', 'record_observations'] as const
const open = (
  at: string,
  patient: Partial<Patient> = {},
  alerts: readonly Alert[] = [],
  permissions: readonly string[] = caring,
  edition: 'en-GB' | 'en-US' = 'en-GB',
) => {
  const fake = clinicalRuntime()
  const card = cardOf('p1', { alerts: [...alerts] })
  fake.view('patientRecord').set(answered([patientOf({ telephone: '07700 900123', ...patient })]))
  fake.view('patientOnBoard').set(answered([card]))
  fake.view('virtualWard').set(answered([card]))
  fake.view('patientCheckups').set(answered([]))
  const rest = fake.ask.getMockImplementation()
  fake.ask.mockImplementation(async (name, input) =>
    name === 'patientAlerts'
      ? { kind: 'done', value: { alerts: [...alerts], callings: [], asOf: Date.now() } }
      : rest?.(name, input),
  )
  fake.run.mockImplementation(async () => ({ kind: 'saved', id: 'c1' }))
  return {
    ...openClinical(at, {
      fake,
      edition,
      rooms: [contactsRoom],
      permissions: { permissions: permissions as never, features: ['wards'] },
    }),
    fake,
  }
}
const form = () => screen.findByRole('dialog', { name: 'Calls and visits' })
const recorded = (more: object) => [
  'recordContact',
  {
    patientId: 'p1',
    kind: 'call',
    withWhom: 'patient',
    outcome: 'noAnswer',
    note: null,
    alertIds: [],
    ...more,
  },
]

test('from the open alert a call without an answer is saved with three presses, beside the number, and answers the alerts that are open', async () => {
  const { user, fake } = open('/virtual-ward', {}, [alert('a1', 5), alert('a2', 9)])
  await user.click((await screen.findAllByRole('button', { name: /^Alert: / }))[0] ?? document.body)
  const alerts = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  expect((await alerts.findByRole('link', { name: /07700 900123/ })).getAttribute('href')).toBe(
    'tel:07700900123',
  )
  await user.click(alerts.getByRole('link', { name: 'Record a call or visit' }))
  const inside = within(await form())
  expect(inside.getByRole('link', { name: /07700 900123/ })).toBeTruthy()
  expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(document.activeElement).toBe(inside.getByRole('radio', { name: 'Spoke to them' }))
  await user.click(inside.getByRole('radio', { name: 'No answer' }))
  await user.click(inside.getByRole('button', { name: 'Save' }))
  expect(fake.run).toHaveBeenCalledTimes(1)
  expect(fake.run.mock.calls[0]?.slice(0, 2)).toEqual(recorded({ alertIds: ['a1', 'a2'] }))
  // The form is empty again, and has the focus.
  await screen.findByText(/^Saved/)
  const again = within(await form())
  expect(document.activeElement).toBe(again.getByRole('radio', { name: 'Spoke to them' }))
  expect(again.getByRole<HTMLInputElement>('radio', { name: 'No answer' }).checked).toBe(false)
  await user.click(again.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('each kind offers its own outcomes, and what was chosen of the other is chosen no more', async () => {
  const { user, fake } = open('/patient/p1?dialog=contacts', {}, [], caring, 'en-US')
  const inside = within(await form())
  const names = (): readonly string[] =>
    within(inside.getByRole('group', { name: 'What came of it' }))
      .getAllByRole('radio')
      .map((one) => one.closest('label')?.textContent ?? '')
  expect(names()).toEqual(['Spoke to them', 'No answer', 'No answer, left a message'])
  await user.click(inside.getByRole('radio', { name: 'No answer' }))
  await user.click(inside.getByRole('radio', { name: 'Visit' }))
  expect(names()).toEqual(['Seen', 'Not at home'])
  expect(inside.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.click(inside.getByRole('radio', { name: 'Caregiver or relative' }))
  await user.click(inside.getByRole('radio', { name: 'Seen' }))
  await user.type(inside.getByRole('textbox', { name: /^Note/ }), 'Lives with the son')
  await user.click(inside.getByRole('button', { name: 'Save' }))
  expect(fake.run.mock.calls[0]?.slice(0, 2)).toEqual(
    recorded({
      kind: 'visit',
      withWhom: 'carer',
      outcome: 'seen',
      note: 'Lives with the son',
    }),
  )
})

test('the record lists them, the newest first, with who, when and the note; who records nothing only reads', async () => {
  const contacts = [
    contact('c1', 120, { outcome: 'spokenTo', withWhom: 'carer', note: 'Will ring back' }),
    contact('c2', 30, { alertIds: ['a1', 'a2'] }),
  ]
  open('/patient/p1?dialog=contacts', { contacts })
  const list = within(await screen.findByRole('dialog', { name: 'Calls and visits' }))
  const lines = within(list.getByRole('list', { name: 'Calls and visits' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(lines[0]).toMatch(/^Call, patient: no answer.*Ann Lee, .* · about 2 alerts$/)
  expect(lines[1]).toMatch(/^Call, carer or relative: spoke to them.*Ann Lee.*Will ring back$/)
  expect(list.getByRole('button', { name: 'Save' })).toBeTruthy()
  cleanup()
  open('/patient/p1?dialog=contacts', {}, [], ['view_patients'])
  const read = within(await screen.findByRole('dialog', { name: 'Calls and visits' }))
  expect(read.getByText('No call and no visit is recorded.')).toBeTruthy()
  expect(read.queryByRole('radio')).toBeNull()
  expect(read.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the dialog of the alerts tells who was called in the last day, also before the alert was raised, and nothing of before', async () => {
  const contacts = [contact('c1', 3_000, { outcome: 'spokenTo' }), contact('c2', 70)]
  const { user } = open('/patient/p1', { contacts }, [alert('a1', 60)])
  await user.click(await screen.findByRole('button', { name: /^Alert: / }))
  const list = within(await screen.findByRole('list', { name: 'Latest calls and visits' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByText('Call, patient: no answer')).toBeTruthy()
})

const twice = [contact('c1', 40), contact('c2', 20, { kind: 'visit', outcome: 'notAtHome' })]
const title = 'Nobody answered the last 2 calls or visits.'

test('nobody answered twice: record, dialog and alerts say what the ward does, until somebody answers', async () => {
  const noAnswerProcedure = 'Ring the next of kin.\nThen ask for a welfare check.'
  const { user } = open('/patient/p1', { contacts: twice, noAnswerProcedure }, [alert('a1', 60)])
  const procedure = /Ring the next of kin\.\s+Then ask for a welfare check\./
  expect((await screen.findByText(title)).closest('[role=status]')?.textContent).toMatch(procedure)
  await user.click(await screen.findByRole('button', { name: /^Alert: / }))
  const alerts = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  expect((await alerts.findByText(title)).closest('[role=status]')?.textContent).toMatch(procedure)
  await user.click(alerts.getByRole('link', { name: 'Record a call or visit' }))
  const inside = within(await form())
  expect(inside.getByText(title).closest('[role=status]')?.textContent).toMatch(procedure)
  cleanup()
  // A new alert hides nothing of before it.
  open('/patient/p1', { contacts: twice, noAnswerProcedure }, [alert('a1', 30)])
  expect(await screen.findByText(title)).toBeTruthy()
  cleanup()
  const answered3 = [...twice, contact('c3', 5, { outcome: 'spokenTo', withWhom: 'carer' })]
  open('/patient/p1', { contacts: answered3, noAnswerProcedure }, [alert('a1', 60)])
  await screen.findByRole('button', { name: /^Alert: / })
  expect(screen.queryByText(title)).toBeNull()
})

test('a ward that has written no procedure says so, with the way to write it for whoever may', async () => {
  const none = /This ward has written no procedure for patients who do not answer\./
  open('/patient/p1', { contacts: twice })
  const shown = within(
    (await screen.findByText(title)).closest<HTMLElement>('[role=status]') ?? document.body,
  )
  expect(shown.getByText(none)).toBeTruthy()
  expect(shown.queryByRole('link')).toBeNull()
  cleanup()
  open('/patient/p1', { contacts: twice }, [], [...caring, 'edit_wards'])
  const link = await screen.findByRole('link', { name: 'Write it under Wards, Edit' })
  expect(link.getAttribute('href')).toBe('/wards')
  cleanup()
  const admission = patientOf().wardAdmission
  const elsewhere = admission && { ...admission, organization: { id: 'o9', name: 'Another' } }
  open('/patient/p1', { contacts: twice, wardAdmission: elsewhere }, [], [...caring, 'edit_wards'])
  await screen.findByText(title)
  expect(screen.queryByRole('link', { name: 'Write it under Wards, Edit' })).toBeNull()
})
