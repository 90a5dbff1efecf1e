// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { othersClosed } from '../../../src/domain/access/part-record'
import { answered, clinicalRuntime, openClinical, patientOf } from '../clinical-portal'

afterEach(cleanup)

const open = (othersFrom: string | null, edition: 'en-GB' | 'en-US' = 'en-GB') => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ othersFrom })]))
  return openClinical('/patient/p1', { fake, edition })
}

test('T8 a record of which a part is open says what it does not show, in both editions', async () => {
  const uk = open('2025-12-06T14:32:00.000Z')
  const banner = await uk.screen.findByText(/^The notes of other organisations, and their readings/)
  expect(banner.textContent).toContain('from before 06-Dec-2025 14:32, are not shown here.')
  expect(banner.textContent).toContain('open the whole record')
  cleanup()
  const us = open('2025-12-06T14:32:00.000Z', 'en-US')
  expect((await us.screen.findByText(/^The notes of other organizations/)).textContent).toContain(
    'Dec 6, 2025',
  )
})

test('T8 one of which nothing is open says why; a whole one says nothing', async () => {
  const closed = open(othersClosed)
  expect(
    await closed.screen.findByText(/the stay is over, or an administrator has not released them/),
  ).toBeTruthy()
  cleanup()
  const whole = open(null)
  await whole.screen.findByRole('heading', { level: 1 })
  expect(whole.screen.queryByText('This is not the whole record.')).toBeNull()
})
