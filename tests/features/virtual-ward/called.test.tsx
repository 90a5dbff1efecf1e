// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { virtualWardRoom } from '../../../src/features/virtual-ward'
import { done, failed, meOf, openPortal, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const open = (answer: () => ReturnType<typeof done> | ReturnType<typeof failed>) =>
  openPortal('/called/push-1', {
    session: signedIn(meOf()),
    rooms: [{ ...virtualWardRoom, nav: [] }],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'pushedPatient'
          ? (input as { callId: string }).callId === 'push-1'
            ? answer()
            : failed('Another call')
          : rest?.(name, input),
      )
    },
  })

describe('a pressed call', () => {
  test('leads to its patient', async () => {
    const { at } = open(() => done({ patientId: 'p1' }))
    await waitFor(() => expect(at()).toBe('/patient/p1'))
  })

  test('of several patients, or of one whose record is not open, leads to all open alerts', async () => {
    const { at } = open(() => done({ patientId: null }))
    await waitFor(() => expect(at()).toBe('/virtual-ward?display=alerts'))
  })

  test('stays where it is while nobody answers, and says so', async () => {
    const { at } = open(() => failed('The server failed'))
    expect(await screen.findByText('What you are called about cannot be opened now')).toBeDefined()
    expect(at()).toBe('/called/push-1')
  })
})
