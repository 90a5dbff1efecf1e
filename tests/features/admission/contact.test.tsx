// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import type { Unsent } from '../../../src/domain/sync/unsent'
import { source } from '../../../src/engine/define'
import { admissionRoom } from '../../../src/features/admission'
import { meOf, signedIn } from '../../app/fake-portal'
import {
  act,
  answered,
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
    import('../../../src/features/notes/NotesTab'),
    import('../../../src/features/admission/RecordDialogs'),
  ])
})
afterEach(cleanup)

const known = {
  telephone: '01392 555 010',
  address: { address: '1 High Street', postcode: 'EX1 1AA' },
}
const unsent = (part: string, over: Partial<Unsent> = {}): Unsent => ({
  part,
  state: 'waiting',
  commandId: 'c1',
  wanted: null,
  theirs: null,
  isShown: true,
  ...over,
})
type Row = Partial<Patient> & { readonly unsent?: readonly Unsent[] }

const open = async (
  row: Row = {},
  { edition = 'en-GB', dialog = false }: { edition?: 'en-GB' | 'en-US'; dialog?: boolean } = {},
) => {
  const fake = clinicalRuntime()
  const rights = { permissions: ['view_patients', 'edit_patients'], features: ['wards'] } as const
  Object.assign(fake.runtime, { session: source(signedIn(meOf(rights))) })
  const show = (next: Row): void =>
    fake.view('patientRecord').set(answered([{ ...patientOf({ ...known }), ...next }]))
  show(row)
  fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  fake.run.mockImplementation(async () => ({ kind: 'saved', id: 'c1' }))
  const opened = openClinical(`/patient/p1/notes${dialog ? '?dialog=contact' : ''}`, {
    fake,
    rooms: [admissionRoom],
    permissions: rights,
    edition,
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, show }
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('the contact details of a record without a connection', () => {
  test('can be edited, where other actions say that they need one', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    const disabled = (name: string) =>
      screen.getByRole('button', { name }).getAttribute('aria-disabled')
    expect(disabled('Edit contact details')).toBe('false')
    expect(disabled('Edit patient')).toBe('true')
    await user.hover(screen.getByRole('button', { name: 'Edit patient' }))
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/offline|connection/i)
    await user.click(screen.getByRole('button', { name: 'Edit contact details' }))
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'You are offline. What you change is saved on this device and sent when you reconnect. After 24 hours we ask you first.',
    )
  })

  test('are saved with what was seen beside them, and the dialog closes', async () => {
    const { user, run } = await open({}, { dialog: true })
    const line = await field('Address')
    await user.clear(line)
    await user.type(line, '2 Low Street')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(run).toHaveBeenCalledExactlyOnceWith('updatePatientContactDetails', {
      patientId: 'p1',
      newContact: {
        telephone: '01392555010',
        address: { address: '2 Low Street', postcode: 'EX1 1AA' },
      },
      seen: known,
    })
  })

  test('are merged against what was shown when the form was opened, whatever comes meanwhile', async () => {
    const { user, run, show } = await open({}, { dialog: true, edition: 'en-US' })
    const postcode = await field('ZIP Code')
    act(() => show({ telephone: '01392 555 099', address: null }))
    expect((await field('Address')).value).toBe('1 High Street')
    await user.clear(postcode)
    await user.type(postcode, 'EX2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(run).toHaveBeenCalled())
    expect(run.mock.calls[0]?.[1]).toMatchObject({ seen: known })
  })

  test('are marked on the record where they are not sent, in both editions', async () => {
    for (const edition of ['en-GB', 'en-US'] as const) {
      const { user } = await open({ unsent: [unsent('telephone'), unsent('address')] }, { edition })
      expect(screen.getByRole('link', { name: 'Call 01392 555 010' })).toBeTruthy()
      const marks = () =>
        screen
          .getAllByRole('link', { name: /not sent yet/i })
          .map((link) => [link.textContent, link.getAttribute('href')])
      expect(marks()).toEqual([
        ['Not sent yet', '/sync#c1'],
        ['Address, not sent yet', '/sync#c1'],
      ])
      await user.click(screen.getByRole('button', { name: 'About the patient' }))
      const value = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
      expect(value('Telephone')?.textContent).toContain('Not sent yet')
      expect(value('Address')?.textContent).toBe('1 High Street, EX1 1AA Not sent yet')
      expect(value('Conditions')?.textContent).not.toContain('sent')
      cleanup()
    }
  })

  test('that somebody else changed meanwhile say mine beside theirs, and lead to the decision', async () => {
    const mine = { address: '2 Low Street', postcode: 'EX2 2BB' }
    await open({
      unsent: [unsent('address', { state: 'conflict', wanted: mine, isShown: false })],
    })
    const link = screen.getByRole('link', { name: /2 Low Street, EX2 2BB/ })
    expect(link.textContent).toMatch(/Yours: 2 Low Street, EX2 2BB.*changed elsewhere/i)
    expect(link.getAttribute('href')).toBe('/sync#c1')
    expect(within(document.body).queryByRole('link', { name: /not sent/i })).toBeNull()
  })
})
