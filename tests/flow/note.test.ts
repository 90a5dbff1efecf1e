import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import type { Observable, Runtime, Shown, ViewState } from '../../src/engine/define'
import type { PatientNote } from '../../src/domain/note/note'
import { systemClock, type Clock } from '../../src/platform/clock'

let server: FlowServer
let tablet: Tablet
let next = 0
let signIns = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (
  email = 'nurse@riverside.example',
  clock?: Clock,
  dated = false,
): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab(clock === undefined ? {} : { clock, dated })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** A patient whom no test of this file has used. */
const freshPatient = (): string =>
  server.patient(
    next < 10 ? 'Respiratory Ward' : 'Heart Failure Ward',
    ((next += 1), (next - 1) % 10),
  ).id
const notes = (tab: Runtime, patientId: string): Observable<ViewState<PatientNote>> =>
  tab.watch(patientNotes, { patientId })
const texts = (rows: readonly Shown<PatientNote>[]) =>
  rows.map((row) => `${row.text}${row.waiting === undefined ? '' : ` (${row.waiting.state})`}`)
const shows =
  (...wanted: readonly string[]) =>
  (state: ViewState<PatientNote>): boolean =>
    state.ready && JSON.stringify(texts(state.rows)) === JSON.stringify(wanted)
const isSent = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)
/** Somebody comes to it and waits until it opens. */
const gate = () => {
  let open: () => void = () => undefined
  let come: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    come = resolve
  })
  return {
    reached,
    open: () => open(),
    reach: () => {
      come()
      return opened
    },
  }
}
/** A form is opened on a record that this device shows. */
const open = (tab: Runtime, patientId: string) => tab.refresh(patientRecord, { patientId })
const write = async (tab: Runtime, patientId: string, text: string): Promise<string> => {
  const result = await tab.run(addPatientNote, { patientId, text })
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}

describe('a note', () => {
  test('written offline is still waiting after a reload, and on the server exactly once when the network is back', async () => {
    const patientId = freshPatient()
    const first = await signIn()
    await open(first, patientId)
    tablet.network = 'down'
    const id = await write(first, patientId, 'Slept well')
    await until(notes(first, patientId), shows('Slept well (waiting)'))
    await first.close()

    const second = await tablet.openTab()
    expect(second.session.get().status).toBe('signed-in')
    const view = notes(second, patientId)
    await until(view, (state) => state.rows.some((row) => row.waiting !== undefined))
    expect(await server.notesOf(patientId)).toEqual([])
    await until(second.connection, ({ state, waiting }) => state === 'offline' && waiting === 1)

    tablet.reconnect()
    await until(view, shows('Slept well'))
    await isSent(second)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Slept well' }])
    await until(second.connection, ({ state }) => state === 'live')
  })

  test.each([
    ['', false],
    [', also where the server told it the time', true],
  ])(
    'on a device whose clock is a year ahead says so on every other device, and is placed at the true time%s',
    async (_, dated) => {
      const [patientId, year] = [freshPatient(), 365 * 86_400_000]
      const ahead = { ...systemClock, now: () => systemClock.now() + year }
      const wrong = await signIn('nurse@riverside.example', ahead, dated)
      await open(wrong, patientId)
      // Signed in a while ago: what is written in the first seconds of a session is not said to be
      // measured.
      await server.database.asSystem((trx) =>
        trx
          .updateTable('sync_session')
          .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
          .execute(),
      )
      await write(wrong, patientId, 'Seen at ten')
      await until(notes(wrong, patientId), shows('Seen at ten'))

      const other = createTablet(server)
      other.token = `${server.uid('nurse@riverside.example')}~right`
      const right = await other.openTab()
      await right.session.completeSignIn()
      await right.refresh(patientNotes, { patientId })
      const {
        rows: [note],
      } = await until(notes(right, patientId), shows('Seen at ten'))
      expect(Math.abs((note?.clockSkewMs ?? 0) - year)).toBeLessThan(60_000)
      expect(Math.abs(Date.parse(note?.capturedAt ?? '') - Date.now())).toBeLessThan(60_000)
      await other.closeAll()
    },
  )

  test('is written once when the answer was lost after the server kept it', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
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
    await open(tab, patientId)
    await tab.refresh(patientNotes, { patientId })
    const view = notes(tab, patientId)
    const seen: string[][] = []
    view.subscribe(() => {
      if (view.get().ready) seen.push(view.get().rows.map((row) => row.id))
    })
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
    await open(one, patientId)
    const two = await tablet.openTab()
    tablet.network = 'down'
    await write(one, patientId, 'First')
    await write(two, patientId, 'Second')
    await write(one, patientId, 'Third')
    await until(notes(two, patientId), (state) => state.rows.length === 3)
    tablet.reconnect()
    await Promise.all([isSent(one), isSent(two)])
    expect((await server.notesOf(patientId)).map((note) => note.text)).toEqual([
      'First',
      'Second',
      'Third',
    ])
  })

  test('that the server fails at five times needs its author’s decision, the next one is sent, and it can be sent again', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    let failing = 5
    tablet.inPlace = (names) => {
      if (!names.includes('SyncPush') || failing === 0) return undefined
      failing -= 1
      return Response.json({
        errors: [{ message: 'Something broke', extensions: { code: 'INTERNAL' } }],
      })
    }
    tablet.network = 'down'
    const stuck = await write(tab, patientId, 'Stuck')
    const next = await write(tab, patientId, 'Next')
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 1 && items[0]?.state === 'stuck')
    expect(tab.outbox.get()[0]).toMatchObject({
      id: stuck,
      problem: { kind: 'server', said: 'Something broke' },
    })
    expect(await server.notesOf(patientId)).toEqual([{ id: next, text: 'Next' }])
    await until(tab.connection, ({ state, refused }) => state === 'refused' && refused === 1)

    await tab.outbox.retry(stuck)
    await isSent(tab)
    expect((await server.notesOf(patientId)).map(({ id }) => id).toSorted()).toEqual(
      [stuck, next].toSorted(),
    )
  })

  test('waits through any number of answers that are not of the server itself, or that ask for patience', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    const answers = [
      ...Array.from({ length: 6 }, () => () => new Response('Bad gateway', { status: 502 })),
      ...Array.from(
        { length: 6 },
        () => () =>
          Response.json(
            { errors: [{ message: 'Slow down', extensions: { code: 'TOO_MANY' } }] },
            { status: 429 },
          ),
      ),
      ...Array.from(
        { length: 6 },
        () => () => Response.json({ message: 'Maintenance' }, { status: 503 }),
      ),
    ]
    tablet.inPlace = (names) => (names.includes('SyncPush') ? answers.shift()?.() : undefined)
    const states = new Set<string>()
    tab.outbox.subscribe(() => {
      for (const { state } of tab.outbox.get()) states.add(state)
    })
    await write(tab, patientId, 'Patient')
    await until(notes(tab, patientId), shows('Patient'))
    await isSent(tab)
    expect(answers).toEqual([])
    expect([...states]).not.toContain('refused')
  })

  test('stays through a 401 and goes out after the next sign-in', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    tablet.network = 'down'
    const id = await write(tab, patientId, 'Refused the inhaler')
    server.refused.add(tablet.token ?? '')
    tablet.reconnect()
    const ended = await until(tab.session, ({ status }) => status === 'locked')
    expect(ended).toMatchObject({ ended: 'unauthorized' })
    expect(await server.notesOf(patientId)).toEqual([])

    tablet.token = `${server.uid('nurse@riverside.example')}~fresh`
    await tab.session.completeSignIn()
    const view = notes(tab, patientId)
    await until(view, shows('Refused the inhaler'))
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Refused the inhaler' }])
  })

  test('acknowledged after its session ended is in the open view after the next sign-in, without asking again', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    const old = tablet.token ?? ''
    const answer = gate()
    tablet.answerGate = (names) => (names.includes('SyncPush') ? answer.reach() : Promise.resolve())
    const id = await write(tab, patientId, 'Answered too late')
    await answer.reached
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Answered too late' }])
    server.refused.add(old)
    await tab.session.refreshMe()
    await until(tab.session, ({ status }) => status === 'locked')
    tablet.answerGate = () => Promise.resolve()
    answer.open()
    await until(tab.connection, ({ waiting }) => waiting === 0)

    tablet.token = `${server.uid('nurse@riverside.example')}~late`
    await tab.session.completeSignIn()
    await until(notes(tab, patientId), shows('Answered too late'))
    await isSent(tab)
    await until(notes(tab, patientId), shows('Answered too late'))
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Answered too late' }])
  })

  test("acknowledged while its author acts elsewhere is in its own organisation's store when the author comes back, also offline", async () => {
    const patientId = freshPatient()
    const tab = await signIn('multi@riverside.example')
    const home = server.organizationOf('riverside')
    const elsewhere = tab.session.get().me?.organizations.find(({ id }) => id !== home)?.id ?? ''
    expect(await tab.session.setActingOrganization(home)).toMatchObject({ kind: 'done' })
    await tab.refresh(patientNotes, { patientId })
    await open(tab, patientId)
    const answer = gate()
    tablet.answerGate = (names) => (names.includes('SyncPush') ? answer.reach() : Promise.resolve())
    await write(tab, patientId, 'Written at home')
    await answer.reached
    expect(await tab.session.setActingOrganization(elsewhere)).toMatchObject({ kind: 'done' })
    answer.open()
    await isSent(tab)
    expect(await tab.session.setActingOrganization(home)).toMatchObject({ kind: 'done' })
    tablet.network = 'down'
    await until(notes(tab, patientId), shows('Written at home'))
  })

  test("on its way when its author's session ended is delivered by the next person's session, under its author's name", async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    tablet.network = 'down'
    const id = await write(tab, patientId, 'By the first nurse')
    await until(tab.connection, ({ state }) => state === 'offline')
    server.refused.add(tablet.token ?? '')
    tablet.reconnect()
    await until(tab.session, ({ status }) => status === 'locked')
    expect(await server.notesOf(patientId)).toEqual([])

    const delivered = gate()
    tablet.answerGate = (names) => {
      if (names.includes('SyncAckResults')) void delivered.reach()
      return Promise.resolve()
    }
    tablet.token = `${server.uid('admin@riverside.example')}~taking-over`
    expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
    await delivered.reached
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'By the first nurse' }])
    expect(await server.authorOf(id)).toBe(server.uid('nurse@riverside.example'))
    expect(tab.outbox.get()).toEqual([])

    await tab.session.signOut()
    tablet.token = `${server.uid('nurse@riverside.example')}~once-more`
    await tab.session.completeSignIn()
    await until(notes(tab, patientId), shows('By the first nurse'))
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'By the first nurse' }])
  })

  test('that finds the server too busy is kept and sent again, never refused', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    const busy = [
      new Response(
        JSON.stringify({
          errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY' } }],
        }),
        { status: 429 },
      ),
      new Response(
        JSON.stringify({
          errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY' } }],
        }),
        { status: 200 },
      ),
    ]
    tablet.inPlace = (names) => (names.includes('SyncPush') ? busy.shift() : undefined)
    const refusals: number[] = []
    tab.connection.subscribe(() => {
      refusals.push(tab.connection.get().refused)
    })
    const id = await write(tab, patientId, 'Not lost in the crowd')
    await until(notes(tab, patientId), shows('Not lost in the crowd'))
    await isSent(tab)
    expect(busy).toEqual([])
    expect(new Set(refusals)).toEqual(new Set([0]))
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Not lost in the crowd' }])
  })

  test('that the server refuses stays visible with the reason until a person discards it', async () => {
    const foreign = freshPatient()
    const tab = await signIn()
    await open(tab, foreign)
    await server.rename(foreign, 'Someone')
    const view = notes(tab, foreign)
    const id = await write(tab, foreign, 'Written for somebody else')
    const state: ViewState<PatientNote> = await until(
      view,
      shows('Written for somebody else (refused)'),
    )
    expect(state.rows[0]?.waiting?.problem?.code).toBe('invalid-arguments:identity-changed')
    await until(
      tab.connection,
      ({ state, refused, waiting }) => state === 'refused' && refused === 1 && waiting === 0,
    )
    await tab.close()

    const later = await tablet.openTab()
    await until(notes(later, foreign), shows('Written for somebody else (refused)'))
    await until(later.outbox, (items) => items.length === 1)
    await later.outbox.discard(id, 'Written for somebody else')
    await until(later.connection, ({ refused }) => refused === 0)
    expect(await server.notesOf(foreign)).toEqual([])
  })

  test('a refused one does not hold back the next of the same patient', async () => {
    const patientId = freshPatient()
    const tab = await signIn()
    await open(tab, patientId)
    tablet.network = 'down'
    await tab.run(addPatientNote, {
      patientId,
      text: 'Names a check-up of nobody',
      checkupId: '00000000-0000-4000-8000-000000000000',
    })
    await write(tab, patientId, 'A plain one')
    tablet.reconnect()
    await until(tab.connection, ({ refused, waiting }) => refused === 1 && waiting === 0)
    expect((await server.notesOf(patientId)).map((note) => note.text)).toEqual(['A plain one'])
  })

  test('that is empty is refused beside its field and nothing is kept', async () => {
    const tab = await signIn()
    const result = await tab.run(addPatientNote, { patientId: freshPatient(), text: '   ' })
    expect(result).toMatchObject({
      kind: 'refused',
      problem: { kind: 'invalid-arguments', fields: [{ path: 'text', message: 'Required' }] },
    })
    expect(tab.outbox.get()).toEqual([])
  })
})
