// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import type { OnCallPlan } from '../../../src/domain/calling/plan'
import { wardsRoom } from '../../../src/features/wards'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Ward', email: null })
const ward = {
  id: 'heart',
  name: 'Heart Failure Ward',
  capacity: null,
  numberOfPatients: 14,
  numberOfStaff: 2,
  seesPatients: true,
}
const staff = ['Sam', 'Ada'].map((name) => ({
  user: { ...person(name.toLowerCase(), name), email: `${name}@x.example`, jobRole: null },
  assignedAt: '2026-02-07T09:05:00.000Z',
}))
const plan: OnCallPlan = {
  wardId: 'heart',
  minutesOfSeverity4: 5,
  minutesOfSeverity3: 10,
  slots: [
    {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '20:00',
      until: '08:00',
      line: [
        { user: person('sam', 'Sam'), provider: null, isReached: true, hasBrowser: true },
        { user: person('old', 'Mia'), provider: null, isReached: false, hasBrowser: false },
        {
          user: null,
          provider: { name: 'Night Service', email: 'night@service.example' },
          isReached: true,
          hasBrowser: false,
        },
      ],
    },
  ],
  changedAt: '2026-02-07T09:05:00.000Z',
  changedBy: null,
}
const night = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '20:00',
  until: '08:00',
  line: [
    { userId: 'sam', provider: null },
    { userId: null, provider: { name: 'Night Service', email: 'night@service.example' } },
  ],
}

const open = (
  having: OnCallPlan | null,
  permissions: readonly Permission[] = ['view_wards', 'edit_wards'],
  changed: unknown = done(null),
) => {
  const portal = openPortal('/wards/heart/on-call', {
    session: signedIn(meOf({ permissions, features: ['wards'] })),
    rooms: [wardsRoom],
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) =>
          ({
            ward: done(ward),
            wardStaff: done({ numberOfPatients: 14, wardStaff: staff }),
            onCallPlan: done({ plan: having }),
          })[name as string] ?? rest?.(name, input),
      )
      run.mockImplementation(async (name) => (name === 'changeOnCallPlan' ? changed : done(null)))
    },
  })
  return {
    ...portal,
    sent: () =>
      portal.run.mock.calls.flatMap(([name, input]) =>
        name === 'changeOnCallPlan' ? [input] : [],
      ),
  }
}
const table = () => screen.findByRole('table', { name: 'When who is on call' })
const cells = async () =>
  [...(await table()).querySelectorAll('tbody th, tbody td')].map(({ textContent }) => textContent)
const dialog = async (role: 'dialog' | 'alertdialog' = 'dialog') =>
  within(await screen.findByRole(role))

test('a ward says when who is called, in which order and after how many minutes', async () => {
  open(plan)
  expect((await cells()).slice(0, 3)).toEqual([
    'Every day',
    '20:00 to 08:00 the next day',
    'Sam Ward, Mia Ward (no longer on this ward: passed by), Night Service',
  ])
  expect(
    screen.getByText(
      'Severity 4: the first in line is called at once, the next after 5 minutes. Severity 3: the first after 10 minutes, the next after 10 more.',
    ),
  ).toBeTruthy()
  expect(screen.queryByText('This ward has no on-call plan')).toBeNull()
})

test('who is called by email alone, since no device of theirs is, is named as such', async () => {
  const [slot] = plan.slots
  if (slot === undefined) throw new Error('The plan has a time')
  const line = slot.line.map((one) => ({ ...one, hasBrowser: false }))
  open({ ...plan, slots: [{ ...slot, line }] })
  expect((await cells())[2]).toBe(
    'Sam Ward (calls by email only), Mia Ward (no longer on this ward: passed by), Night Service',
  )
})

test('a ward without a plan says so on its page', async () => {
  open(null)
  await screen.findByText(/^Nobody is called\. An alert/)
  const link = screen.getByRole('link', { name: 'This ward has no on-call plan' })
  expect(link.getAttribute('href')).toBe('/wards/heart/on-call')
})

test('a time is added with those who are called, and the others stay', async () => {
  const portal = open(plan)
  await portal.user.click(await screen.findByRole('button', { name: 'Add a time' }))
  const form = await dialog()
  for (const day of ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'])
    await portal.user.click(form.getByRole('checkbox', { name: day }))
  await portal.user.type(form.getByRole('textbox', { name: /From/ }), '08:00')
  await portal.user.type(form.getByRole('textbox', { name: /Until/ }), '20:00')
  await portal.user.selectOptions(form.getByRole('combobox', { name: /Called first/ }), 'Ada Ward')
  await portal.user.selectOptions(form.getByRole('combobox', { name: /Called second/ }), 'Sam Ward')
  await portal.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(portal.sent()).toEqual([
      {
        wardId: 'heart',
        minutesOfSeverity4: 5,
        minutesOfSeverity3: 10,
        seen: plan.changedAt,
        slots: [
          night,
          {
            days: [4, 5],
            from: '08:00',
            until: '20:00',
            line: [
              { userId: 'ada', provider: null },
              { userId: 'sam', provider: null },
            ],
          },
        ],
      },
    ]),
  )
})

test('a time that is none, and a line of nobody, are refused at their fields', async () => {
  const portal = open(null)
  await portal.user.click(await screen.findByRole('button', { name: 'Add a time' }))
  const form = await dialog()
  await portal.user.type(form.getByRole('textbox', { name: /From/ }), '25:00')
  await portal.user.type(form.getByRole('textbox', { name: /Until/ }), '08:00')
  await portal.user.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findAllByText('A time of the day reads 20:00')).length).toBeGreaterThan(0)
  expect(form.getAllByText('1 to 10 people are called one after the other').length).toBeGreaterThan(
    0,
  )
  expect(portal.sent()).toEqual([])
})

test('the last time is removed after a warning that nobody is on call then', async () => {
  const portal = open(plan)
  await table()
  await portal.user.click(
    screen.getByRole('button', { name: 'Actions for Every day, 20:00 to 08:00 the next day' }),
  )
  await portal.user.click(await screen.findByRole('button', { name: 'Remove' }))
  const asked = await dialog('alertdialog')
  expect(asked.getByText('It is the last one: the ward then has no on-call plan.')).toBeTruthy()
  await portal.user.click(asked.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(portal.sent()).toMatchObject([{ slots: [], seen: plan.changedAt }]))
})

test('the minutes are changed, and what somebody changed meanwhile is not overwritten', async () => {
  const portal = open(plan, undefined, refused('Somebody changed the plan meanwhile', 'conflict'))
  await portal.user.click(await screen.findByRole('button', { name: 'Change minutes' }))
  const form = await dialog()
  const field = form.getByRole('textbox', { name: /Severity 4/ })
  await portal.user.clear(field)
  await portal.user.type(field, '3')
  await portal.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(portal.sent()).toMatchObject([
      { minutesOfSeverity4: 3, minutesOfSeverity3: 10, slots: [night] },
    ]),
  )
  expect(await form.findByText('The on-call plan was not changed')).toBeTruthy()
})

test('who may not edit wards reads the plan and is offered nothing', async () => {
  open(plan, ['view_wards'])
  await table()
  expect(screen.queryByRole('button', { name: 'Add a time' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
})
