import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import type { Runtime } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { addToWatchList, patientRecord } from '../../src/data/patient'
import { virtualWard } from '../../src/data/virtual-ward'

let server: FlowServer
let tablet: Tablet
let signIns = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const ward = { take: 50, skip: 0, sort: [{ field: 'lastName', direction: 'ASC' }] } as const

/** A browser that keeps nothing: the databases are the page's own memory. */
const openPrivate = async (): Promise<{ readonly tab: Runtime; readonly patientId: string }> => {
  tablet.token = `${server.uid('nurse@riverside.example')}~private${(signIns += 1)}`
  const tab = await tablet.openTab({ keepsNothing: true, following: true })
  expect(await tab.session.completeSignIn('lantern-harbour-violet')).toMatchObject({ kind: 'done' })
  const patientId = server.patient('Respiratory Ward', 0).id
  await tab.refresh(patientRecord, { patientId })
  return { tab, patientId }
}

test('work goes on while connected: what is read is shown, and saved is said only once the server has it', async () => {
  const { tab, patientId } = await openPrivate()
  await until(tab.watch(virtualWard, ward), ({ ready, rows }) => ready && rows.length > 10)
  expect(tab.storage.get()).toMatchObject({ nothingKept: { waiting: 0 }, evicted: null })
  const done = await tab.run(addPatientNote, { patientId, text: 'Written in a private window' })
  expect(done.kind).toBe('done')
  expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual([
    'Written in a private window',
  ])
  await until(tab.watch(patientNotes, { patientId }), ({ rows }) =>
    rows.some(
      ({ text, waiting }) => text === 'Written in a private window' && waiting === undefined,
    ),
  )
  expect(tablet.sent).toContain('SyncPush')
  expect(tab.outbox.get()).toEqual([])
})

test('offline nothing is said to be saved: what waits elsewhere is refused here, with the reason', async () => {
  const { tab, patientId } = await openPrivate()
  tablet.network = 'down'
  tablet.hint()
  await until(tab.connection, ({ state }) => state === 'offline')
  tablet.sent.splice(0)
  for (const [command, input] of [
    [addPatientNote, { patientId, text: 'Nowhere to wait' }],
    [addToWatchList, { patientId }],
  ] as const) {
    expect(
      await tab.run(command as typeof addPatientNote, input as { patientId: string; text: string }),
    ).toMatchObject({
      kind: 'refused',
      problem: {
        kind: 'network',
        code: 'network:needs-connection',
      },
    })
  }
  expect(tab.outbox.get()).toEqual([])
  const draft = tab.draft(`note ${patientId}`)
  draft.set('Half a sentence')
  await tab.pause()
  expect(draft.get()).toMatchObject({ text: 'Half a sentence', kept: false })
  tablet.reconnect()
  await until(tab.connection, ({ state }) => state === 'live')
  expect((await server.notesOf(patientId)).map(({ text }) => text)).not.toContain('Nowhere to wait')
})

test('an answer that was lost is said to be lost; asked again as the same, it is told and nothing is done twice', async () => {
  const { tab, patientId } = await openPrivate()
  const input = { patientId, text: 'Heard, not answered' }
  const written = async () =>
    (await server.notesOf(patientId)).filter(({ text }) => text === input.text).length
  tablet.network = 'deaf'
  const lost = await tab.run(addPatientNote, input)
  expect(lost).toMatchObject({
    kind: 'refused',
    problem: {
      code: 'network:outcome-unknown',
    },
  })
  const as = lost.kind === 'refused' ? lost.unknown : undefined
  expect(as).toBeDefined()
  expect(await tab.run(addPatientNote, input, null, as)).toMatchObject({ unknown: as })
  tablet.network = 'up'
  expect(await written()).toBe(1)
  expect(await tab.run(addPatientNote, input, null, as)).toMatchObject({ kind: 'done' })
  expect(await written()).toBe(1)
})

test('what the server does not take is in the list of waiting work, as anywhere, with the reason', async () => {
  const { tab, patientId } = await openPrivate()
  const done = await tab.run(
    addPatientNote,
    { patientId, text: 'About whom?' },
    {
      name: 'Somebody Else',
      birthDate: '1901-01-01',
      identifierLast4: '0000',
      revision: 1,
    },
  )
  expect(done.kind).toBe('saved')
  const listed = await until(tab.outbox, ([item]) => item?.problem != null)
  expect(listed).toMatchObject([{ state: 'refused', input: { text: 'About whom?' } }])
  expect((await server.notesOf(patientId)).map(({ text }) => text)).not.toContain('About whom?')
})

test('two pages of such a browser send each what it has: they have nothing to take turns over', async () => {
  const first = await openPrivate()
  const second = await openPrivate()
  for (const { tab, patientId } of [first, second, first])
    expect(
      await tab.run(addPatientNote, { patientId, text: `In ${tab === first.tab ? 1 : 2}` }),
    ).toMatchObject({ kind: 'done' })
})
