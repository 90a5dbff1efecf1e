// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import { videoCallRoom } from '../../../src/features/video-call'
import { hideToast } from '../../../src/ui/feedback'
import { unsavedWork } from '../../../src/ui/work'
import { meOf } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  within,
} from '../clinical-portal'

const editions = ['en-GB', 'en-US'] as const
const host = `https://ward.example/call/host#${'h'.repeat(43)}`
const patient = `https://ward.example/call/patient#${'p'.repeat(43)}`
const room = {
  id: 'r1',
  hostRoomUrl: host,
  patientRoomUrl: patient,
  sentSms: false,
  sentPushNotification: false,
}

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/notes/NotesTab'),
    import('../../../src/features/video-call/VideoCallDialog'),
  ])
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  hideToast('video call')
})

const open = async ({
  of = { telephone: '01392 555 010' },
  may = { permissions: ['view_patients'], features: ['wards', 'videoCall'] },
  offline = false,
  answer = () => ({ kind: 'done', value: room }),
  query = '',
}: {
  readonly of?: Partial<Patient>
  readonly may?: Parameters<typeof meOf>[0]
  readonly offline?: boolean
  readonly answer?: () => unknown
  readonly query?: string
} = {}) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf(of)]))
  fake.run.mockImplementation(async () => answer())
  if (offline) fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  const opened = openClinical(`/patient/p1/notes${query}`, {
    fake,
    permissions: may,
    rooms: [videoCallRoom],
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, fake }
}
const start = async (given: Parameters<typeof open>[0] = {}) => {
  const opened = await open({ ...given, query: '?dialog=video-call' })
  const dialog = await screen.findByRole('dialog', { name: 'Video call' })
  return { ...opened, dialog, within: within(dialog) }
}
const button = 'Start video call'

test('C032 the patient header has a video call action, which opens the dialog', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Video call' }))
  expect(await screen.findByRole('dialog', { name: 'Video call' })).toBeTruthy()
})

test('where the organisation has no video calls there is no action', async () => {
  await open({ may: { permissions: ['view_patients'], features: ['wards'] } })
  expect(screen.queryByRole('button', { name: 'Video call' })).toBeNull()
})

test('of whom nobody has a contact or a device there is no video call, and offline there is none; a tooltip says why', async () => {
  for (const edition of editions) {
    localStorage.setItem('lamplight.edition', edition)
    const { user } = await open({ of: {} })
    const call = await screen.findByRole('button', { name: 'Video call' })
    await waitFor(() => expect(call.getAttribute('aria-disabled')).toBe('true'))
    await user.hover(call)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'There are no contact details or device registered for this patient',
    )
    cleanup()
  }
  const { user } = await open({ offline: true })
  const call = screen.getByRole('button', { name: 'Video call' })
  expect(call.getAttribute('aria-disabled')).toBe('true')
  await user.hover(call)
  expect((await screen.findByRole('tooltip')).textContent).not.toContain('contact details')
})

test('C034 C387 a call that is not started has a waiting room toggle, and no links', async () => {
  for (const edition of editions) {
    localStorage.setItem('lamplight.edition', edition)
    const { user, within: inside, dialog, fake } = await start()
    expect(dialog.querySelector('code')).toBeNull()
    const toggle = inside.getByRole('checkbox', { name: 'Waiting room' })
    expect(toggle).toHaveProperty('checked', true)
    await user.click(toggle)
    expect(toggle).toHaveProperty('checked', false)
    await user.click(inside.getByRole('button', { name: button }))
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith('createVideoCallRoom', {
        patientId: 'p1',
        options: { waitingRoom: false },
      }),
    )
    cleanup()
  }
})

test('C033 C035 C387 a call that is started shows both links once, with the toggle locked', async () => {
  for (const edition of editions) {
    localStorage.setItem('lamplight.edition', edition)
    const { user, within: inside, dialog } = await start()
    await user.click(inside.getByRole('button', { name: button }))
    await inside.findByText('Patient link')
    const shown = () => [...dialog.querySelectorAll('code')].map(({ textContent }) => textContent)
    expect(shown()).toEqual([patient, host])
    expect(inside.getByText('Host link')).toBeTruthy()
    expect(inside.getByRole('checkbox', { name: 'Waiting room' })).toHaveProperty('disabled', true)
    expect(inside.queryByRole('button', { name: button })).toBeNull()
    expect(inside.getByText(/The patient was not sent their link/)).toBeTruthy()
    expect(inside.getAllByRole('button', { name: /^Copy / })).toHaveLength(2)
    expect(unsavedWork()).toBe('secret')
    // Nothing of the secret is in the elements' attributes, where an extension or a report would find it.
    for (const element of dialog.querySelectorAll('*'))
      for (const { value } of element.attributes) expect(value).not.toContain('#')
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await user.click(inside.getByRole('button', { name: 'Open as host' }))
    expect(opened).toHaveBeenCalledWith(host, '_blank', 'noopener')
    opened.mockRestore()
    await user.click(inside.getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.body.textContent).not.toContain('/call/')
    expect(unsavedWork()).toBeNull()
    cleanup()
  }
})

test('C304 what was sent is told as it was', async () => {
  for (const [sent, said] of [
    [{ sentSms: true, sentPushNotification: false }, /by text message/],
    [{ sentSms: false, sentPushNotification: true }, /in their app/],
  ] as const) {
    const { user, within: inside } = await start({
      answer: () => ({ kind: 'done', value: { ...room, ...sent } }),
    })
    await user.click(inside.getByRole('button', { name: button }))
    expect(await inside.findByText(said)).toBeTruthy()
    expect(inside.queryByText(/was not sent/)).toBeNull()
    cleanup()
  }
})

test('C387 C574 C575 a start that failed is told as a toast and in the dialog, and is tried again', async () => {
  onTestFinished(() => hideToast('video call'))
  for (const edition of editions) {
    localStorage.setItem('lamplight.edition', edition)
    let fails = true
    const { user, within: inside } = await start({
      answer: () =>
        fails
          ? { kind: 'failed', problem: { kind: 'server', message: 'no' } }
          : { kind: 'done', value: room },
    })
    await user.click(inside.getByRole('button', { name: button }))
    expect(
      await screen.findByText('An error occurred when trying to start a video call'),
    ).toBeTruthy()
    expect(inside.getByText('Something went wrong when trying to start a video call.')).toBeTruthy()
    expect(inside.queryByText('Host link')).toBeNull()
    fails = false
    await user.click(inside.getByRole('button', { name: button }))
    expect(await inside.findByText('Host link')).toBeTruthy()
    expect(inside.queryByText(/Something went wrong/)).toBeNull()
    cleanup()
    hideToast('video call')
  }
})

test('C033 links that were answered before are lost, and the dialog says so', async () => {
  const { user, within: inside } = await start({
    answer: () => ({ kind: 'done', value: { ...room, hostRoomUrl: null, patientRoomUrl: null } }),
  })
  await user.click(inside.getByRole('button', { name: button }))
  expect(await inside.findByText(/nobody can show them again/)).toBeTruthy()
  expect(inside.getByRole('button', { name: button })).toBeTruthy()
})
