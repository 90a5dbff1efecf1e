// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import type { Patient } from '../../../src/domain/patient/patient'
import { admissionRoom } from '../../../src/features/admission'
import { referralRoom } from '../../../src/features/referral'
import { stayRoom } from '../../../src/features/stay'
import { Dialog } from '../../../src/ui/feedback'
import type { PatientAction, Room } from '../../../src/ui/room'
import {
  act,
  answered,
  clinicalRuntime,
  fireEvent,
  openClinical,
  patientOf,
  screen,
  within,
  type OpenOptions,
} from '../clinical-portal'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/notes/NotesTab'),
  ])
})
afterEach(cleanup)

const actionOf = (over: Partial<PatientAction>): PatientAction => ({
  id: 'move',
  order: 10,
  label: () => 'Move patient',
  action: 'patient.edit',
  load: async () =>
    function MoveDialog({ patient, onClose }) {
      return (
        <Dialog title={`Move ${patient.lastName}`} onClose={onClose}>
          <input aria-label="Where" />
        </Dialog>
      )
    },
  ...over,
})
const rooms = (...patientActions: readonly PatientAction[]): readonly Room[] => [
  { id: 'more', routes: [], patientActions },
]
interface Given extends OpenOptions {
  readonly has?: readonly Permission[]
  readonly patient?: Partial<Patient>
  readonly offline?: boolean
  readonly query?: string
}
const open = async ({ has = [], patient = {}, offline = false, query = '', ...more }: Given) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  if (offline) fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  const opened = openClinical(`/patient/p1/notes${query}`, {
    fake,
    permissions: { permissions: ['view_patients', ...has], features: ['wards'] },
    ...more,
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, fake }
}
const menu = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Actions' }))

describe('the names of ward and care pathway', () => {
  test('C026 C027 lead to their pages', async () => {
    await open({ has: ['view_wards', 'view_care_pathways'] })
    expect(screen.getByRole('link', { name: 'Willow' }).getAttribute('href')).toBe('/wards/w1')
    expect(screen.getByRole('link', { name: 'COPD' }).getAttribute('href')).toBe('/pathways/cp1')
  })

  test('are no links for who may not open the pages', async () => {
    await open({})
    expect(screen.getByText(/Willow/).textContent).toBe('Willow · COPD')
    expect(screen.queryByRole('link', { name: 'Willow' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'COPD' })).toBeNull()
  })
})

describe('the telephone', () => {
  test('C055 where nothing is registered by which to reach them, nobody can be called, and a tooltip says why', async () => {
    const said = 'There are no contact details or device registered for this patient'
    for (const edition of ['en-GB', 'en-US'] as const) {
      localStorage.setItem('lamplight.edition', edition)
      const { user } = await open({})
      expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
      const call = screen.getByRole('button', { name: 'Call' })
      expect(call.getAttribute('aria-disabled')).toBe('true')
      await user.hover(call)
      expect(screen.queryByRole('tooltip')).toBeNull()
      expect((await screen.findByRole('tooltip')).textContent).toBe(said)
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('tooltip')).toBeNull()
      cleanup()
    }
  })

  test('C055 of who has an address or a device that sends, only the number is missing; who has one is called', async () => {
    const address = { address: '1 High Street', postcode: 'EX1 1AA' }
    const session = {
      id: 's1',
      organization: { id: 'o1' },
      type: 'Lamplight' as const,
      createdAt: '2026-03-02T08:00:00.000Z',
      endedAt: null,
    }
    const ended = { ...session, endedAt: '2026-03-02T09:00:00.000Z' }
    for (const [patient, said] of [
      [{ address }, /no telephone number/],
      [{ continuousMonitoringSession: session }, /no telephone number/],
      [{ continuousMonitoringSession: ended }, /no contact details or device/],
    ] as const) {
      const { user } = await open({ patient })
      await user.hover(screen.getByRole('button', { name: 'Call' }))
      expect((await screen.findByRole('tooltip')).textContent).toMatch(said)
      cleanup()
    }
    await open({ patient: { telephone: '01392 555 010' } })
    expect(screen.getByRole('link', { name: 'Call 01392 555 010' }).getAttribute('href')).toBe(
      'tel:01392555010',
    )
    expect(screen.queryByRole('button', { name: 'Call' })).toBeNull()
  })
})

describe('the menu of actions', () => {
  test('C051 C462 copies the id of the patient, and says so', async () => {
    const { user } = await open({})
    const writeText = vi.spyOn(navigator.clipboard, 'writeText')
    await menu(user)
    await user.click(screen.getByRole('button', { name: 'Copy patient ID' }))
    expect(writeText).toHaveBeenCalledWith('p1')
    expect(await screen.findByText('Patient ID copied')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy patient ID' })).toBeNull()
  })

  test('says where the id could not be copied', async () => {
    const { user } = await open({})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No'))
    await menu(user)
    await user.click(screen.getByRole('button', { name: 'Copy patient ID' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeTruthy()
  })

  test('C030 C031 an action is there for who may, and opens in a dialog', async () => {
    const { user, at } = await open({ has: ['edit_patients'], rooms: rooms(actionOf({})) })
    await menu(user)
    await user.click(screen.getByRole('button', { name: 'Move patient' }))
    expect(await screen.findByRole('dialog', { name: 'Move Smith' })).toBeTruthy()
    expect(at()).toBe('/patient/p1/notes?dialog=move')
    cleanup()
    const without = await open({ rooms: rooms(actionOf({})), query: '?dialog=move' })
    await menu(without.user)
    expect(screen.queryByRole('button', { name: 'Move patient' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('an action that does not suit the patient is not there, by its address neither', async () => {
    const suits = ({ wardAdmission }: Patient) => wardAdmission !== null
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(actionOf({ suits })),
      patient: { wardAdmission: null },
      query: '?dialog=move',
    })
    await menu(user)
    expect(screen.queryByRole('button', { name: 'Move patient' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('C054 the reason of an action in the header shows once the pointer has rested on it for 350 ms', async () => {
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(actionOf({ look: () => 'button' })),
      offline: true,
    })
    const button = screen.getByRole('button', { name: 'Move patient' })
    vi.useFakeTimers()
    try {
      fireEvent.pointerEnter(button.parentElement ?? button, { pointerType: 'mouse' })
      act(() => vi.advanceTimersByTime(349))
      expect(screen.queryByRole('tooltip')).toBeNull()
      act(() => vi.advanceTimersByTime(1))
      expect(screen.getByRole('tooltip').textContent).toMatch(/^This needs a connection/)
    } finally {
      vi.useRealTimers()
    }
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  test('offline an action is shown with the reason, and opens nothing', async () => {
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(actionOf({})),
      offline: true,
    })
    await menu(user)
    const button = screen.getByRole('button', { name: 'Move patient' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'This needs a connection. Try again when you are online.',
    )
  })

  test('an action that works offline can be opened there', async () => {
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(actionOf({ offline: 'works' })),
      offline: true,
    })
    await menu(user)
    await user.click(screen.getByRole('button', { name: 'Move patient' }))
    expect(await screen.findByRole('dialog', { name: 'Move Smith' })).toBeTruthy()
  })

  test('the reason of an action is told by a tooltip', async () => {
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(
        actionOf({
          loadReason: async () => (props) => props.children(`Not ${props.patient.lastName}`),
        }),
      ),
    })
    await menu(user)
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Move patient' }).getAttribute('aria-disabled'),
      ).toBe('true'),
    )
    await user.hover(screen.getByRole('button', { name: 'Move patient' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Not Smith')
  })

  test('a button stands beside the menu, and what takes something away is marked', async () => {
    const { user } = await open({
      has: ['edit_patients'],
      rooms: rooms(actionOf({ look: () => 'button', danger: true })),
    })
    const button = screen.getByRole('button', { name: 'Move patient' })
    expect(button.dataset['danger']).toBe('true')
    await menu(user)
    expect(screen.getAllByRole('button', { name: 'Move patient' })).toHaveLength(1)
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: 'Move Smith' })).toBeTruthy()
  })

  test('the first acts of a record are calling, writing a note and referring; what cannot be done is in the menu', async () => {
    const { user } = await open({
      patient: { telephone: '07700 900123' },
      rooms: [referralRoom, stayRoom, admissionRoom],
      permissions: {
        permissions: ['view_patients', 'add_patient_notes', 'edit_patients', 'admit_ward_patients'],
        features: ['wards', 'referrals'],
      },
    })
    const header = screen.getByRole('button', { name: 'Add a note' }).closest('header')
    const [, after] = header?.textContent.split('Call 07700 900123') ?? []
    expect(after).toMatch(/^Add a noteRefer patient.*Discharge from ward/)
    expect(screen.queryByRole('button', { name: 'Admit to ward' })).toBeNull()
    await menu(user)
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Admit to ward' }).getAttribute('aria-disabled'),
      ).toBe('true'),
    )
  })

  test('a note is written from any tab, with the draft of the tab', async () => {
    const { user, fake } = await open({ has: ['add_patient_notes'], query: '?dialog=note' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a note' }))
    expect(dialog.getByText(/Smith/i)).toBeTruthy()
    const field = dialog.getByRole('textbox', { name: /^Note/ })
    expect(document.activeElement).toBe(field)
    await user.type(field, 'Rang, all well')
    await user.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(fake.run).toHaveBeenCalledWith(
      'addPatientNote',
      expect.objectContaining({ patientId: 'p1', text: 'Rang, all well' }),
    )
  })

  test('is opened, walked through and closed with the keyboard', async () => {
    const { user } = await open({ has: ['edit_patients'], rooms: rooms(actionOf({})) })
    const button = screen.getByRole('button', { name: 'Actions' })
    button.focus()
    await user.keyboard('{Enter}')
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Move patient')
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Copy patient ID')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Move patient' })).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  test('C053 a self-care user sees neither record nor actions', async () => {
    const fake = clinicalRuntime()
    fake.view('patientRecord').set(answered([patientOf()]))
    openClinical('/patient/p1/notes', {
      fake,
      rooms: rooms(actionOf({ look: () => 'button' })),
      permissions: {
        permissions: ['view_patients', 'edit_patients'],
        over: { isSelfCare: true },
      },
    })
    await screen.findByRole('heading')
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Move patient' })).toBeNull()
  })

  test('the banner is not made higher by the menu', async () => {
    const { user } = await open({ has: ['edit_patients'], rooms: rooms(actionOf({})) })
    await menu(user)
    const banner = screen.getByRole('region', { name: /patient/i })
    expect(within(banner).queryByRole('button', { name: 'Move patient' })).toBeNull()
  })
})
