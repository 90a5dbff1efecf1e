import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { beginEpoch, currentEpoch } from '../../server/engine/epoch'
import { snoozeAlert } from '../../src/data/alert'
import { checkupDetail, patientCheckups } from '../../src/data/checkup'
import type { Runtime, ViewState } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord, updateExpectedDischargeDate } from '../../src/data/patient'
import { virtualWard } from '../../src/data/virtual-ward'
import type { VirtualWardQuery } from '../../src/domain/virtual-ward/virtual-ward'
import { systemClock, type Clock } from '../../src/platform/clock'

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
afterEach(async () => {
  await tablet.closeAll()
  for (const undo of undone.splice(0)) await undo()
})

const nurse = 'nurse@riverside.example'
const signIn = async ({
  on = tablet,
  email = nurse,
  following = false,
  clock = systemClock,
} = {}): Promise<Runtime> => {
  on.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await on.openTab({ following, clock })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/**
 * Pauses between two questions of a tab last until a test ends them, however slow the machine is:
 * those of 2.5 to 4.5 s, which nothing else of a tab is. Everything shorter or longer takes its own
 * time.
 */
const heldPauses = () => {
  let now = 0
  let held: { readonly tab: string; readonly at: number; readonly end: () => void }[] = []
  return {
    clockOf: (tab: string): Clock => ({
      ...systemClock,
      after: (ms, call) => {
        if (ms < 2_500 || ms > 4_500) return systemClock.after(ms, call)
        const pause = { tab, at: now + ms, end: call }
        held.push(pause)
        return () => {
          held = held.filter((other) => other !== pause)
        }
      },
    }),
    /**
     * Ends the pause that is over first, once each of these tabs pauses and none is asking.
     * @returns whose it was.
     */
    end: async (tabs: readonly string[]): Promise<string> => {
      await expect
        .poll(() => tabs.every((tab) => held.some((pause) => pause.tab === tab)))
        .toBe(true)
      const [first] = held.filter(({ tab }) => tabs.includes(tab)).toSorted((a, b) => a.at - b.at)
      if (first === undefined) throw new Error('No tab pauses')
      held = held.filter((pause) => pause !== first)
      now = first.at
      first.end()
      return first.tab
    },
  }
}
const ward: VirtualWardQuery = {
  take: 50,
  skip: 0,
  sort: [{ field: 'lastName', direction: 'ASC' }],
}
const isHere =
  (id: string) =>
  ({ ready, rows }: ViewState<{ readonly id: string }>): boolean =>
    ready && rows.some((row) => row.id === id)
const isGone =
  (id: string) =>
  ({ ready, rows }: ViewState<{ readonly id: string }>): boolean =>
    ready && rows.length > 0 && rows.every((row) => row.id !== id)
const undone: (() => Promise<unknown>)[] = []
const set = (patientId: string, what: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
  const run = (assignment: ReturnType<typeof sql>) => () =>
    server.database.asSystem((trx) =>
      sql`update ward_admission set ${assignment} where patient_id = ${patientId}`.execute(trx),
    )
  undone.push(run(back))
  return run(what)()
}
const discharge = (patientId: string) =>
  set(patientId, sql`discharged_at = now()`, sql`discharged_at = null`)
/** To a ward of the same organisation that is not the nurse's. */
const moveAway = ({ id, ward: from }: ReturnType<FlowServer['patient']>): Promise<unknown> =>
  set(id, sql`ward_id = ${server.patient('Frailty Ward', 0).ward?.id}`, sql`ward_id = ${from?.id}`)
/** The nurse is no longer on the patient's ward. */
const takeWard = async (wardId: string): Promise<void> => {
  const staff = await server.database.asSystem((trx) =>
    trx
      .deleteFrom('ward_staff')
      .where('user_id', '=', server.uid(nurse))
      .where('ward_id', '=', wardId)
      .returningAll()
      .execute(),
  )
  expect(staff).toHaveLength(1)
  undone.push(() =>
    server.database.asSystem((trx) => trx.insertInto('ward_staff').values(staff).execute()),
  )
}
/** Everything that the device's readable store holds, as text. */
const dump = async (): Promise<string> => {
  const parts: unknown[] = []
  for (const { name = '' } of await tablet.indexedDB.databases()) {
    if (!name.startsWith('lamplight-cache-') && name !== 'lamplight-drafts') continue
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = tablet.indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const store of database.objectStoreNames) {
      if (store === 'cursor') continue
      parts.push(
        await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
      )
    }
    database.close()
  }
  return JSON.stringify(parts)
}

const commands = async (): Promise<
  readonly { readonly body: string; readonly answer: string | null; readonly sealed: string }[]
> => {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = tablet.indexedDB.open('lamplight-outbox-sealed')
    request.addEventListener('success', () => resolve(request.result))
  })
  const rows = await new Promise<Awaited<ReturnType<typeof commands>>>((resolve) => {
    const request = database.transaction('command').objectStore('command').getAll()
    request.addEventListener('success', () => resolve(request.result as never))
  })
  database.close()
  return rows
}

describe('a screen asks for its scope', () => {
  test("and gets what another user wrote since, as of the answer's own time", async () => {
    const { id: patientId } = server.patient('Respiratory Ward', 0)
    const here = await signIn()
    const before = await here.refresh(patientNotes, { patientId })
    const elsewhere = createTablet(server)
    try {
      const there = await signIn({ on: elsewhere, email: 'admin@riverside.example' })
      await there.refresh(patientRecord, { patientId })
      await there.run(addPatientNote, { patientId, text: 'From the other tablet' })
      await until(
        there.watch(patientNotes, { patientId }),
        ({ rows }) => rows.length === 1 && rows[0]?.waiting === undefined,
      )
    } finally {
      await elsewhere.closeAll()
    }
    const after = await here.refresh(patientNotes, { patientId })
    const state = await until(
      here.watch(patientNotes, { patientId }),
      ({ rows }) => rows.length === 1,
    )
    expect(state.rows[0]).toMatchObject({ text: 'From the other tablet' })
    expect(state).toMatchObject({ asOf: after.asOf, total: 1 })
    expect(after.asOf).toBeGreaterThan(before.asOf)
  })

  test('the record, its check-ups and its notes in one question', async () => {
    const { id: patientId } = server.patient('Respiratory Ward', 1)
    const tab = await signIn()
    tablet.sent.splice(0)
    await Promise.all([
      tab.refresh(patientRecord, { patientId }),
      tab.refresh(patientCheckups, { patientId }),
      tab.refresh(patientNotes, { patientId }),
    ])
    expect(tablet.sent).toEqual(['SyncPull'])
    expect(await tab.recordsKept()).toEqual({ whole: 1, missing: null, hasRoster: true })
    await tab.session.signOut()
    expect(await tab.recordsKept()).toBeNull()
  })

  test('pages back through a history that is longer than the first answer, and finds a check-up of long ago by its address', async () => {
    const patient = server.patient('Heart Failure Ward', 3)
    const start = Date.now() - 40 * 86_400_000
    for (let nth = 0; nth < 60; nth += 1) await server.sendCheckup(patient, start + nth * 3_600_000)
    const tab = await signIn()
    // Only the first answer arrives: what follows by itself waits.
    let pulls = 0
    tablet.gate = (names) =>
      names.includes('SyncPull') && (pulls += 1) > 1
        ? new Promise(() => undefined)
        : Promise.resolve()
    await tab.refresh(patientCheckups, { patientId: patient.id })
    const view = tab.watch(patientCheckups, { patientId: patient.id })
    const first = await until(view, ({ ready, rows }) => ready && rows.length >= 20)
    expect(first).toMatchObject({ total: null, arrangedBy: 'server' })
    const older = patientCheckups.olderParams({ patientId: patient.id }, first.rows, first.total)
    expect(older).toMatchObject({ before: first.rows.at(-1)?.endedAt })
    if (older === null) throw new Error('No older page')
    const oldest = await tab.refresh(patientCheckups, older)
    expect((await until(view, ({ rows }) => rows.length >= 60)).rows.length).toBe(60)

    const elsewhere = createTablet(server)
    try {
      const other = await signIn({ on: elsewhere })
      const checkupId = oldest.ids.at(-1) ?? ''
      await other.refresh(checkupDetail, { patientId: patient.id, checkupId })
      await until(
        other.watch(checkupDetail, { patientId: patient.id, checkupId }),
        isHere(checkupId),
      )
    } finally {
      await elsewhere.closeAll()
    }
  })
})

test('a snooze is shown by a question that is asked after it: one that was asked before, and is still on its way, does not stand for it', async () => {
  const patient = server.patient('Heart Failure Ward', 1)
  await server.sendCheckup(patient, Date.now() - 60_000, {
    respiratoryRate: { value: 25, source: 'manual' },
    pulseRate: { value: 115, source: 'cuff', isManual: false },
    temperature: { value: 38.5, isManual: true },
    bloodPressureData: { systolic: 108, diastolic: 71, position: 'sitting', isManual: false },
  })
  const tab = await signIn()
  const view = tab.watch(virtualWard, ward)
  const alertIn = ({ rows }: ReturnType<typeof view.get>) =>
    rows.find(({ id }) => id === patient.id)?.alerts[0]
  await tab.refresh(virtualWard, ward)
  const alert = alertIn(await until(view, (state) => alertIn(state) !== undefined))
  expect(alert).toMatchObject({ snoozedUntil: null })

  let arrive = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    let isFirst = true
    tablet.answerGate = async (names) => {
      if (!names.includes('SyncPull') || !isFirst) return
      isFirst = false
      resolve()
      await new Promise<void>((open) => {
        arrive = open
      })
    }
  })
  const asked = [tab.refresh(virtualWard, ward)]
  await answered
  // As an open screen does (src/engine/react/data-provider.ts).
  const stop = tab.onInvalidated((names) => {
    if (names.includes(virtualWard.name)) asked.push(tab.refresh(virtualWard, ward))
  })
  const end = view.subscribe(() => undefined)
  expect(
    await tab.run(snoozeAlert, {
      id: alert?.id ?? '',
      minutes: 15,
      // All of them.
      seenAt: '2999-12-31T00:00:00.000Z',
    }),
  ).toMatchObject({ kind: 'done' })
  arrive()
  await Promise.all(asked)
  expect(asked).toHaveLength(2)
  await expect
    .poll(() => alertIn(view.get())?.snoozedBy)
    .toMatchObject({
      id: server.uid(nurse),
    })
  end()
  stop()
})

describe('a patient who leaves the ward', () => {
  test('leaves the board, and takes their record, readings and half-typed words off the device; the open record says so', async () => {
    const patient = server.patient('Respiratory Ward', 2)
    await server.sendCheckup(patient, Date.now() - 90_000)
    const tab = await signIn()
    const other = await tablet.openTab()
    await tab.refresh(virtualWard, ward)
    await tab.refresh(patientRecord, { patientId: patient.id })
    const draft = other.draft(`note ${patient.id}`)
    draft.set('Half a sentence about them')
    await until(draft, ({ kept }) => kept)
    const record = other.watch(patientRecord, { patientId: patient.id })
    await until(record, isHere(patient.id))
    expect(await dump()).toContain(patient.id)
    expect(await dump()).not.toContain(patient.lastName)

    await moveAway(patient)
    await tab.refresh(virtualWard, ward)
    const gone = await until(record, (state) => state.gone !== undefined)
    expect(gone).toMatchObject({
      rows: [],
      gone: 'REVOKED',
      problem: { kind: 'not-found', code: 'not-found:not-yours' },
    })
    await until(tab.watch(virtualWard, ward), isGone(patient.id))
    const kept = await dump()
    expect(kept).not.toContain(patient.id)
    expect(kept).not.toContain('Half a sentence')
    await until(draft, ({ text }) => text === '')
    await expect(tab.refresh(patientRecord, { patientId: patient.id })).rejects.toMatchObject({
      problem: { kind: 'not-found' },
    })
  })

  test('keeps what was written and not sent: the server decides it', async () => {
    const patient = server.patient('Respiratory Ward', 3)
    const patientId = patient.id
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    await tab.refresh(patientRecord, { patientId })
    tablet.gate = (names) =>
      names.includes('SyncPush')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    await tab.run(addPatientNote, { patientId, text: 'Written before they left' })
    await takeWard(patient.ward?.id ?? '')
    await tab.refresh(virtualWard, ward)
    await until(tab.watch(patientRecord, { patientId }), (state) => state.gone !== undefined)
    tablet.gate = () => Promise.resolve()
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect((await server.notesOf(patientId)).map(({ text }) => text)).toContain(
      'Written before they left',
    )
  })

  test('removes the readable copies of what was written about them: what is sealed is delivered, and a conflict keeps nothing about them', async () => {
    const [first, second] = [
      server.patient('Respiratory Ward', 3),
      server.patient('Respiratory Ward', 5),
    ]
    const tab = await signIn({ following: true })
    await tab.refresh(virtualWard, ward)
    for (const { id } of [first, second]) await tab.refresh(patientRecord, { patientId: id })
    await tab.run(addPatientNote, { patientId: first.id, text: 'Accepted before' })
    await until(tab.outbox, (items) => items.length === 0)
    const admission =
      tab.watch(patientRecord, { patientId: second.id }).get().rows[0]?.wardAdmission ??
      (await until(tab.watch(patientRecord, { patientId: second.id }), isHere(second.id))).rows[0]
        ?.wardAdmission
    if (admission == null) throw new Error('not admitted')
    await server.database.asSystem((trx) =>
      sql`update ward_admission set expected_discharge_date = current_date + 9, revision = revision + 1 where patient_id = ${second.id}`.execute(
        trx,
      ),
    )
    await tab.run(updateExpectedDischargeDate, {
      patientId: second.id,
      wardId: admission.ward.id,
      carePathwayId: admission.carePathway.id,
      expectedDischargeDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      seen: {
        expectedDischargeDate: admission.expectedDischargeDate,
        revision: admission.revision,
      },
    })
    await until(tab.outbox, ([item]) => item?.state === 'conflict' && item.conflict !== null)
    tablet.gate = (names) =>
      names.includes('SyncPush')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    await tab.run(addPatientNote, { patientId: first.id, text: 'Written before it was taken' })
    await until(
      tab.outbox,
      (items) => items.length === 2 && items.every(({ subject }) => subject !== null),
    )

    await takeWard(first.ward?.id ?? '')
    // Their names go with the rows of the ward, which are read by a question of their own.
    const lost = await until(
      tab.outbox,
      (items) =>
        items.length === 2 && items.every(({ isLost, about }) => isLost && about?.name === null),
    )
    expect(lost).toMatchObject([
      { state: 'conflict', input: null, subject: null, conflict: null, about: { name: null } },
      { op: 'addPatientNote', input: null, subject: null, about: { name: null } },
    ])
    const rows = await commands()
    expect(rows).toHaveLength(3)
    expect(rows.map(({ body, answer }) => [body, answer])).toEqual(Array(3).fill(['', null]))
    expect(rows.every(({ sealed }) => sealed.length > 100)).toBe(true)
    tablet.gate = () => Promise.resolve()
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 1)
    expect((await server.notesOf(first.id)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Accepted before', 'Written before it was taken']),
    )
    await tab.outbox.discard(lost[0]?.id ?? '', 'No longer mine')
    await until(tab.outbox, (items) => items.length === 0)
  })

  test('comes back with everything when they are on the ward again', async () => {
    const patient = server.patient('Respiratory Ward', 4)
    const patientId = patient.id
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    await tab.refresh(patientRecord, { patientId })
    await moveAway(patient)
    await tab.refresh(virtualWard, ward)
    await until(tab.watch(patientRecord, { patientId }), (state) => state.gone !== undefined)
    await undone.pop()?.()
    await tab.refresh(virtualWard, ward)
    await tab.refresh(patientRecord, { patientId })
    const record = await until(tab.watch(patientRecord, { patientId }), isHere(patientId))
    expect(record.gone).toBeUndefined()
    await until(tab.watch(virtualWard, ward), isHere(patientId))
  })

  test('but may still be opened (the archive) leaves the board alone', async () => {
    const { id: patientId } = server.patient('Respiratory Ward', 7)
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    await tab.refresh(patientRecord, { patientId })
    await discharge(patientId)
    tablet.sent.splice(0)
    await tab.refresh(virtualWard, ward)
    await until(tab.watch(virtualWard, ward), isGone(patientId))
    const record = await until(
      tab.watch(patientRecord, { patientId }),
      ({ rows }) => rows[0]?.wardAdmission === null,
    )
    expect(record.gone).toBeUndefined()
    expect(tablet.sent).toEqual(['SyncPull', 'SyncPull'])
  })
})

describe("another life of the server's database", () => {
  test('is built beside what is shown and takes its place at once: the board is never empty, and holds nothing of the old life', async () => {
    const lost = server.patient('Heart Failure Ward', 1)
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    const view = tab.watch(virtualWard, ward)
    const before = await until(view, isHere(lost.id))
    const sizes: number[] = []
    const end = view.subscribe(() => sizes.push(view.get().rows.length))
    try {
      // As a backup would have it: another epoch, and a patient who was not on the board yet.
      await discharge(lost.id)
      await beginEpoch(
        server.database,
        { now: () => Date.now() },
        await currentEpoch(server.database, { now: () => Date.now() }),
      )
      tablet.sent.splice(0)
      await tab.refresh(virtualWard, ward)
      await until(view, isGone(lost.id))
    } finally {
      end()
    }
    expect(Math.min(...sizes)).toBe(before.rows.length - 1)
    expect(tablet.sent).toEqual(['SyncPull', 'SyncHello', 'SyncPull'])
  })
})

describe('two tabs', () => {
  test('that ask at the same time keep one of the answers, and both show it', async () => {
    const patient = server.patient('Heart Failure Ward', 2)
    const one = await signIn()
    const two = await tablet.openTab()
    await Promise.all([
      one.refresh(virtualWard, ward),
      two.refresh(virtualWard, ward),
      one.refresh(patientRecord, { patientId: patient.id }),
      two.refresh(patientCheckups, { patientId: patient.id }),
    ])
    await server.sendCheckup(patient, Math.floor(Date.now() / 1000) * 1000)
    await Promise.all([one.refresh(virtualWard, ward), two.refresh(virtualWard, ward)])
    const rows = await Promise.all(
      [one, two].map(
        async (tab) => (await until(tab.watch(virtualWard, ward), isHere(patient.id))).rows,
      ),
    )
    expect(rows[0]).toEqual(rows[1])
    expect(rows[0]?.length).toBeGreaterThan(10)
  })

  test('that wakes up with an old answer changes nothing', async () => {
    const patient = server.patient('Heart Failure Ward', 4)
    const one = await signIn()
    const two = await tablet.openTab()
    await one.refresh(virtualWard, ward)
    let wake: () => void = () => undefined
    const sleeps = new Promise<void>((resolve) => {
      wake = resolve
    })
    const answered = new Promise<void>((resolve) => {
      tablet.answerGate = () => {
        resolve()
        return sleeps
      }
    })
    const late = one.refresh(virtualWard, ward)
    await answered
    tablet.answerGate = () => Promise.resolve()
    const endedAt = Math.floor(Date.now() / 1000) * 1000
    await server.sendCheckup(patient, endedAt)
    await two.refresh(virtualWard, ward)
    const shows = ({
      rows,
    }: {
      readonly rows: readonly {
        readonly id: string
        readonly latestCheckup: { readonly endedAt: string } | null
      }[]
    }): boolean =>
      rows.some(
        (row) =>
          row.id === patient.id &&
          row.latestCheckup !== null &&
          Date.parse(row.latestCheckup.endedAt) === endedAt,
      )
    await until(two.watch(virtualWard, ward), shows)
    wake()
    await late
    await until(one.watch(virtualWard, ward), shows)
  })
})

describe('in the background', () => {
  test('a whole ward is fetched ahead and reads offline, also patients whom nobody opened, and goes on where it was interrupted', async () => {
    const patient = server.patient('Respiratory Ward', 5)
    await server.sendCheckup(patient, Date.now() - 120_000)
    // The line breaks after the first patients.
    let patients = 0
    tablet.gate = (names) =>
      names.includes('SyncPull') && (patients += 1) > 2
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    const first = await signIn({ following: true })
    const seen: string[] = []
    first.firstSync.subscribe(() => {
      const now = first.firstSync.get()
      if (now !== null) seen.push(`${now.done}/${now.total}`)
    })
    await until(first.connection, ({ state }) => state === 'offline')
    await first.close()

    tablet.gate = () => Promise.resolve()
    const second = await tablet.openTab({ following: true })
    await until(second.firstSync, (now) => now !== null && now.done > 0)
    await until(second.firstSync, (now) => now === null)
    const total = Number(seen[0]?.split('/')[1])
    expect(total).toBeGreaterThan(15)
    tablet.network = 'down'
    const view = await until(second.watch(virtualWard, ward), ({ rows }) => rows.length === total)
    for (const { id } of view.rows)
      await until(second.watch(patientRecord, { patientId: id }), isHere(id))
    await until(
      second.watch(patientCheckups, { patientId: patient.id }),
      ({ rows, total: count }) => rows.length > 0 && count === rows.length,
    )
  })

  test('a page that is loaded again asks as soon as its user is shown, however long its first screen takes to be read', async () => {
    await (await signIn()).close()
    tablet.sent.splice(0)
    // A question that fails is repeated after more than this, and no poke is heard before.
    const clock: Clock = {
      ...systemClock,
      after: (ms, call) => (ms < 2_500 ? systemClock.after(ms, call) : () => undefined),
    }
    const tab = await tablet.openTab({
      following: true,
      clock,
      firstScreen: async () => {
        await systemClock.sleep(200)
        return []
      },
    })
    await until(tab.session, ({ status }) => status === 'signed-in')
    await expect.poll(() => tablet.sent).toContain('SyncPull')
  })

  test('one tab of a device asks, and another takes over when it is closed', async () => {
    const pauses = heldPauses()
    const one = await signIn({ following: true, clock: pauses.clockOf('one') })
    await until(one.watch(virtualWard, ward), ({ rows }) => rows.length > 10)
    const two = await tablet.openTab({ following: true, clock: pauses.clockOf('two') })
    let pulls = 0
    tablet.gate = async (names) => {
      pulls += names.filter((name) => name === 'SyncPull').length
    }
    const asked: string[] = []
    for (let turn = 0; turn < 6; turn += 1) asked.push(await pauses.end(['one', 'two']))
    // Both would have taken turns.
    const [leader = ''] = asked
    expect(asked).toEqual(Array.from({ length: 6 }, () => leader))
    expect(pulls).toBeGreaterThanOrEqual(5)
    const [closed, left] = leader === 'one' ? [one, 'two'] : [two, 'one']
    await closed.close()
    pulls = 0
    expect(await pauses.end([left])).toBe(left)
    await expect.poll(() => pulls).toBeGreaterThan(0)
  })

  test('a ward taken from its nurse is off screen and store within 5 seconds, without anybody asking', async () => {
    const patient = server.patient('Respiratory Ward', 6)
    const pauses = heldPauses()
    const tab = await signIn({ following: true, clock: pauses.clockOf('tab') })
    await tab.refresh(patientRecord, { patientId: patient.id })
    await until(tab.watch(virtualWard, ward), isHere(patient.id))
    await until(tab.firstSync, (now) => now === null)
    await takeWard(patient.ward?.id ?? '')
    // One pause of at most 4.5 s, since the clock holds no longer one, and what is asked at its end
    // is enough.
    await pauses.end(['tab'])
    await until(tab.watch(virtualWard, ward), isGone(patient.id))
    await until(
      tab.watch(patientRecord, { patientId: patient.id }),
      ({ gone }) => gone === 'REVOKED',
    )
    while ((await dump()).includes(patient.id))
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
  })

  test('a right taken from its nurse takes every record off the store within 5 seconds, without anybody asking', async () => {
    const patient = server.patient('Respiratory Ward', 6)
    const pauses = heldPauses()
    const tab = await signIn({ following: true, clock: pauses.clockOf('tab') })
    await tab.refresh(patientRecord, { patientId: patient.id })
    await until(tab.watch(virtualWard, ward), isHere(patient.id))
    await until(tab.firstSync, (now) => now === null)
    const roles = await server.database.asSystem((trx) =>
      trx
        .selectFrom('user_organization')
        .select(['organization_id', 'roles'])
        .where('user_id', '=', server.uid(nurse))
        .execute(),
    )
    const give = (to: string) =>
      server.database.asSystem((trx) =>
        sql`update user_organization set roles = ${to} where user_id = ${server.uid(nurse)}`.execute(
          trx,
        ),
      )
    undone.push(() => give(JSON.stringify(roles[0]?.roles)))
    await give('["Self Care"]')
    await pauses.end(['tab'])
    await until(
      tab.watch(patientRecord, { patientId: patient.id }),
      ({ gone }) => gone === 'REVOKED',
    )
    while ((await dump()).includes(patient.id))
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
  })
})
