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
    const { at } = open(() => done({ patientId: 'p1', organization: null }))
    await waitFor(() => expect(at()).toBe('/patient/p1'))
  })

  test('of several patients, or of one whose record is not open, leads to all open alerts', async () => {
    const { at } = open(() => done({ patientId: null, organization: null }))
    await waitFor(() => expect(at()).toBe('/virtual-ward?display=alerts'))
  })

  test('of another organisation names it, and leads to the patient once the user changed to it', async () => {
    let changed = false
    const { at, user, session, actions } = open(() =>
      !changed
        ? done({ patientId: null, organization: { id: 'org-2', name: 'Willowbank' } })
        : done({ patientId: 'p1', organization: null }),
    )
    expect(await screen.findByText('You are called by Willowbank')).toBeDefined()
    expect(at()).toBe('/called/push-1')
    await user.click(screen.getByRole('button', { name: 'Change to Willowbank' }))
    expect(actions.setActingOrganization).toHaveBeenCalledWith('org-2')
    changed = true
    session.set({ ...session.get(), actingOrganizationId: 'org-2' })
    await waitFor(() => expect(at()).toBe('/patient/p1'))
  })

  test('stays where it is while nobody answers, and says so', async () => {
    const { at } = open(() => failed('The server failed'))
    expect(await screen.findByText('What you are called about cannot be opened now')).toBeDefined()
    expect(at()).toBe('/called/push-1')
  })
})
