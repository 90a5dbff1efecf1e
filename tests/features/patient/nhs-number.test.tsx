// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { done, refused } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  within,
} from '../clinical-portal'

afterEach(cleanup)

type Status =
  'Found' | 'NotFound' | 'Superseded' | 'Mismatch' | 'Died' | 'Incomplete' | 'Pending' | 'NotTraced'
const detailsOf = (status: Status, fields: readonly string[] = []) =>
  done({
    nhsNumber: '9434765919',
    latestRetrievalTime: status === 'NotTraced' ? null : '2026-01-05T10:00:00.000Z',
    editable: true,
    latestStatus: { status, fields },
  })
const open = (answer: () => unknown, type: 'NhsNumber' | 'NorthernIrelandHcn' = 'NhsNumber') => {
  const fake = clinicalRuntime()
  fake
    .view('patientRecord')
    .set(answered([patientOf({ nationalIdentifier: { type, value: '9434765919' } })]))
  fake.ask.mockImplementation(async (name) =>
    name === 'nhsNumberDetails' ? answer() : refused('not told'),
  )
  return openClinical('/patient/p1/vitals', { fake })
}
const opened = async (answer: () => unknown) => {
  const portal = open(answer)
  await portal.user.click(await screen.findByLabelText('Show details'))
  return {
    ...portal,
    dialog: within(await screen.findByRole('dialog', { name: 'NHS Number Details' })),
  }
}

describe('the NHS number details', () => {
  test('O105 a Show details icon stands beside an NHS number', async () => {
    open(() => detailsOf('Found'))
    expect(await screen.findByLabelText('Show details')).toBeTruthy()
  })

  test('O105 and beside no number of another kind', async () => {
    open(() => detailsOf('Found'), 'NorthernIrelandHcn')
    await screen.findByLabelText('Copy number')
    expect(screen.queryByLabelText('Show details')).toBeNull()
  })

  test('O102 O103 the dialog has its title and its four labels with their values', async () => {
    const { dialog } = await opened(() => detailsOf('Found'))
    await dialog.findByText('Found')
    const facts = [...screen.getByRole('dialog').querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ])
    expect(facts).toEqual([
      ['NHS Number', '943 476 5919'],
      ['Latest Retrieval Time', '05-Jan-2026 10:00'],
      ['Latest Status', 'Found'],
      [
        'Details',
        'The national directory knows this number, with the same name, date of birth and sex.',
      ],
    ])
  })

  test('O104 Close closes it', async () => {
    const { dialog, user } = await opened(() => detailsOf('Found'))
    await user.click(await dialog.findByText('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  for (const [status, words] of [
    ['NotFound', 'Not Found'],
    ['Superseded', 'Superseded'],
    ['Mismatch', 'Mismatch'],
    ['Died', 'Died, by the directory'],
    ['Incomplete', 'Known, not compared'],
    ['Pending', 'Pending'],
    ['NotTraced', 'Not traced'],
  ] as const)
    test(`the status ${status} is told as ${words}`, async () => {
      const { dialog } = await opened(() => detailsOf(status))
      expect(await dialog.findByText(words)).toBeTruthy()
    })

  test('what was never asked has no time', async () => {
    const { dialog } = await opened(() => detailsOf('NotTraced'))
    expect(await dialog.findByText('Never')).toBeTruthy()
  })

  test('a mismatch names what the directory has otherwise', async () => {
    const { dialog } = await opened(() => detailsOf('Mismatch', ['birthDate', 'gender']))
    expect(
      await dialog.findByText('The national directory has otherwise: date of birth, sex.'),
    ).toBeTruthy()
  })

  for (const [status, fields, words] of [
    ['Died', [], 'The national directory says that the person with this number has died.'],
    [
      'Died',
      ['gender'],
      'The national directory says that the person with this number has died. The national directory has otherwise: sex.',
    ],
    [
      'Incomplete',
      ['firstName', 'gender'],
      'The national directory knows this number. It does not say, so that nothing was compared: first name, sex.',
    ],
  ] as const)
    test(`${status} with ${fields.length} fields is told in words`, async () => {
      const { dialog } = await opened(() => detailsOf(status, fields))
      expect(await dialog.findByText(words)).toBeTruthy()
    })

  test('O106 the hint tells to report a discrepancy to support', async () => {
    const { dialog } = await opened(() => detailsOf('Found'))
    expect((await dialog.findByText(/report the discrepancy to support/)).textContent).not.toMatch(
      /Check first name/,
    )
  })

  test('O107 at Not Found the hint says what to check', async () => {
    const { dialog } = await opened(() => detailsOf('NotFound'))
    expect(
      await dialog.findByText(/^Check first name, last name, date of birth and sex\./),
    ).toBeTruthy()
  })

  test('O423 O424 a failure is told by a toast and in its place', async () => {
    const { dialog } = await opened(() => refused('no'))
    expect(await dialog.findByText('Failed to find NHS number details')).toBeTruthy()
    expect(
      await screen.findByText(
        'An error occurred when trying to fetch NHS number details for this patient',
      ),
    ).toBeTruthy()
  })
})
