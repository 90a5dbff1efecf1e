import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTablet, goOffline, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientChat } from '../../src/data/chat'
import { patientCheckups } from '../../src/data/checkup'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { isHeldSince } from '../../src/domain/sync/held'
import type { Identified, Resource, Runtime, ViewState } from '../../src/engine/define'
import { readAs } from '../../src/ui/feedback'

let server: FlowServer
const tablets: Tablet[] = []
let signIns = 0

beforeAll(async () => {
  server = await startServer()
  await server.database.asSystem((trx) => trx.deleteFrom('chat_message').execute())
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

const signIn = async (
  following = false,
  gate: Tablet['gate'] = () => Promise.resolve(),
): Promise<{ tab: Runtime; tablet: Tablet }> => {
  const tablet = createTablet(server)
  tablets.push(tablet)
  tablet.gate = gate
  tablet.token = `${server.uid('nurse@riverside.example')}~absence${(signIns += 1)}`
  const tab = await tablet.openTab({ following })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return { tab, tablet }
}

const minute = 60_000
/** More than a first answer holds of each part. */
const counts = { checkups: 70, notes: 1, messages: 12 } as const
type Part = keyof typeof counts
const parts: Readonly<Record<Part, Resource<{ readonly patientId: string }, Identified>>> = {
  checkups: patientCheckups as never,
  notes: patientNotes as never,
  messages: patientChat as never,
}
const states = async (tab: Runtime, patientId: string) => {
  const found = new Map<Part, ViewState<Identified>>()
  for (const part of Object.keys(parts) as Part[])
    found.set(part, await until(tab.watch(parts[part], { patientId }), ({ ready }) => ready))
  return found
}

/** A device that fetches ahead; of what follows its first answer about the patient nothing arrives. */
const cutAfterFirst = async (
  patientId: string,
): Promise<{ readonly tab: Runtime; readonly goOn: () => void }> => {
  let begin: () => void = () => undefined
  const isWatched = new Promise<void>((resolve) => {
    begin = resolve
  })
  const { tab, tablet } = await signIn(true, (names) =>
    names.includes('SyncPull') ? isWatched : Promise.resolve(),
  )
  const held = tab.watch(patientCheckups, { patientId })
  const first = until(held, ({ rows }) => rows.length > 0)
  let isBack = false
  tablet.gate = async () => {
    await isWatched
    // The screen has what came before this was asked.
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    if (!isBack && held.get().rows.length > 0) tablet.network = 'down'
  }
  begin()
  await first
  await goOffline(tablet, tab)
  tablet.gate = () => Promise.resolve()
  return {
    tab,
    goOn: () => {
      isBack = true
      tablet.reconnect()
    },
  }
}

test('a device whose line goes after its first answer about a patient never says none of what the server has, and says of what it has only a part of', async () => {
  const patient = server.patient('Heart Failure Ward', 1)
  const now = Date.now()
  for (let at = counts.checkups; at > 0; at -= 1)
    await server.sendCheckup(patient, now - at * 10 * minute)
  for (let at = 0; at < counts.messages; at += 1) await server.sendMessage(patient, `Message ${at}`)
  const author = await signIn()
  await author.tab.refresh(patientRecord, { patientId: patient.id })
  expect(
    await author.tab.run(addPatientNote, { patientId: patient.id, text: 'Allergic to penicillin' }),
  ).toMatchObject({ kind: 'saved' })
  for (let tried = 0; (await server.notesOf(patient.id)).length === 0 && tried < 200; tried += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 25)
    })
  expect(await server.notesOf(patient.id)).toHaveLength(counts.notes)

  const { tab, goOn } = await cutAfterFirst(patient.id)
  for (const [part, state] of await states(tab, patient.id)) {
    const isWhole = isHeldSince(state.heldFrom ?? null)
    // A little of each, and all of it or it says that it may not be.
    expect([part, state.rows.length]).not.toEqual([part, 0])
    expect([part, isWhole ? state.rows.length : counts[part]]).toEqual([part, counts[part]])
    const asked = readAs(
      {
        ...state,
        heldFrom: state.heldFrom ?? null,
        freshness: { asOf: state.asOf, fetching: false },
        refresh: async () => undefined,
      },
      true,
    )
    expect([part, asked.value]).not.toEqual([part, []])
  }

  goOn()
  await tab.refresh(patientRecord, { patientId: patient.id })
  for (const part of Object.keys(parts) as Part[]) {
    const whole = await until(
      tab.watch(parts[part], { patientId: patient.id }),
      ({ heldFrom }) => heldFrom === -Infinity,
    )
    expect([part, whole.rows.length]).toEqual([part, counts[part]])
  }
})

test('of a patient without notes that is said as soon as it is known, while the history of their check-ups is not here yet', async () => {
  const patient = server.patient('Heart Failure Ward', 2)
  await server.database.asSystem((trx) =>
    trx.deleteFrom('patient_note').where('patient_id', '=', patient.id).execute(),
  )
  const now = Date.now()
  for (let at = counts.checkups; at > 0; at -= 1)
    await server.sendCheckup(patient, now - at * 10 * minute)
  const { tab } = await cutAfterFirst(patient.id)
  const seen = await states(tab, patient.id)
  for (const part of ['notes', 'messages'] as const)
    expect(seen.get(part)).toMatchObject({ rows: [], total: 0, heldFrom: -Infinity })
  const { rows = [], heldFrom } = seen.get('checkups') ?? {}
  expect(rows.length).toBeLessThan(counts.checkups)
  expect(isHeldSince(heldFrom ?? null)).toBe(false)
  const { missing = null, hasRoster } = (await tab.recordsKept()) ?? {}
  expect([hasRoster, (missing ?? 0) > 0]).toEqual([true, true])
})
