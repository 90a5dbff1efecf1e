// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { PatientTask } from '../../../src/domain/task/task'
import {
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'
import { toDoRoom } from '../../../src/features/to-do'

beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/to-do/TasksDialog'),
    import('../../../src/features/virtual-ward/ToDoScreen'),
  ])
})
afterEach(cleanup)

const author = { id: 'u9', firstName: 'Ann', lastName: 'Lee' }
const task = (over: Partial<PatientTask> = {}): PatientTask => ({
  id: 't1',
  revision: 1,
  text: 'Ring the daughter',
  dueAt: '2020-01-01T15:00:00.000Z',
  assignee: null,
  createdBy: author,
  capturedAt: '2020-01-01T14:00:00.000Z',
  end: null,
  ...over,
})

const caring = ['view_patients', 'record_observations'] as const
const open = (
  at: string,
  tasks: readonly PatientTask[],
  permissions: readonly string[] = caring,
) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', { tasks: [...tasks], schedules: [] })]))
  fake.view('patientRecord').set(answered([patientOf({ tasks: [...tasks] })]))
  fake.view('patientOnBoard').set(answered([cardOf('p1')]))
  fake.view('patientCheckups').set(answered([]))
  fake.run.mockImplementation(async () => ({ kind: 'saved', id: 'c1' }))
  return {
    ...openClinical(at, {
      fake,
      rooms: [toDoRoom],
      permissions: { permissions: permissions as never },
    }),
    fake,
  }
}

test('a task that is late is in the list with its time and whoever does it, and leads to the tasks of its patient', async () => {
  open('/virtual-ward?display=to-do', [
    task(),
    task({ id: 't2', text: 'Bloods', assignee: author }),
  ])
  const row = within((await screen.findByText('Ring the daughter')).closest('tr') ?? document.body)
  expect(row.getByText(/^overdue, due /)).toBeTruthy()
  expect(row.getByText('Nobody has taken it on')).toBeTruthy()
  expect(row.getByRole('link', { name: /^Tasks of / }).getAttribute('href')).toBe(
    '/patient/p1?dialog=tasks',
  )
  const other = within(screen.getByText('Bloods').closest('tr') ?? document.body)
  expect(other.getByText('Ann Lee does it')).toBeTruthy()
})

test('whoever may only read reads the tasks of a patient, and is offered no way to change one', async () => {
  open('/patient/p1?dialog=tasks', [task()], ['view_patients'])
  const dialog = within(await screen.findByRole('dialog', { name: 'Tasks' }))
  expect(dialog.getByText('Ring the daughter')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Done|^Add a task|^I’ll do it/ })).toBeNull()
})

test('a user takes a task on, and says that it is done with what came of it', async () => {
  const { fake, user } = open('/patient/p1?dialog=tasks', [
    task(),
    task({
      id: 't2',
      text: 'Bloods',
      end: { as: 'done', at: '2020-01-01T14:30:00.000Z', by: author, outcome: 'Sent' },
    }),
  ])
  const dialog = within(await screen.findByRole('dialog', { name: 'Tasks' }))
  await user.click(dialog.getByRole('button', { name: 'I’ll do it: Ring the daughter' }))
  expect(fake.run).toHaveBeenCalledWith('changeTask', {
    patientId: 'p1',
    taskId: 't1',
    text: 'Ring the daughter',
    isMine: true,
  })
  expect(dialog.getByText('Sent')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done: Ring the daughter' }))
  const ending = within(await screen.findByRole('dialog', { name: 'The task is done' }))
  await user.type(ending.getByLabelText(/What came of it/), 'She comes at four')
  await user.click(ending.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(fake.run.mock.calls.at(-1)?.slice(0, 2)).toEqual([
      'endTask',
      {
        patientId: 'p1',
        taskId: 't1',
        text: 'Ring the daughter',
        as: 'done',
        outcome: 'She comes at four',
      },
    ]),
  )
})

test('a card says how many tasks are open, when the first is due and that it is late, and leads to them', async () => {
  const done = { as: 'done' as const, at: '2020-01-01T15:00:00.000Z', by: author, outcome: null }
  open('/virtual-ward', [
    task({ dueAt: '2099-01-01T15:00:00.000Z' }),
    task({ id: 't2', text: 'Bloods' }),
    task({ id: 't3', end: done }),
  ])
  const chip = await screen.findByRole('link', { name: /^2 tasks, overdue, .*2020.* 15:00$/ })
  expect(chip.getAttribute('href')).toBe('/patient/p1?dialog=tasks')
  // What it says may name somebody.
  expect(chip.getAttribute('title')).toBe(null)
})

test('a card of a patient without open tasks says nothing of them', async () => {
  open('/virtual-ward', [])
  await screen.findByRole('heading', { name: /SMITH/ })
  expect(screen.queryByText(/\d tasks?,/)).toBeNull()
})
