import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { addPatientNote, patientNotes } from '../../src/data/note'
import type { Observable, Runtime, Shown, ViewState } from '../../src/data/kit'
import type { PatientNote } from '../../src/domain/note/note'

let server: FlowServer
let tablet: Tablet
let next = 0
let signIns = 0

beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(() => { tablet = createTablet(server) })
afterEach(() => tablet.closeAll())

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** A patient whom no test of this file has used. */
const freshPatient = (): string => server.patient('Respiratory Ward', (next += 1) - 1).id
const notes = (tab: Runtime, patientId: string): Observable<ViewState<PatientNote>> => tab.watch(patientNotes, { patientId })
const texts = (rows: readonly Shown<PatientNote>[]) => rows.map((row) => `${row.text}${row.waiting === undefined ? '' : ` (${row.waiting.state})`}`)
const shows = (...wanted: readonly string[]) => (state: ViewState<PatientNote>): boolean =>
  state.ready && JSON.stringify(texts(state.rows)) === JSON.stringify(wanted)
const isSent = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)
const write = async (tab: Runtime, patientId: string, text: string): Promise<string> => {
  const result = await tab.run(addPatientNote, { patientId, text })
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}

describe('a note', () => {
  test('written offline is still waiting after a reload, and on the server exactly once when the network is back', async () => {
    const patientId = freshPatient()
    const first = await signIn()
    tablet.network = 'down'
    const id = await write(first, patientId, 'Slept well')
    await until(notes(first, patientId), shows('Slept well (waiting)'))
    await first.close()

    const second = await tablet.openTab()
    expect(second.session.get().status).toBe('signed-in')
    const view = notes(second, patientId)
    await until(view, (state) => state.rows.some((row) => row.waiting !== undefined))
    expect(await server.notesOf(patientId)).toEqual([])
    await until(second.connection, ({ state }) => state === 'offline')
    expect(second.connection.get().waiting).toBe(1)

    tablet.reconnect()
    await until(view, shows('Slept well'))
    await isSent(second)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Slept well' }])
    await until(second.connection, ({ state }) => state === 'live')
  })

  test('is written once when the answer was lost after the server kept it', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    tablet.network = 'deaf'
    const view = notes(tab, patientId)
    const id = await write(tab, patientId, 'Ate half of lunch')
    await until(view, (state) => state.rows.some((row) => row.waiting !== undefined))
    await until(tab.connection, ({ state }) => state === 'offline')
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Ate half of lunch' }])
    expect(tab.connection.get().waiting).toBe(1)
    tablet.reconnect()
    await until(view, shows('Ate half of lunch'))
    await isSent(tab)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Ate half of lunch' }])
  })

  test('never leaves the screen and never shows twice while it settles', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await tab.refresh(patientNotes, { patientId })
    const view = notes(tab, patientId)
    const seen: string[][] = []
    view.subscribe(() => { if (view.get().ready) seen.push(view.get().rows.map((row) => row.id)) })
    await until(view, shows())
    const id = await write(tab, patientId, 'Walked to the door')
    await until(view, shows('Walked to the door'))
    await isSent(tab)
    await tab.refresh(patientNotes, { patientId })
    const since = seen.slice(seen.findIndex((ids) => ids.length > 0))
    expect(since.length).toBeGreaterThan(1)
    expect(since.every((ids) => ids.length === 1 && ids[0] === id)).toBe(true)
  })

  test('of two tabs are both sent, each once, in the order of writing', async () => {
    const patientId = freshPatient()
    const one = await signIn()
    const two = await tablet.openTab()
    tablet.network = 'down'
    await write(one, patientId, 'First')
    await write(two, patientId, 'Second')
    await write(one, patientId, 'Third')
    await until(notes(two, patientId), (state) => state.rows.length === 3)
    tablet.reconnect()
    await Promise.all([isSent(one), isSent(two)])
    expect((await server.notesOf(patientId)).map((note) => note.text)).toEqual(['First', 'Second', 'Third'])
  })

  test('stays through a 401 and goes out after the next sign-in', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    tablet.network = 'down'
    const id = await write(tab, patientId, 'Refused the inhaler')
    server.refused.add(tablet.token ?? '')
    tablet.reconnect()
    const ended = await until(tab.session, ({ status }) => status === 'signed-out')
    expect(ended).toMatchObject({ ended: 'unauthorized' })
    expect(await server.notesOf(patientId)).toEqual([])

    tablet.token = `${server.uid('nurse@riverside.example')}~fresh`
    await tab.session.completeSignIn()
    const view = notes(tab, patientId)
    // A screen asks the server as it opens; the note is on its way at the same time, whichever comes first.
    await until(tab.connection, ({ state, waiting }) => state === 'live' && waiting === 0)
    while ((await server.notesOf(patientId)).length === 0) await new Promise((resolve) => { setImmediate(resolve) })
    await tab.refresh(patientNotes, { patientId })
    await until(view, shows('Refused the inhaler'))
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Refused the inhaler' }])
  })

  test('that the server refuses stays visible with the reason until a person discards it', async () => {
    const foreign = server.patient('Garden Wing', 0).id
    const tab = await signIn()
    const view = notes(tab, foreign)
    const id = await write(tab, foreign, 'Written for somebody else\'s patient')
    const state: ViewState<PatientNote> = await until(view, shows('Written for somebody else\'s patient (refused)'))
    expect(state.rows[0]?.waiting?.problem?.message).toBeTruthy()
    await until(tab.connection, ({ state, refused, waiting }) => state === 'refused' && refused === 1 && waiting === 0)
    await tab.close()

    const later = await tablet.openTab()
    await until(notes(later, foreign), shows('Written for somebody else\'s patient (refused)'))
    await until(later.outbox, (items) => items.length === 1)
    await later.outbox.discard(id)
    await until(later.connection, ({ refused }) => refused === 0)
    expect(await server.notesOf(foreign)).toEqual([])
  })

  test('a refused one does not hold back the next of the same patient', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    tablet.network = 'down'
    await tab.run(addPatientNote, { patientId, text: 'Names a check-up of nobody', checkupId: '00000000-0000-4000-8000-000000000000' })
    await write(tab, patientId, 'A plain one')
    tablet.reconnect()
    await until(tab.connection, ({ refused, waiting }) => refused === 1 && waiting === 0)
    expect((await server.notesOf(patientId)).map((note) => note.text)).toEqual(['A plain one'])
  })

  test('that is empty is refused beside its field and nothing is kept', async () => {
    const tab = await signIn()
    const result = await tab.run(addPatientNote, { patientId: freshPatient(), text: '   ' })
    expect(result).toMatchObject({ kind: 'refused', problem: { kind: 'invalid-arguments', fields: [{ path: 'text', message: 'Required' }] } })
    expect(tab.outbox.get()).toEqual([])
  })
})
