// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Call, CallPhase, CallView } from '../../../src/domain/video-call/view'
import { CallPage } from '../../../src/features/video-call/CallPage'
import { ThemeProvider } from '../../../src/ui/theme'

beforeAll(() => {
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true })
})
afterEach(cleanup)

const stream = { id: 'stream' } as unknown as MediaStream
const all = { stream, hasCamera: true, hasMicrophone: true }
const open = (
  phase: CallPhase,
  {
    side = 'patient',
    ...over
  }: Partial<CallView<MediaStream>> & { side?: 'host' | 'patient' } = {},
) => {
  const view: CallView<MediaStream> = {
    phase,
    room: {
      side,
      organization: { name: 'West Ward', edition: 'en-GB' },
      hasWaitingRoom: true,
      iceServers: [],
    },
    media: all,
    other: null,
    isMuted: false,
    isCameraOff: false,
    ...over,
  }
  const call: Call<MediaStream> = {
    get: () => view,
    subscribe: () => () => undefined,
    look: vi.fn(),
    askMedia: vi.fn(),
    join: vi.fn(),
    admit: vi.fn(),
    mute: vi.fn(),
    turnCameraOff: vi.fn(),
    leave: vi.fn(),
  }
  render(
    <ThemeProvider theme="day">
      <CallPage call={call} />
    </ThemeProvider>,
  )
  return { call, user: userEvent.setup() }
}
const names = (): readonly (string | null)[] =>
  screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('what the page says and offers in each phase, to patient and host', () => {
  const joined = ['Turn microphone off', 'Turn camera off']
  const rows: readonly [CallPhase, 'host' | 'patient', RegExp, readonly string[]][] = [
    ['looking', 'patient', /Opening the call/, []],
    ['unknown', 'patient', /does not open a call/, []],
    ['over', 'patient', /The call is over/, []],
    ['left', 'patient', /You have left the call/, ['Join again']],
    ['taken', 'patient', /open in another window/, ['Try again']],
    ['unreachable', 'patient', /cannot be reached/, ['Try again']],
    ['ready', 'patient', /You wait until you are let in/, ['Join the call', ...joined]],
    ['joining', 'patient', /Joining/, [...joined, 'Leave']],
    ['waiting', 'patient', /Please wait/, [...joined, 'Leave']],
    ['alone', 'patient', /Nobody else is here yet/, [...joined, 'Leave']],
    ['alone', 'host', /The patient is not here yet/, [...joined, 'End call for both']],
    [
      'knocking',
      'host',
      /The patient is waiting/,
      ['Let the patient in', ...joined, 'End call for both'],
    ],
    ['linking', 'patient', /Connecting/, [...joined, 'Leave']],
    ['talking', 'patient', /You are in the call/, [...joined, 'Leave']],
    ['lost', 'patient', /The connection was lost/, [...joined, 'Leave']],
    ['gone', 'patient', /The other person has left/, [...joined, 'Leave']],
  ]
  for (const [phase, side, said, offered] of rows) {
    open(phase, { side })
    expect(screen.getAllByText(said).length, phase).toBeGreaterThan(0)
    expect(names(), phase).toEqual(offered)
    cleanup()
  }
})

test('the buttons do what they say', async () => {
  const before = open('ready')
  await before.user.click(screen.getByRole('button', { name: 'Join the call' }))
  expect(before.call.join).toHaveBeenCalledTimes(1)
  cleanup()
  const host = open('knocking', { side: 'host', isMuted: true, isCameraOff: true })
  await host.user.click(screen.getByRole('button', { name: 'Let the patient in' }))
  expect(host.call.admit).toHaveBeenCalledTimes(1)
  await host.user.click(screen.getByRole('button', { name: 'Turn microphone on' }))
  expect(host.call.mute).toHaveBeenCalledWith(false)
  await host.user.click(screen.getByRole('button', { name: 'Turn camera on' }))
  expect(host.call.turnCameraOff).toHaveBeenCalledWith(false)
  await host.user.click(screen.getByRole('button', { name: 'End call for both' }))
  expect(host.call.leave).toHaveBeenCalledTimes(1)
})

test('until the browser has said whether it gives camera and microphone nobody joins; what is missing is told, and is no obstacle', async () => {
  open('ready', { media: null })
  expect(screen.getByRole('button', { name: 'Join the call' })).toHaveProperty('disabled', true)
  cleanup()
  for (const [hasCamera, hasMicrophone, said] of [
    [false, true, /will hear you, but not see you/],
    [true, false, /will see you, but not hear you/],
    [false, false, /will not see or hear you/],
  ] as const) {
    const { call, user } = open('ready', {
      media: { stream: hasCamera || hasMicrophone ? stream : null, hasCamera, hasMicrophone },
    })
    expect(screen.getByText(said)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Join the call' })).toHaveProperty('disabled', false)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(call.askMedia).toHaveBeenCalledTimes(1)
    cleanup()
  }
})

test('the page is in the edition of the organisation', () => {
  open('ready', {
    room: {
      side: 'patient',
      organization: { name: 'Harbor Health', edition: 'en-US' },
      hasWaitingRoom: false,
      iceServers: [],
    },
  })
  expect(document.documentElement.lang).toBe('en-US')
  expect(screen.getByRole('heading', { name: 'Video call with Harbor Health' })).toBeTruthy()
  expect(screen.queryByText(/You wait until/)).toBeNull()
})
