// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { GeneratedNote } from '../../../src/domain/note/generated'
import { done, refused } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
} from '../clinical-portal'

afterEach(cleanup)

const made: GeneratedNote = {
  id: 'g1',
  createdAt: '2026-01-05T10:00:00.000Z',
  status: 'partial',
  sections: [
    {
      heading: 'Pulse',
      value: '80/min, 09:00',
      sources: [{ kind: 'checkup', id: 'c9', at: '2026-01-05T09:00:00.000Z' }],
    },
    { heading: 'Temperature', value: 'Not measured', sources: [] },
  ],
}
const open = async (answer: unknown = done(made), connection: 'live' | 'offline' = 'live') => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientNotes').set(answered([]))
  fake.run.mockImplementation(async (name) =>
    name === 'generatePatientNote' ? (answer as never) : ({ kind: 'saved', id: 'k1' } as never),
  )
  if (connection === 'offline') fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  const opened = openClinical('/patient/p1/notes', { fake })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, fake }
}
const field = () => screen.getByRole('textbox', { name: /^Note/ }) as HTMLTextAreaElement
const generate = () => screen.getByRole('button', { name: 'Generate from the last 24 hours' })

test('C161 what is generated is put into the field with its sources, and added only by the author, as they changed it', async () => {
  const { user, fake } = await open()
  await user.type(field(), 'Seen at home.')
  await user.click(generate())
  await waitFor(() =>
    expect(field().value).toBe('Seen at home.\n\nPulse: 80/min, 09:00\nTemperature: Not measured'),
  )
  expect(screen.getByText(/not every vital sign was measured/)).toBeTruthy()
  await user.click(screen.getByText('Sources'))
  expect(
    screen.getByRole('link', { name: 'check-up 05-Jan-2026 09:00' }).getAttribute('href'),
  ).toBe('/patient/p1/checkup/c9')
  expect(screen.getByText('no source')).toBeTruthy()
  const added = () => fake.run.mock.calls.filter(([name]) => name === 'addPatientNote')
  expect(added()).toEqual([])
  await user.type(field(), ' Well.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(added()).toHaveLength(1))
  expect(added()[0]?.[1]).toMatchObject({
    text: 'Seen at home.\n\nPulse: 80/min, 09:00\nTemperature: Not measured Well.',
    generatedNoteId: 'g1',
  })
})

test('generated once more it takes the place of what was generated before, and leaves what was typed', async () => {
  const { user } = await open()
  await user.type(field(), 'Seen.')
  await user.click(generate())
  await waitFor(() => expect(field().value).toContain('Pulse'))
  await user.click(generate())
  await waitFor(() => expect((generate() as HTMLButtonElement).disabled).toBe(false))
  expect(field().value).toBe('Seen.\n\nPulse: 80/min, 09:00\nTemperature: Not measured')
})

test('while it is generated nothing can be typed that would be lost, and nothing be added', async () => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientNotes').set(answered([]))
  let answer = (_made: unknown): void => undefined
  const held = new Promise<unknown>((resolve) => {
    answer = resolve
  })
  fake.run.mockImplementation(async () => (await held) as never)
  const { user } = openClinical('/patient/p1/notes', { fake })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  await user.type(field(), 'Seen.')
  await user.click(generate())
  await user.type(field(), ' Allergic to penicillin.')
  expect(field().value).toBe('Seen.')
  expect(field().readOnly).toBe(true)
  const add = screen.getByRole('button', { name: 'Add note' }) as HTMLButtonElement
  expect(add.disabled).toBe(true)
  answer(done(made))
  await waitFor(() => expect(field().value).toMatch(/^Seen\.\n\nPulse/))
  expect(field().readOnly).toBe(false)
  expect(add.disabled).toBe(false)
})

test('what was typed stays where it fails, and the reason is said', async () => {
  const { user } = await open(refused('The server failed'))
  await user.type(field(), 'Seen.')
  await user.click(generate())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The text was not generated\. /)
  expect(field().value).toBe('Seen.')
})

test('a note from which the generated text was deleted is not of it', async () => {
  const { user, fake } = await open()
  await user.click(generate())
  await waitFor(() => expect(field().value).not.toBe(''))
  await user.clear(field())
  await user.type(field(), 'My own.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(fake.run.mock.calls.at(-1)?.[1]).toMatchObject({ text: 'My own.' }))
  expect(fake.run.mock.calls.at(-1)?.[1]).not.toHaveProperty('generatedNoteId')
})

test('without a connection it says why it cannot', async () => {
  await open(done(made), 'offline')
  expect((generate() as HTMLButtonElement).disabled).toBe(true)
})
