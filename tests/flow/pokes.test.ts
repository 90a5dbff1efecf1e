import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { expiryInstant } from '../../src/domain/api-key/api-key'
import { apiKeys, createApiKey, expireApiKey, undoExpireApiKey } from '../../src/data/api-key'
import { patientCheckups } from '../../src/data/checkup'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { createRole, updateUserOrganization } from '../../src/data/user'
import { waveformEvents } from '../../src/data/waveform'
import type { Runtime } from '../../src/engine/define'
import type { Trx } from '../../server/db/database'

let server: FlowServer
const tablets: Tablet[] = []
let signIns = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

const signIn = async (
  email = 'nurse@riverside.example',
  tablet = createTablet(server),
): Promise<{ tab: Runtime; tablet: Tablet }> => {
  tablets.push(tablet)
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab({ following: true, listening: true })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return { tab, tablet }
}
const told = ({ tab }: { tab: Runtime }): Promise<unknown> =>
  until(tab.connection, ({ isTold }) => isTold === true)

test('what a device sends is on a screen that nobody refreshes; a note of a colleague as well', async () => {
  const patient = server.patient('Heart Failure Ward', 0)
  const here = await signIn()
  await told(here)
  const endedAt = Date.now() - 60_000
  const seen = here.tab.watch(patientCheckups, { patientId: patient.id })
  const notes = here.tab.watch(patientNotes, { patientId: patient.id })
  await here.tab.refresh(patientNotes, { patientId: patient.id })
  const isThere = until(seen, ({ rows }) =>
    rows.some(
      (row) =>
        Date.parse(row.endedAt) === Math.floor(endedAt / 1000) * 1000 ||
        Date.parse(row.endedAt) === endedAt,
    ),
  )
  await server.sendCheckup(patient, endedAt)
  await isThere

  const there = await signIn('admin@riverside.example')
  await there.tab.refresh(patientRecord, { patientId: patient.id })
  const heard = until(notes, ({ rows }) => rows.some(({ text }) => text === 'Seen at home'))
  expect(
    await there.tab.run(addPatientNote, { patientId: patient.id, text: 'Seen at home' }),
  ).toMatchObject({ kind: expect.stringMatching(/saved|done/) as string })
  await heard
})

test('what an analysis finds in an ECG is on a screen that nobody refreshes, in both tabs; what it takes back goes', async () => {
  const patient = server.patient('Heart Failure Ward', 1)
  const { tab, tablet } = await signIn()
  const tabs = [tab, await tablet.openTab({ following: true, listening: true })]
  await Promise.all(tabs.map((one) => told({ tab: one })))
  const at = Math.floor(Date.now() / 1000) * 1000 - 60_000
  const asked = {
    patientId: patient.id,
    type: 'SingleECG',
    from: at - 3_600_000,
    to: at + 3_600_000,
  } as const
  const seen = tabs.map((one) => one.watch(waveformEvents, asked))
  // As the record's screen does (src/engine/react/index.ts).
  for (const one of tabs)
    one.watch(patientRecord, { patientId: patient.id }).subscribe(() => undefined)
  // One more may be on its way when the test is over and its tabs close: its answer then comes to a
  // closed store.
  let isOver = false
  for (const one of tabs)
    one.onInvalidated((names) => {
      if (names.includes(waveformEvents.name))
        void one.refresh(waveformEvents, asked).catch((thrown: unknown) => {
          if (!isOver) throw thrown
        })
    })
  await Promise.all(tabs.map((one) => one.refresh(waveformEvents, asked)))
  const shown = (count: number) =>
    Promise.all(seen.map((one) => until(one, ({ rows }) => rows.length === count)))
  const finds = (write: (trx: Trx) => Promise<unknown>) => server.database.asSystem(write)
  await finds((trx) =>
    trx
      .insertInto('waveform_event')
      .values({
        id: 'flow-event',
        patient_id: patient.id,
        kind: 'SingleECG',
        type: 'Pause',
        started_at: new Date(at).toISOString(),
        ended_at: new Date(at + 3500).toISOString(),
        method: 'test 1',
        created_at: new Date(at).toISOString(),
      })
      .execute(),
  )
  await shown(1)
  await finds((trx) => trx.deleteFrom('waveform_event').execute())
  await shown(0)
  isOver = true
})

test('an API key that one tablet makes, expires and keeps is told to the lists of the other within 3 s, in both of its tabs', async () => {
  const email = 'admin@riverside.example'
  const here = await signIn(email)
  const there = await signIn(email)
  const tabs = [there.tab, await there.tablet.openTab({ following: true, listening: true })]
  await Promise.all([here.tab, ...tabs].map((tab) => told({ tab })))
  const heard = tabs.map((tab) => {
    const times: number[] = []
    tab.onInvalidated((names) => {
      if (names.includes('lists')) times.push(Date.now())
    })
    return {
      get: () => times.length,
      last: () => times.at(-1) ?? Infinity,
      subscribe: (look: () => void) => tab.onInvalidated(() => look()),
    }
  })
  const list = async () => {
    const answer = await there.tab.ask(apiKeys, undefined)
    if (answer.kind !== 'done') throw new Error(answer.problem.code)
    return answer.value
  }
  /** Does something here and waits until the other tablet's tabs were told of it. */
  const does = async <Value>(work: () => Promise<{ readonly kind: string } & Value>) => {
    const [before, began] = [heard.map(({ get }) => get()), Date.now()]
    const result = await work()
    expect(result.kind).toBe('done')
    await Promise.all(heard.map((one, nth) => until(one, (count) => count > (before[nth] ?? 0))))
    for (const one of heard) expect(one.last() - began).toBeLessThan(3_000)
    return result
  }
  const made = await does(() => here.tab.run(createApiKey, {}))
  if (made.kind !== 'done') throw new Error('Not made')
  const { id, secret } = made.value
  expect(secret).toMatch(/^[\w-]{43}$/)
  const mine = async () => (await list()).find((key) => key.id === id)
  expect(await mine()).toMatchObject({ apiKey: id, deletedAt: null })
  const expiresAt = expiryInstant(24, Date.now())
  await does(() => here.tab.run(expireApiKey, { id, expiresAt }))
  expect(await mine()).toMatchObject({ deletedAt: expiresAt })
  await does(() => here.tab.run(undoExpireApiKey, { id }))
  expect(await mine()).toMatchObject({ deletedAt: null })
  await does(() => here.tab.run(expireApiKey, { id, expiresAt: null }))
  expect(Date.parse((await mine())?.deletedAt ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a user who is changed on one tablet, and a role, are told to the lists of another', async () => {
  const email = 'admin@riverside.example'
  const [here, there] = [await signIn(email), await signIn(email)]
  await Promise.all([told(here), told(there)])
  let heard = 0
  there.tab.onInvalidated((names) => {
    if (names.includes('lists')) heard += 1
  })
  const userId = server.uid('nurse2@riverside.example')
  for (const work of [
    () => here.tab.run(updateUserOrganization, { userId, roles: ['Clinician'], jobRole: 'Sister' }),
    () =>
      here.tab.run(createRole, { name: 'Nights', description: '', permissions: ['view_wards'] }),
  ]) {
    const before = heard
    expect((await work()).kind).toBe('done')
    await expect.poll(() => heard, { timeout: 3_000 }).toBeGreaterThan(before)
  }
})

test('a device that hears of changes says so; offline it does not, and again once connected', async () => {
  const here = await signIn()
  await told(here)
  here.tablet.network = 'down'
  here.tablet.hint()
  await until(here.tab.connection, ({ state, isTold }) => state === 'offline' && isTold !== true)
  here.tablet.reconnect()
  await told(here)
})

test('of two tabs one listens, and both are told; when either is closed the other listens', async () => {
  const listening = {
    get: () => server.listeners(),
    subscribe: (look: () => void) => {
      const timer = setInterval(look, 50)
      return () => clearInterval(timer)
    },
  }
  for (const closes of ['first', 'second'] as const) {
    const { tab: one, tablet } = await signIn()
    await told({ tab: one })
    const two = await tablet.openTab({ following: true, listening: true })
    await Promise.all([one, two].map((tab) => told({ tab })))
    await until(listening, (count) => count === 1)
    const [going, left] = closes === 'first' ? [one, two] : [two, one]
    await going.close()
    await told({ tab: left })
    await until(listening, (count) => count === 1)
    await left.close()
    await until(listening, (count) => count === 0)
  }
})
