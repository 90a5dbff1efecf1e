import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { checkupAt } from '../../server/demonstration/checkup-maker'
import { demonstrationPatients } from '../../server/demonstration/people'
import { checkupDetail, patientCheckups } from '../../src/data/checkup'
import type { DraftState, Runtime } from '../../src/engine/define'
import { maintenanceNotice, portalVersion } from '../../src/data/maintenance'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { systemClock, type Clock } from '../../src/platform/clock'
import { manualClock } from '../engine/manual-clock'
import { patientRecord } from '../../src/data/patient'
import { virtualWard } from '../../src/data/virtual-ward'
import type { VirtualWardQuery } from '../../src/domain/virtual-ward/virtual-ward'

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

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const ward: VirtualWardQuery = {
  take: 10,
  skip: 0,
  sort: [{ field: 'lastName', direction: 'ASC' }],
}
const databases = async (): Promise<readonly string[]> =>
  (await tablet.indexedDB.databases()).map(({ name }) => name ?? '').toSorted()

describe('offline', () => {
  test('P295 a cold start shows the last ward and an opened patient, with the age of the data, and asks nothing of the network', async () => {
    const patient = server.patient('Respiratory Ward', 0)
    await server.sendCheckup(patient, Date.now() - 60_000)
    const first = await signIn()
    const { asOf } = await first.refresh(virtualWard, ward)
    await first.refresh(patientRecord, { patientId: patient.id })
    await first.refresh(patientCheckups, { patientId: patient.id })
    const online = await until(
      first.watch(virtualWard, ward),
      ({ ready, rows }) => ready && rows.length === 10,
    )
    expect(online).toMatchObject({ arrangedBy: 'server', asOf })
    await first.close()

    tablet.network = 'down'
    tablet.sent.splice(0)
    const second = await tablet.openTab()
    expect(second.session.get()).toMatchObject({
      status: 'signed-in',
      me: { email: 'nurse@riverside.example' },
    })
    const state = await until(
      second.watch(virtualWard, ward),
      ({ ready, arrangedBy }) => ready && arrangedBy === 'device',
    )
    expect(state.asOf).toBe(asOf)
    expect(state.rows.map((row) => row.id)).toEqual(online.rows.map((row) => row.id))
    const record = await until(
      second.watch(patientRecord, { patientId: patient.id }),
      ({ ready }) => ready,
    )
    expect(record.rows).toHaveLength(1)
    expect(record.asOf).not.toBeNull()
    const checkups = await until(
      second.watch(patientCheckups, { patientId: patient.id }),
      ({ ready }) => ready,
    )
    expect(checkups.rows).toHaveLength(1)
    expect(tablet.sent).toEqual([])
    expect(second.session.get().status).toBe('signed-in')
  })

  test('B1 a clock set back by a minute, an hour, a day or a year offline: what was kept is never younger than it is, in the page and after a cold start, or nothing is shown', async () => {
    const patient = server.patient('Respiratory Ward', 0)
    const endedAt = Date.now() - 3 * 3_600_000
    await server.sendCheckup(patient, endedAt)
    let wall = 0
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + wall }
    tablet.token = `${server.uid('nurse@riverside.example')}~${(signIns += 1)}`
    let tab = await tablet.openTab({ clock, dated: true })
    expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
    await tab.refresh(patientCheckups, { patientId: patient.id })
    const youngest = async (): Promise<void> => {
      const { rows, asOf } = await until(
        tab.watch(patientCheckups, { patientId: patient.id }),
        ({ ready, rows: held }) => ready && held.length > 0,
      )
      const truth = Date.now()
      // Other tests of this file send newer ones.
      const sent = rows.find((row) => Date.parse(row.endedAt) === endedAt)
      for (const [told, real] of [
        [tab.now() - Date.parse(sent?.endedAt ?? ''), truth - endedAt],
        [tab.now() - (asOf ?? Infinity), truth - (asOf ?? Infinity)],
      ] as const)
        expect(told - real, `${wall} ms`).toBeGreaterThan(-30_000)
    }
    await youngest()
    tablet.network = 'down'
    for (const minutes of [1, 60, 24 * 60, 365 * 24 * 60, -1, -60]) {
      wall = -minutes * 60_000
      await youngest()
    }
    wall = -60_000
    await tab.close()
    tab = await tablet.openTab({ clock, dated: true })
    await youngest()
    // What a clock says that is clearly before what was known opens nothing: it asks for the line.
    wall = -3_600_000
    await tab.close()
    tab = await tablet.openTab({ clock, dated: true })
    expect(tab.session.get()).toMatchObject({ status: 'locked', locked: { leaseOver: true } })
  })

  test('P369 the oxygen flow of a check-up is on the device with it', async () => {
    const patient = demonstrationPatients.find(
      ({ ward: of, traits }) => of?.name === 'Respiratory Ward' && traits.has('oxygen'),
    )
    const endedAt = Array.from({ length: 30 }, (_, back) => Date.now() - (back + 1) * 120_000).find(
      (at) => patient !== undefined && checkupAt(patient, at, at)['oxygenFlow'] !== undefined,
    )
    if (patient === undefined || endedAt === undefined) throw new Error('Nobody on oxygen')
    await server.sendCheckup(patient, endedAt)
    const tab = await signIn()
    await tab.refresh(patientCheckups, { patientId: patient.id })
    tablet.network = 'down'
    const { rows } = await until(
      tab.watch(patientCheckups, { patientId: patient.id }),
      ({ ready, rows: held }) => ready && held.length > 0,
    )
    const sent = checkupAt(patient, endedAt, endedAt)
    expect(rows.find(({ id }) => id === sent.id)).toMatchObject({
      onOxygen: true,
      oxygenFlow: sent['oxygenFlow'],
    })
  })

  test('a name that was never searched for is found among the rows of this device, and the reading says so', async () => {
    const tab = await signIn()
    await tab.refresh(virtualWard, { ...ward, take: 50 })
    const all = await until(
      tab.watch(virtualWard, { ...ward, take: 50 }),
      ({ ready, rows }) => ready && rows.length > 0,
    )
    const wanted = all.rows[3]
    tablet.network = 'down'
    const query = { ...ward, nameOrNhsNumber: wanted?.lastName ?? '' }
    await expect(tab.refresh(virtualWard, query)).rejects.toThrow()
    const found = await until(tab.watch(virtualWard, query), ({ ready }) => ready)
    expect(found.arrangedBy).toBe('device')
    expect(found.rows.map((row) => row.id)).toContain(wanted?.id)
  })

  test('a new check-up shows on the open ward within one refresh', async () => {
    const patient = server.patient('Heart Failure Ward', 1)
    const tab = await signIn()
    const whole = { ...ward, take: 50 }
    await tab.refresh(virtualWard, whole)
    const view = tab.watch(virtualWard, whole)
    const endedAt = Math.floor((Date.now() - 30_000) / 1000) * 1000
    await server.sendCheckup(patient, endedAt)
    const shown = until(view, ({ rows }) =>
      rows.some(
        (row) =>
          row.id === patient.id &&
          row.latestCheckup !== null &&
          Date.parse(row.latestCheckup.endedAt) === endedAt,
      ),
    )
    await tab.refresh(virtualWard, whole)
    await shown
  })
})

describe('the addresses', () => {
  test('P285 P302 C487 calls go to the API under /Prod, GraphQL to /Prod/graphql, and the version is read at /version.json', async () => {
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    expect(await tab.ask(maintenanceNotice, undefined)).toEqual({ kind: 'done', value: null })
    expect(await tab.ask(portalVersion, undefined)).toEqual({
      kind: 'done',
      value: { gitHash: 'flow', demonstration: false },
    })
    expect([...new Set(tablet.asked)].toSorted()).toEqual([
      '/Prod/graphql',
      '/Prod/maintenance',
      '/version.json',
    ])
  })

  test('C508 a ward that fails is asked for once, where another reading is asked for three times', async () => {
    const tab = await signIn()
    tablet.inPlace = () => new Response('{}', { status: 503 })
    tablet.sent.splice(0)
    await expect(tab.refresh(virtualWard, ward)).rejects.toThrow()
    expect(tablet.sent.splice(0).filter((name) => name === 'SyncPull')).toHaveLength(1)
    await expect(tab.refresh(patientRecord, { patientId: 'p1' })).rejects.toThrow()
    // Whether the server is there at all is asked beside it.
    expect(tablet.sent.filter((name) => name === 'SyncPull')).toHaveLength(3)
  })
})

test('a sign-out ends the sessions when no other tab writes into them any more', async () => {
  const first = await signIn()
  const second = await tablet.openTab()
  expect(second.session.get().status).toBe('signed-in')
  const order: string[] = []
  first.generation.subscribe(() => order.push('the first has closed its store'))
  second.session.subscribe(() => {
    if (second.session.get().status === 'signed-out') order.push('the second is out')
  })
  tablet.gate = async (names) => {
    if (names.includes('SyncEndSession'))
      await until(second.session, ({ status }) => status === 'signed-out')
  }
  await first.session.signOut()
  expect(order.slice(0, 2)).toEqual(['the second is out', 'the first has closed its store'])
  expect(tablet.sent).toContain('SyncEndSession')
})

describe('a cold start offline', () => {
  test('shows nobody signed in before what the first screen reads is there, so that it is drawn once, with its rows', async () => {
    const first = await signIn()
    await first.refresh(virtualWard, ward)
    await first.close()
    tablet.network = 'down'

    const atFirstSight: unknown[] = []
    const second = await tablet.openTab({
      firstScreen: async ({ organizationId }) =>
        organizationId === ''
          ? []
          : [
              { resource: virtualWard.name, params: ward },
              { resource: 'nothing by that name', params: {} },
            ],
      started: (tab) =>
        tab.session.subscribe(() => {
          if (tab.session.get().status !== 'signed-in' || atFirstSight.length > 0) return
          const { ready, rows } = tab.watch(virtualWard, ward).get()
          atFirstSight.push({ ready, rows: rows.length })
        }),
    })
    expect(atFirstSight).toEqual([{ ready: true, rows: 10 }])
    // What was not read ahead is read when it is asked for, and another's page never has these
    // rows.
    expect(second.watch(virtualWard, { ...ward, skip: 10 }).get().ready).toBe(false)
    await second.session.signOut()
    expect(second.watch(virtualWard, ward).get()).toMatchObject({ ready: false, rows: [] })
  })

  test('is not held up by a first screen that nobody can name', async () => {
    const first = await signIn()
    await first.close()
    tablet.network = 'down'
    const second = await tablet.openTab({
      firstScreen: () => Promise.reject(new Error('the chunk did not come')),
    })
    expect(second.session.get().status).toBe('signed-in')
    expect(tablet.reports).toContainEqual(expect.stringContaining('first-screen'))
  })

  test('says offline as soon as the first request fails, also in a tab that holds no credential', async () => {
    const first = await signIn()
    await first.close()
    tablet.network = 'down'
    tablet.token = null
    const second = await tablet.openTab()
    await until(second.connection, ({ state }) => state === 'offline')
    expect(second.session.get().status).toBe('signed-in')
  })

  test("says offline within 10 s when requests hang, even those of the identity provider, and does not take the browser's word", async () => {
    const first = await signIn()
    await first.close()
    tablet.network = 'hanging'
    tablet.tokenGate = () => new Promise(() => undefined)
    const clock = manualClock(Date.now())
    const second = await tablet.openTab({ clock })
    await clock.advance(7_000)
    expect(second.connection.get().state).toBe('checking')
    await clock.advance(3_000)
    await until(second.connection, ({ state }) => state === 'offline')
    expect(second.session.get().status).toBe('signed-in')
  })
})

describe('words typed and not sent', () => {
  const key = 'note p1'
  const shown =
    (text: string) =>
    (state: DraftState): boolean =>
      state.ready && state.text === text && state.kept

  test('are there again after a reload, and gone once cleared', async () => {
    const first = await signIn()
    first.draft(key).set('Half a sen')
    first.draft(key).set('Half a sentence')
    await until(first.draft(key), shown('Half a sentence'))
    const second = await tablet.openTab()
    await until(second.draft(key), shown('Half a sentence'))
    second.draft(key).set('')
    await until(second.draft(key), shown(''))
    const third = await tablet.openTab()
    await until(third.draft(key), shown(''))
  })

  test('half a sentence outlives a clock that is a year wrong, and the day when it is put right', async () => {
    const year = 365 * 86_400_000
    const off = (ms: number) => ({ ...systemClock, now: () => systemClock.now() + ms })
    const meetServer = async (clock: Clock): Promise<Runtime> => {
      tablet.token = `${server.uid('nurse@riverside.example')}~clocks`
      const tab = await tablet.openTab({ clock, dated: true })
      await tab.session.completeSignIn()
      await until(tab.connection, ({ state }) => state === 'live')
      return tab
    }
    const typed = async (tab: Runtime, text: string): Promise<void> => {
      tab.draft(key).set(text)
      await until(tab.draft(key), ({ kept }) => kept)
    }
    await typed(await meetServer(systemClock), 'Typed under a clock that is right')
    await until(
      (await meetServer(off(year))).draft(key),
      shown('Typed under a clock that is right'),
    )
    await typed(await meetServer(off(-year)), 'Typed a year ago')
    await meetServer(systemClock)
    await until((await meetServer(systemClock)).draft(key), shown('Typed a year ago'))
  })

  test('are written within 300 ms, or at once when the page is about to go', async () => {
    const clock = manualClock(Date.now())
    tablet.token = `${server.uid('nurse@riverside.example')}~drafts`
    const tab = await tablet.openTab({ clock })
    await tab.session.completeSignIn()
    tab.draft(key).set('Typed just before the crash')
    await clock.advance(300)
    await until(tab.draft(key), shown('Typed just before the crash'))
    tab.draft(key).set('Typed just before the page was closed')
    tablet.leave()
    await until(tab.draft(key), shown('Typed just before the page was closed'))
    await until((await tablet.openTab()).draft(key), shown('Typed just before the page was closed'))
  })

  test('survive the end of a session, and go with the readable store at sign-out', async () => {
    const tab = await signIn()
    tab.draft(key).set('Not sent')
    server.refused.add(tablet.token ?? '')
    await tab.session.refreshMe()
    await until(tab.session, ({ status }) => status === 'locked')
    tablet.token = `${server.uid('nurse@riverside.example')}~drafts-again`
    await tab.session.completeSignIn()
    await until(tab.draft(key), shown('Not sent'))
    await tab.session.signOut()
    expect(await dump()).not.toContain('Not sent')
  })

  test('are there after an update that starts the readable store afresh', async () => {
    const tab = await signIn()
    tab.draft(key).set('Typed in the old version')
    await until(tab.draft(key), shown('Typed in the old version'))
    await tab.close()
    // A new version keeps rows in a database of another name, and deletes this one.
    for (const name of (await databases()).filter((known) =>
      known.startsWith('lamplight-cache-'),
    )) {
      await new Promise((resolve) =>
        tablet.indexedDB.deleteDatabase(name).addEventListener('success', resolve),
      )
    }
    await until((await tablet.openTab()).draft(key), shown('Typed in the old version'))
  })

  test('are kept before a new version takes the page over, sending stops, and goes on when none came', async () => {
    const tab = await signIn()
    const patient = server.patient('Respiratory Ward', 0)
    await tab.refresh(patientRecord, { patientId: patient.id })
    const other = createTablet(server)
    other.token = `${server.uid('nurse@riverside.example')}~${(signIns += 1)}`
    const beside = await other.openTab()
    expect(await beside.session.completeSignIn()).toMatchObject({ kind: 'done' })
    await beside.refresh(patientRecord, { patientId: patient.id })
    tab.draft(key).set('Typed a moment before the update')
    const goOn = await tab.pause()
    expect(tab.draft(key).get()).toMatchObject({
      text: 'Typed a moment before the update',
      kept: true,
    })
    const text = `Written while the page was about to go ${signIns}`
    expect(await tab.run(addPatientNote, { patientId: patient.id, text })).toMatchObject({
      kind: 'saved',
    })
    // Two that were written after it on another device are there: it would have been sent.
    const texts = async () => (await server.notesOf(patient.id)).map((note) => note.text)
    for (const later of ['first', 'second'].map(
      (which) => `Written elsewhere ${which} ${signIns}`,
    )) {
      expect(
        await beside.run(addPatientNote, { patientId: patient.id, text: later }),
      ).toMatchObject({ kind: 'saved' })
      await expect.poll(texts).toContain(later)
    }
    expect((await server.notesOf(patient.id)).filter((note) => note.text === text)).toHaveLength(0)
    goOn()
    await expect
      .poll(
        async () => (await server.notesOf(patient.id)).filter((note) => note.text === text).length,
      )
      .toBe(1)
    await other.closeAll()
  })

  test('and everything else open although a frozen tab of an older version holds the store of its time', async () => {
    const tab = await signIn()
    tab.draft(key).set('Typed in the old version')
    await until(tab.draft(key), shown('Typed in the old version'))
    const { me } = tab.session.get()
    await tab.close()
    const name =
      (await databases())
        .find((known) => known.startsWith('lamplight-cache-'))
        ?.replace(/-v\d+$/, '-v1') ?? ''
    const opened = (which: string) =>
      new Promise<IDBDatabase>((resolve) => {
        const request = tablet.indexedDB.open(which)
        request.addEventListener('success', () => resolve(request.result))
      })
    const frozen = await opened(name)
    const device = await opened('lamplight-device')
    device
      .transaction('cache', 'readwrite')
      .objectStore('cache')
      .put({ name, userId: me?.id, organizationId: me?.actingOrganization.id })
    device.close()
    const next = await tablet.openTab()
    await until(next.session, ({ status }) => status === 'signed-in')
    await until(next.draft(key), shown('Typed in the old version'))
    await next.refresh(virtualWard, ward)
    await until(next.watch(virtualWard, ward), ({ ready, rows }) => ready && rows.length === 10)
    frozen.close()
  })

  test('wait for their author while somebody else works on the device', async () => {
    const tab = await signIn()
    tab.draft(key).set('Hers')
    await until(tab.draft(key), shown('Hers'))
    server.refused.add(tablet.token ?? '')
    await tab.session.refreshMe()
    await until(tab.session, ({ status }) => status === 'locked')
    const next = await signIn('multi@riverside.example')
    await until(next.draft(key), shown(''))
    next.draft(key).set('His own words')
    await until(next.draft(key), shown('His own words'))
    await next.session.signOut()
    expect(await dump()).not.toContain('His own words')
    const back = await signIn()
    await until(back.draft(key), shown('Hers'))
  })

  test('a form that is still drawn after sign-out writes nothing more', async () => {
    const tab = await signIn()
    const form = tab.draft(key)
    await tab.session.signOut()
    form.set('Typed too late')
    tablet.leave()
    // What is typed after it, and kept in the same way, is there.
    const next = await signIn('multi@riverside.example')
    next.draft(key).set('Typed by the next')
    await until(next.draft(key), shown('Typed by the next'))
    // Words rest sealed: whose they are can be read.
    const kept = await rowsOf('lamplight-drafts')
    expect(kept).toContain(server.uid('multi@riverside.example'))
    expect(kept).not.toContain(server.uid('nurse@riverside.example'))
  })

  test('of one user are never shown to another, nor in another organisation', async () => {
    const tab = await signIn('multi@riverside.example')
    const [here, there] = tab.session.get().me?.organizations ?? []
    await tab.session.setActingOrganization(here?.id ?? '')
    tab.draft(key).set('Only here')
    await tab.session.setActingOrganization(there?.id ?? '')
    await until(tab.draft(key), shown(''))
    await tab.session.setActingOrganization(here?.id ?? '')
    await until(tab.draft(key), shown('Only here'))
    await tab.session.signOut()
    const next = await signIn('nurse@riverside.example')
    await until(next.draft(key), shown(''))
  })
})

describe('one patient', () => {
  test('is never shown in the view of another, however fast the screen switches', async () => {
    const one = server.patient('Respiratory Ward', 2).id
    const two = server.patient('Respiratory Ward', 3).id
    const tab = await signIn()
    await Promise.all([one, two].map((patientId) => tab.refresh(patientRecord, { patientId })))
    const stray: string[] = []
    for (let turn = 0; turn < 30; turn += 1) {
      const patientId = turn % 2 === 0 ? one : two
      const view = tab.watch(patientRecord, { patientId })
      const look = (): void => {
        stray.push(
          ...view
            .get()
            .rows.map((row) => row.id)
            .filter((id) => id !== patientId),
        )
      }
      const end = view.subscribe(look)
      look()
      if (turn % 3 === 0) await until(view, ({ ready }) => ready)
      end()
    }
    expect(stray).toEqual([])
  })

  test('of another organisation is refused and nothing of them stays on the device', async () => {
    const tab = await signIn()
    const patientId = server.patient('Garden Wing', 1).id
    await expect(tab.refresh(patientRecord, { patientId })).rejects.toMatchObject({
      problem: { kind: 'not-found' },
    })
    const state = await until(tab.watch(patientRecord, { patientId }), ({ ready }) => ready)
    expect(state.rows).toEqual([])
  })

  test("does not lend a check-up to another patient's page", async () => {
    const patient = server.patient('Respiratory Ward', 4)
    await server.sendCheckup(patient, Date.now() - 120_000)
    const tab = await signIn()
    const { ids } = await tab.refresh(patientCheckups, { patientId: patient.id })
    const state = await until(
      tab.watch(checkupDetail, { patientId: 'somebody-else', checkupId: ids[0] ?? '' }),
      ({ ready }) => ready,
    )
    expect(state.rows).toEqual([])
  })
})

describe('the session', () => {
  test('me and the acting organisation are kept on the device, a token is not', async () => {
    const tab = await signIn('multi@riverside.example')
    const other = tab.session
      .get()
      .me?.organizations.find(({ id }) => id !== tab.session.get().actingOrganizationId)
    expect(await tab.session.setActingOrganization(other?.id ?? '')).toMatchObject({ kind: 'done' })
    const kept = await dump()
    expect(kept).toContain('multi@riverside.example')
    expect(kept).not.toContain(tablet.token)
    await tab.session.signOut()
    tablet.token = `${server.uid('multi@riverside.example')}~again`
    await tab.session.completeSignIn()
    expect(tab.session.get().actingOrganizationId).toBe(other?.id)
  })

  test('sign-out deletes what can be read and keeps what waits', async () => {
    const patientId = server.patient('Respiratory Ward', 5).id
    const tab = await signIn()
    await tab.refresh(patientRecord, { patientId })
    tablet.network = 'down'
    await tab.run(addPatientNote, { patientId, text: 'Not sent yet' })
    expect((await databases()).some((name) => name.startsWith('lamplight-cache-'))).toBe(true)
    await tab.session.signOut()
    expect(tab.session.get()).toMatchObject({ status: 'signed-out', ended: null })
    expect(await databases()).toEqual([
      'lamplight-device',
      'lamplight-drafts',
      'lamplight-looks',
      'lamplight-outbox-sealed',
      'lamplight-vault',
    ])

    tablet.network = 'up'
    tablet.token = `${server.uid('nurse@riverside.example')}~back`
    await tab.session.completeSignIn()
    await until(
      tab.watch(patientNotes, { patientId }),
      ({ rows }) => rows.length === 1 && rows[0]?.waiting === undefined,
    )
    expect((await server.notesOf(patientId)).map((note) => note.text)).toEqual(['Not sent yet'])
  })

  test("another person who signs in on the device never sees the first one's waiting work", async () => {
    const patientId = server.patient('Respiratory Ward', 6).id
    const tab = await signIn()
    tablet.network = 'down'
    await tab.run(addPatientNote, { patientId, text: 'By the first nurse' })
    await tab.session.signOut()
    tablet.network = 'up'
    tablet.token = `${server.uid('admin@riverside.example')}~1`
    await tab.session.completeSignIn()
    await tab.refresh(patientNotes, { patientId })
    const state = await until(tab.watch(patientNotes, { patientId }), ({ ready }) => ready)
    expect(state.rows).toEqual([])
    expect(tab.outbox.get()).toEqual([])
  })

  test('P246 refreshing the user signs out on 401, and not when the network is away', async () => {
    const tab = await signIn()
    tablet.network = 'down'
    await tab.session.refreshMe()
    expect(tab.session.get().status).toBe('signed-in')
    tablet.network = 'up'
    server.refused.add(tablet.token ?? '')
    await tab.session.refreshMe()
    await until(tab.session, ({ status }) => status === 'locked')
    expect((await databases()).some((name) => name.startsWith('lamplight-cache-'))).toBe(true)
  })

  test('signing out in one tab ends the other', async () => {
    const one = await signIn()
    const two = await tablet.openTab()
    await one.session.signOut()
    await until(two.session, ({ status }) => status === 'signed-out')
  })

  test('an answer that comes after sign-out is thrown away', async () => {
    const patientId = server.patient('Respiratory Ward', 7).id
    const tab = await signIn()
    let open: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    tablet.gate = (names) => (names.includes('SyncPull') ? held : Promise.resolve())
    const late = tab.refresh(patientRecord, { patientId }).catch((thrown: unknown) => thrown)
    await tab.session.signOut()
    open()
    expect(await late).toBeInstanceOf(Error)
    expect((await databases()).filter((name) => name.startsWith('lamplight-cache-'))).toEqual([])
  })
})

/** What a database of the device holds, as text. */
const rowsOf = async (name: string): Promise<string> => {
  const parts: unknown[] = []
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = tablet.indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(name)))
  })
  for (const store of database.objectStoreNames) {
    parts.push(
      await new Promise((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result))
      }),
    )
  }
  database.close()
  return JSON.stringify(parts)
}
/** Everything that the device's databases hold, as text. */
const dump = async (): Promise<string> =>
  (await Promise.all((await databases()).map(rowsOf))).join()
