// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Referral, Task } from '../../../src/data/referral'
import type { Feature, Permission } from '../../../src/domain/access/permissions'
import type { TaskStatus } from '../../../src/domain/referral/task'
import { tasksRoom } from '../../../src/features/tasks'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

beforeEach(() => {
  globalThis.ResizeObserver = class {
    observe = (): void => undefined
    unobserve = (): void => undefined
    disconnect = (): void => undefined
  }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const riverside = { id: 'riverside', name: 'Riverside Virtual Ward', address: null }
const willowbank = { id: 'willowbank', name: 'Willowbank Care Home', address: null }
const referralOf = (id: string, over: Partial<Referral> = {}): Referral => ({
  id: `r-${id}`,
  organization: riverside,
  destinationOrganization: willowbank,
  referringUser: { id: 'u9', firstName: 'Nia', lastName: 'Okafor' },
  reason: { reason: 'WorkLoad', comment: null },
  data: {
    supportingInformation: `What is known of ${id}`,
    shouldDischargeOnAcceptance: true,
  },
  status: 'Pending',
  rejectionReason: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-01-05T14:32:00.000Z',
  ...over,
})
const taskOf = (id: string, over: Partial<Task> = {}): Task => ({
  id: `t-${id}`,
  type: 'IncomingReferral',
  status: 'NotStarted',
  references: [{ type: 'referral', id: `r-${id}` }],
  assignee: null,
  patient: {
    id: `p-${id}`,
    firstName: id,
    lastName: 'Ash',
    birthDate: '1944-03-02',
    gender: 'female',
    nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
    mayOpen: false,
  },
  isAdmittedAtSender: true,
  endsStay: true,
  awaitsAdmission: false,
  referral: referralOf(id),
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-01-05T14:32:00.000Z',
  ...over,
})
const page = (...items: readonly Task[]) => done({ items, total: items.length })
const acceptedOf = (id: string, discharges = true): Task => {
  const { patient, ...task } = taskOf(id, {
    status: 'Completed',
    isAdmittedAtSender: !discharges,
    endsStay: false,
    awaitsAdmission: true,
    referral: referralOf(id, {
      status: 'Accepted',
      data: { supportingInformation: 'x', shouldDischargeOnAcceptance: discharges },
    }),
  })
  return { ...task, patient: patient && { ...patient, mayOpen: true } }
}

interface Asked {
  readonly statuses: readonly TaskStatus[]
  readonly skip: number
  readonly take: number
}
interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  /** What the list is answered with. */
  readonly list?: (asked: Asked) => unknown
  /** How many tasks are active. */
  readonly active?: number
  /** What a command is answered with, by its name. */
  readonly answers?: Readonly<Record<string, () => unknown>>
}
/** The list as somebody opens it who may decide. */
const open = (
  path = '/tasks/active',
  {
    permissions = ['view_patients', 'edit_patients', 'admit_ward_patients'],
    features = ['referrals', 'wards'],
    list = () => page(taskOf('Ann'), taskOf('Bea')),
    active = 2,
    answers = {},
  }: Given = {},
) => {
  const portal = openPortal(path, {
    session: signedIn(meOf({ permissions, features })),
    rooms: [tasksRoom],
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) => {
        if (name !== 'tasks') return rest?.(name, input)
        return (input as Asked).take === 0
          ? done({ items: [], total: active })
          : list(input as Asked)
      })
      run.mockImplementation(async (name) => answers[name]?.() ?? done(null))
    },
  })
  return {
    ...portal,
    sent: (name: string) =>
      portal.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    asked: () =>
      portal.ask.mock.calls.flatMap(([name, input]) => (name === 'tasks' ? [input] : [])),
  }
}
type Portal = ReturnType<typeof open>
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const pressIn = async ({ user }: Portal, row: string, name: string) =>
  user.click(within(await rowOf(row)).getByRole('button', { name }))
const dialog = (name: string, role: 'dialog' | 'alertdialog' = 'dialog') =>
  screen.findByRole(role, { name })
const goOffline = async ({ connection }: Portal) =>
  act(async () => connection.set({ ...connection.get(), state: 'offline' }))

describe('the page', () => {
  test('O183 O185 P055 /tasks and any other last segment lead to the active tasks', async () => {
    for (const path of ['/tasks', '/tasks/', '/tasks/mine', '/tasks/active/more']) {
      const { at } = open(path)
      await waitFor(() => expect(at()).toBe('/tasks/active'))
      expect(await screen.findByRole('table', { name: 'Active tasks' })).toBeTruthy()
      cleanup()
    }
  })

  test('O186 O187 O188 title, subtitle, and a tooltip at each tab', async () => {
    const { user } = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Task List' })).toBeTruthy()
    expect(screen.getByText('View and manage your tasks')).toBeTruthy()
    for (const [tab, tooltip] of [
      ['Active', 'View active tasks'],
      ['Completed', 'View completed tasks'],
      ['Cancelled', 'View cancelled tasks'],
    ] as const) {
      await user.hover(screen.getByRole('tab', { name: tab }))
      expect((await screen.findByRole('tooltip')).textContent).toBe(tooltip)
      await user.unhover(screen.getByRole('tab', { name: tab }))
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    }
  })

  const tabs = [
    ['active', ['InProgress', 'NotStarted']],
    ['completed', ['Completed']],
    ['cancelled', ['Cancelled']],
  ] as const
  test.each(tabs)('O184 O282 /tasks/%s asks for the tasks of its tab', async (tab, statuses) => {
    const { at, asked } = open(`/tasks/${tab}`)
    await rowOf('Ann')
    expect(at()).toBe(`/tasks/${tab}`)
    expect(asked()).toContainEqual({ statuses, skip: 0, take: 20 })
    expect(screen.getAllByRole('tab', { selected: true })[0]?.textContent?.toLowerCase()).toBe(tab)
  })

  test('without the flag there is no entry, and the address leads elsewhere', async () => {
    const { at, asked } = open('/tasks/active', { features: ['wards'] })
    await waitFor(() => expect(at()).toBe('/virtual-ward'))
    expect(screen.queryByRole('link', { name: /^Tasks/ })).toBeNull()
    expect(asked()).toEqual([])
  })

  test('the navigation tells how many are active, of a question for the total alone', async () => {
    const { asked } = open('/virtual-ward', { active: 3 })
    expect(await screen.findByRole('link', { name: 'Tasks, 3 active tasks' })).toBeTruthy()
    expect(asked()).toEqual([{ statuses: ['InProgress', 'NotStarted'], skip: 0, take: 0 }])
    cleanup()
    open('/virtual-ward', { active: 0 })
    expect(await screen.findByRole('link', { name: 'Tasks' })).toBeTruthy()
  })
})

describe('a row', () => {
  test('O189 O191 tells patient, sender, reason, statement, when and status', async () => {
    open('/tasks/active', {
      list: () =>
        page(
          taskOf('Ann', {
            referral: referralOf('Ann', { reason: { reason: 'Other', comment: 'No lift' } }),
          }),
        ),
    })
    const row = within(await rowOf('ASH, Ann'))
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(0, 6)
        .map(({ textContent }) => textContent),
    ).toEqual(['Patient', 'From organisation', 'Reason', 'Statement', 'Created', 'Status'])
    for (const text of ['Riverside Virtual Ward', 'No lift', 'What is known of Ann', 'Not started'])
      expect(row.getByText(text)).toBeTruthy()
    expect(row.getByRole('cell', { name: /Other/ })).toBeTruthy()
    expect(row.getByRole('cell', { name: /05-Jan-2026/ })).toBeTruthy()
  })

  test('a long statement is cut at two lines, and shown whole when asked', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(120)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40)
    const { user } = open('/tasks/active', { list: () => page(taskOf('Ann')) })
    const text = await screen.findByText('What is known of Ann')
    expect(text.dataset['open']).toBe('false')
    const toggle = screen.getByRole('button', { name: 'Show all, statement about ASH, Ann' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await user.click(toggle)
    expect(text.dataset['open']).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Show less, statement about ASH, Ann' }))
    expect(text.dataset['open']).toBe('false')
  })

  test('one that fits has nothing to press', async () => {
    open('/tasks/active', { list: () => page(taskOf('Ann')) })
    await screen.findByText('What is known of Ann')
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
  })

  test('of what its sender withdrew nothing is told but that', async () => {
    open('/tasks/cancelled', {
      list: () =>
        page(
          taskOf('Ann', {
            status: 'Cancelled',
            patient: null,
            referral: referralOf('Ann', { status: 'Cancelled', reason: null, data: null }),
          }),
        ),
    })
    const row = within(await rowOf('Withdrawn'))
    expect(row.getByText('Riverside Virtual Ward')).toBeTruthy()
    expect(screen.queryByText(/Ann/)).toBeNull()
  })
})

describe('a task that is opened', () => {
  test('is in progress from then on, told once, and shows what its sender tells', async () => {
    const portal = open()
    await portal.user.click(within(await rowOf('Ann')).getByRole('link'))
    const drawer = within(await dialog('Referral of ASH, Ann'))
    expect(portal.at()).toBe('/tasks/active?detail=t-Ann')
    for (const text of ['Nia Okafor', 'What is known of Ann', '943 476 5919', 'Workload'])
      expect(drawer.getByText(text)).toBeTruthy()
    expect(
      drawer.getByText('Riverside Virtual Ward discharges the patient at the moment you accept.'),
    ).toBeTruthy()
    await waitFor(() => expect(portal.sent('openTask')).toEqual([{ taskId: 't-Ann' }]))
    await portal.user.click(drawer.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(portal.at()).toBe('/tasks/active'))
    expect(portal.sent('openTask')).toHaveLength(1)
  })

  test.each<[string, Partial<Task>, Given]>([
    ['that somebody opened before', { status: 'InProgress' }, {}],
    ['by who reads only', {}, { permissions: ['view_patients'] }],
  ])('%s stays as it is', async (_what, over, given) => {
    const portal = open('/tasks/active?detail=t-Ann', {
      list: () => page(taskOf('Ann', over)),
      ...given,
    })
    await dialog('Referral of ASH, Ann')
    expect(portal.sent('openTask')).toEqual([])
  })
})

describe('accepting', () => {
  test('O190 asks, accepts, and leads on to the admission with the referral', async () => {
    const portal = open('/tasks/active', {
      answers: { acceptReferral: () => done(acceptedOf('Ann')) },
    })
    await pressIn(portal, 'Ann', 'Accept')
    const sure = within(await dialog('Accept the referral', 'alertdialog'))
    expect(
      sure.getByText('Riverside Virtual Ward discharges the patient at the moment you accept.'),
    ).toBeTruthy()
    // Who it is, beyond the name.
    expect(sure.getByText(/02-Mar-1944/)).toBeTruthy()
    expect(sure.getByText('943 476 5919')).toBeTruthy()
    expect(portal.sent('acceptReferral')).toEqual([])
    await portal.user.click(sure.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(portal.sent('acceptReferral')).toEqual([{ referralId: 'r-Ann' }]))
    const told = within(await dialog('Referral accepted'))
    await portal.user.click(told.getByRole('button', { name: 'Admit to ward' }))
    await waitFor(() => expect(portal.at()).toContain('dialog=admit&referral=r-Ann'))
    expect(portal.at()).toContain('/patient/p-Ann')
  })

  test('without a discharge it says why they cannot be admitted yet, and leads to the record', async () => {
    const portal = open('/tasks/active', {
      list: () =>
        page(
          taskOf('Ann', {
            endsStay: false,
            referral: referralOf('Ann', {
              data: { supportingInformation: 'x', shouldDischargeOnAcceptance: false },
            }),
          }),
        ),
      answers: { acceptReferral: () => done(acceptedOf('Ann', false)) },
    })
    await pressIn(portal, 'Ann', 'Accept')
    const sure = within(await dialog('Accept the referral', 'alertdialog'))
    expect(sure.getByText(/stays admitted at Riverside Virtual Ward/)).toBeTruthy()
    await portal.user.click(sure.getByRole('button', { name: 'Accept' }))
    const told = within(await dialog('Referral accepted'))
    expect(
      told.getByText(
        'While the patient is admitted at Riverside Virtual Ward they cannot be admitted here.',
      ),
    ).toBeTruthy()
    expect(told.queryByRole('button', { name: 'Admit to ward' })).toBeNull()
    expect(told.getByRole('button', { name: 'Open record' })).toBeTruthy()
  })

  test('who may not admit is told who does', async () => {
    const portal = open('/tasks/active', {
      permissions: ['view_patients', 'edit_patients'],
      answers: { acceptReferral: () => done(acceptedOf('Ann')) },
    })
    await pressIn(portal, 'Ann', 'Accept')
    const sure = within(await dialog('Accept the referral', 'alertdialog'))
    await portal.user.click(sure.getByRole('button', { name: 'Accept' }))
    const told = within(await dialog('Referral accepted'))
    expect(told.getByText('A colleague who may admit patients takes it from here.')).toBeTruthy()
    expect(told.queryByRole('button', { name: 'Admit to ward' })).toBeNull()
  })

  test('O460 a failure is said in the dialog, with why', async () => {
    const portal = open('/tasks/active', {
      answers: {
        acceptReferral: () => refused('This referral was cancelled by its sender', 'conflict'),
      },
    })
    await pressIn(portal, 'Ann', 'Accept')
    const sure = within(await dialog('Accept the referral', 'alertdialog'))
    await portal.user.click(sure.getByRole('button', { name: 'Accept' }))
    expect(await sure.findByText('An error occurred when accepting the referral')).toBeTruthy()
    expect(sure.getByText(/This referral was cancelled by its sender/)).toBeTruthy()
  })
})

describe('where the patient is', () => {
  const accepting = async (over: Partial<Task>, accepted: Task, given: Given = {}) => {
    const portal = open('/tasks/active', {
      list: () => page(taskOf('Ann', over)),
      answers: { acceptReferral: () => done(accepted) },
      ...given,
    })
    await pressIn(portal, 'Ann', 'Accept')
    const sure = await dialog('Accept the referral', 'alertdialog')
    const asked = sure.textContent
    await portal.user.click(within(sure).getByRole('button', { name: 'Accept' }))
    return { portal, asked, told: within(await dialog('Referral accepted')) }
  }
  const readOnlyHere = { features: ['referrals'] } as const
  const free = { isAdmittedAtSender: false, endsStay: false } as const

  test('who is admitted nowhere at the sender can be admitted at once', async () => {
    const { asked, told } = await accepting(free, { ...acceptedOf('Ann'), ...free })
    expect(asked).toContain(
      'The patient is not admitted at Riverside Virtual Ward. You can admit them once you have accepted.',
    )
    expect(told.getByRole('button', { name: 'Admit to ward' })).toBeTruthy()
  })

  test('who was admitted there again stays there, and both dialogs say so', async () => {
    const { asked, told } = await accepting({ endsStay: false }, acceptedOf('Ann', false))
    expect(asked).toContain('was admitted at Riverside Virtual Ward again and stays there')
    expect(asked).toContain('accepting discharges nobody')
    expect(told.queryByRole('button', { name: 'Admit to ward' })).toBeNull()
  })

  test('an organisation without wards is told of no admission here', async () => {
    const { asked, told } = await accepting(free, { ...acceptedOf('Ann'), ...free }, readOnlyHere)
    expect(asked).toContain('You can read the record once you have accepted.')
    expect(asked).not.toContain('admit them')
    expect(told.getByText('You can read the record now.')).toBeTruthy()
    expect(told.queryByRole('button', { name: 'Admit to ward' })).toBeNull()
  })

  test('who was accepted and not admitted is reminded of, in the row and in the drawer', async () => {
    const portal = open('/tasks/completed', { list: () => page(acceptedOf('Ann')) })
    const row = within(await rowOf('Ann'))
    expect(row.getByText('Not admitted yet')).toBeTruthy()
    await portal.user.click(row.getByRole('link'))
    const drawer = within(await dialog('Referral of ASH, Ann'))
    expect(drawer.getByText('Accepted, not admitted yet.')).toBeTruthy()
    await portal.user.click(drawer.getByRole('button', { name: 'Admit to ward' }))
    await waitFor(() => expect(portal.at()).toContain('dialog=admit&referral=r-Ann'))
  })

  test.each<[string, Task, Given]>([
    ['who may not admit', acceptedOf('Ann'), { permissions: ['view_patients', 'edit_patients'] }],
    ['while the sender has them', acceptedOf('Ann', false), {}],
    ['once they are admitted', { ...acceptedOf('Ann'), awaitsAdmission: false }, {}],
  ])('%s: nothing to press', async (_who, task, given) => {
    open('/tasks/completed', { list: () => page(task), ...given })
    expect(within(await rowOf('Ann')).queryByRole('button', { name: 'Admit to ward' })).toBeNull()
  })

  test('whom the sender has no more can only be rejected', async () => {
    const gone = taskOf('Ann', {
      ...free,
      patient: null,
      status: 'InProgress',
      referral: referralOf('Ann', { reason: null, data: null }),
    })
    const portal = open('/tasks/active?detail=t-Ann', { list: () => page(gone) })
    const drawer = within(await dialog('Referral'))
    expect(drawer.getByText(/no longer a patient of the sender/)).toBeTruthy()
    expect(screen.queryByText('Withdrawn')).toBeNull()
    expect(drawer.queryByRole('button', { name: 'Accept' })).toBeNull()
    await portal.user.click(drawer.getByRole('button', { name: 'Reject' }))
    const form = within(await dialog('Reject the referral'))
    expect(form.getByText(/is told that the referral was not accepted, and why/)).toBeTruthy()
  })
})

describe('rejecting', () => {
  test('O190 asks why, and sends it', async () => {
    const portal = open()
    await pressIn(portal, 'Bea', 'Reject')
    const form = within(await dialog('Reject the referral'))
    await portal.user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('Required')).toBeTruthy()
    expect(portal.sent('rejectReferral')).toEqual([])
    await portal.user.type(form.getByRole('textbox', { name: /Reason/ }), '  No bed is free  ')
    await portal.user.click(form.getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(portal.sent('rejectReferral')).toEqual([
        { referralId: 'r-Bea', reason: 'No bed is free' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('O460 a failure is said, and the reason stays', async () => {
    const portal = open('/tasks/active', {
      answers: { rejectReferral: () => refused('The server failed') },
    })
    await pressIn(portal, 'Bea', 'Reject')
    const form = within(await dialog('Reject the referral'))
    await portal.user.type(form.getByRole('textbox', { name: /Reason/ }), 'No bed')
    await portal.user.click(form.getByRole('button', { name: 'Reject' }))
    expect(await form.findByText('An error occurred when rejecting the referral')).toBeTruthy()
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }).value).toBe('No bed')
  })
})

describe('the states of the list', () => {
  test.each([
    ['active', 'No active tasks'],
    ['completed', 'No completed tasks'],
    ['cancelled', 'No cancelled tasks'],
  ])('%s: without any it says so', async (tab, title) => {
    open(`/tasks/${tab}`, { list: () => page() })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  test('a failure is said, and asked again', async () => {
    let fails = true
    const portal = open('/tasks/active', {
      list: () => (fails ? refused('The server failed') : page(taskOf('Ann'))),
    })
    expect(await screen.findByText('Failed to load tasks')).toBeTruthy()
    fails = false
    await portal.user.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    expect(await rowOf('Ann')).toBeTruthy()
  })

  test('offline the list stays with its age, and nothing can be decided, with the reason', async () => {
    const portal = open()
    await rowOf('Ann')
    await goOffline(portal)
    const accept = within(await rowOf('Ann')).getByRole('button', { name: 'Accept' })
    expect(accept.getAttribute('aria-disabled')).toBe('true')
    await portal.user.hover(accept)
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/connection|offline/i)
    await portal.user.click(accept)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('K22 who may not edit patients reads the tasks, and decides nothing', async () => {
    open('/tasks/active', { permissions: ['view_patients'] })
    const row = within(await rowOf('Ann'))
    expect(row.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(row.queryByRole('button', { name: 'Reject' })).toBeNull()
    expect(
      screen.getByText(
        'You can read the tasks. Colleagues who may edit patients accept and reject referrals.',
      ),
    ).toBeTruthy()
  })

  test('what is over has nothing to decide', async () => {
    open('/tasks/completed', { list: () => page(acceptedOf('Ann')) })
    const row = within(await rowOf('Ann'))
    expect(row.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(row.getByText('Completed')).toBeTruthy()
  })
})
