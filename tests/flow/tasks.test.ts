import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { addTask, changeTask, endTask } from '../../src/data/task'
import { patientOnBoard, virtualWard } from '../../src/data/virtual-ward'
import { patientRecord } from '../../src/data/patient'
import { openTasks, tasksPart, type WithTasks } from '../../src/domain/task/task'
import { unsentOf } from '../../src/domain/sync/unsent'
import type { CommandResult, Runtime } from '../../src/engine/define'
import { writtenInShort } from '../../src/features/sync/written.view'
import { syncTexts } from '../../src/texts/sync'

let server: FlowServer
let tablet: Tablet
let other: Tablet
let used = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
  other = createTablet(server)
})
afterEach(async () => {
  await tablet.closeAll()
  await other.closeAll()
})

const signIn = async (on: Tablet, email: string): Promise<Runtime> => {
  on.token = `${server.uid(email)}~tasks${(used += 1)}`
  const tab = await on.openTab({})
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nurse = () => signIn(tablet, 'nurse@riverside.example')
const manager = () => signIn(other, 'admin@riverside.example')
let patients = 0
/** Another patient at each call. */
const nextPatient = (): string => server.patient('Respiratory Ward', (patients += 1)).id
const empty = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)
/** Waits until the server has what was saved. */
const sent = async (tab: Runtime, result: CommandResult<unknown>): Promise<void> => {
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  await until(tab.outbox, (items) => items.some(({ id }) => id === result.id))
  await until(tab.outbox, (items) => !items.some(({ id }) => id === result.id))
}
const board = { take: 50, skip: 0, sort: [] }
const at = (minutes: number): string =>
  new Date(Math.round(Date.now() / 60_000) * 60_000 + minutes * 60_000).toISOString()
const onRecord = async (
  tab: Runtime,
  patientId: string,
  isWanted: (row: WithTasks) => boolean,
): Promise<WithTasks> => {
  const { rows } = await until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) => row !== undefined && isWanted(row),
  )
  return rows[0] ?? { tasks: [] }
}
const onCard = async (
  tab: Runtime,
  patientId: string,
  isWanted: (row: WithTasks) => boolean,
): Promise<WithTasks> => {
  const { rows } = await until(
    tab.watch(patientOnBoard, { patientId }),
    ({ rows: [row] }) => row !== undefined && isWanted(row),
  )
  return rows[0] ?? { tasks: [] }
}
const stored = (patientId: string) =>
  server.database.asSystem((trx) =>
    trx
      .selectFrom('patient_task')
      .select(['id', 'text', 'assignee_id', 'ended_as', 'outcome'])
      .where('patient_id', '=', patientId)
      .orderBy('created_at')
      .execute(),
  )

test('a task that is written without a line is on card and record at once as not sent, and with it stored once', async () => {
  const tab = await nurse()
  const patientId = nextPatient()
  await open(tab, patientId)
  await tab.refresh(virtualWard, board)
  await goOffline(tablet, tab)
  await tab.run(addTask, { patientId, text: 'Ring the daughter', dueAt: at(60), isMine: true })
  for (const shown of [onRecord, onCard]) {
    const row = await shown(tab, patientId, ({ tasks }) => tasks.length === 1)
    expect(openTasks(row)).toMatchObject([
      {
        text: 'Ring the daughter',
        dueAt: at(60),
        assignee: { id: server.uid('nurse@riverside.example') },
      },
    ])
    expect(unsentOf(row, tasksPart)).toMatchObject({ state: 'waiting', isShown: true })
  }
  expect(await stored(patientId)).toEqual([])
  tablet.reconnect()
  await empty(tab)
  for (const shown of [onRecord, onCard]) {
    const row = await shown(tab, patientId, ({ tasks: [task] }) => (task?.revision ?? 0) > 0)
    expect(unsentOf(row, tasksPart)).toBeNull()
  }
  expect(await stored(patientId)).toMatchObject([{ text: 'Ring the daughter', ended_as: null }])
})

test('of two tablets one takes a task on, the other has done it without a line: it is done, and nothing asks for it any more', async () => {
  const [tab, colleague] = [await nurse(), await manager()]
  const patientId = nextPatient()
  await open(tab, patientId)
  await open(colleague, patientId)
  await sent(
    tab,
    await tab.run(addTask, { patientId, text: 'Bloods', dueAt: at(30), isMine: false }),
  )
  await colleague.refresh(patientRecord, { patientId })
  const theirs = await onRecord(colleague, patientId, ({ tasks }) => tasks.length === 1)
  const taskId = theirs.tasks[0]?.id ?? ''
  await goOffline(other, colleague)
  await colleague.run(endTask, {
    patientId,
    taskId,
    text: 'Bloods',
    as: 'done',
    outcome: 'Taken, sent to the lab',
  })
  await sent(tab, await tab.run(changeTask, { patientId, taskId, text: 'Bloods', isMine: true }))
  expect(await stored(patientId)).toMatchObject([
    { assignee_id: server.uid('nurse@riverside.example'), ended_as: null },
  ])
  other.reconnect()
  await empty(colleague)
  await sent(tab, await tab.run(changeTask, { patientId, taskId, text: 'Bloods', isMine: false }))
  const row = await onRecord(tab, patientId, ({ tasks: [task] }) => Boolean(task?.end))
  expect(openTasks(row)).toEqual([])
  expect(row.tasks).toMatchObject([
    {
      assignee: { id: server.uid('nurse@riverside.example') },
      end: {
        as: 'done',
        outcome: 'Taken, sent to the lab',
        by: { id: server.uid('admin@riverside.example') },
      },
    },
  ])
  await tab.refresh(virtualWard, board)
  const card = await onCard(tab, patientId, ({ tasks }) => tasks.length === 0)
  expect(card.tasks).toEqual([])
  const log = await server.database.asSystem((trx) =>
    trx
      .selectFrom('action_log')
      .select(['action'])
      .where('patient_id', '=', patientId)
      .where('entity_type', '=', 'patientTask')
      .orderBy('seq')
      .execute(),
  )
  expect(log.map(({ action }) => action)).toEqual(['addTask', 'changeTask', 'completeTask'])
})

test('what was done was done, also where a colleague called it off meanwhile; nobody gives back what a colleague took on', async () => {
  const [tab, colleague] = [await nurse(), await manager()]
  const patientId = nextPatient()
  await open(tab, patientId)
  await open(colleague, patientId)
  await sent(
    tab,
    await tab.run(addTask, { patientId, text: 'Bloods', dueAt: at(30), isMine: true }),
  )
  await colleague.refresh(patientRecord, { patientId })
  const { tasks } = await onRecord(colleague, patientId, (row) => row.tasks.length === 1)
  const taskId = tasks[0]?.id ?? ''
  await sent(
    colleague,
    await colleague.run(changeTask, { patientId, taskId, text: 'Bloods', isMine: false }),
  )
  expect(await stored(patientId)).toMatchObject([
    { assignee_id: server.uid('nurse@riverside.example') },
  ])
  await goOffline(tablet, tab)
  await tab.run(endTask, {
    patientId,
    taskId,
    text: 'Bloods',
    as: 'done',
    outcome: 'K 6.8, told Dr Lee',
  })
  await sent(
    colleague,
    await colleague.run(endTask, {
      patientId,
      taskId,
      text: 'Bloods',
      as: 'cancelled',
      outcome: 'Not needed',
    }),
  )
  tablet.reconnect()
  await empty(tab)
  expect(await stored(patientId)).toMatchObject([
    { ended_as: 'done', outcome: 'K 6.8, told Dr Lee' },
  ])
})

test('of two changes of one field the last captured counts, whichever arrives first', async () => {
  const [tab, colleague] = [await nurse(), await manager()]
  const patientId = nextPatient()
  await open(tab, patientId)
  await open(colleague, patientId)
  await sent(
    tab,
    await tab.run(addTask, { patientId, text: 'Bloods', dueAt: at(30), isMine: false }),
  )
  await colleague.refresh(patientRecord, { patientId })
  const { tasks } = await onRecord(colleague, patientId, (row) => row.tasks.length === 1)
  const taskId = tasks[0]?.id ?? ''
  await goOffline(other, colleague)
  await colleague.run(changeTask, {
    patientId,
    taskId,
    text: 'Bloods',
    dueAt: at(90),
    isMine: true,
  })
  await sent(tab, await tab.run(changeTask, { patientId, taskId, text: 'Bloods', dueAt: at(120) }))
  other.reconnect()
  await empty(colleague)
  const row = await onRecord(
    colleague,
    patientId,
    ({ tasks: [task] }) => task?.dueAt === at(120) && task.assignee !== null,
  )
  expect(row.tasks).toMatchObject([{ assignee: { id: server.uid('admin@riverside.example') } }])
})

test('what waits is told in words in the list of what is not sent', () => {
  expect(
    writtenInShort(
      {
        op: 'addTask',
        state: 'waiting',
        mayBeDone: false,
        isLost: false,
        input: {
          patientId: 'p',
          text: 'Ring the daughter',
          dueAt: '2026-03-02T15:00:00.000Z',
          isMine: true,
        },
      },
      syncTexts('en-GB'),
      'en-GB',
    ),
  ).toContain('Ring the daughter')
})
