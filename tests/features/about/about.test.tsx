// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aboutRoom } from '../../../src/features/about'
import { release } from '../../../src/domain/release/current'
import { aboutTexts } from '../../../src/texts/about'
import { meOf, openPortal, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const rooms = [aboutRoom]

test('/about says version, intended use, limits, sources and how to report a hazard; the user menu leads there', async () => {
  const { user } = openPortal('/account', { session: signedIn(meOf()), rooms })
  await user.click(await screen.findByRole('button', { name: /^User menu of/ }))
  await user.click(screen.getByRole('link', { name: 'About Lamplight' }))
  expect(await screen.findByText(`Version ${release}`)).toBeTruthy()
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(['Intended use', 'Limits', 'Sources', 'Report a hazard'])
  expect(screen.getByText(/^NEWS2: Royal College of Physicians/)).toBeTruthy()
})

test('each edition names its own national scheme, in its own spelling', () => {
  const [uk, us] = [aboutTexts('en-GB').report, aboutTexts('en-US').report]
  expect([uk.scheme, us.scheme]).toEqual(['MHRA Yellow Card scheme', 'FDA MedWatch'])
  expect([uk.address, us.address].every((address) => address.startsWith('https://'))).toBe(true)
  expect(uk.steps.join(' ')).toContain('in your organisation')
  expect(us.steps.join(' ')).toContain('in your organization')
  expect(us.steps.join(' ')).not.toContain('organisation')
})
