import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { goodRows, workbookOf } from '../../scripts/patient-sheets'
import { admitPatientToWard, createPatient } from '../../src/data/admission'
import { carePathways } from '../../src/data/pathway'
import { wards } from '../../src/data/ward'
import { checkRows } from '../../src/domain/patient-sheet/check-rows'
import type { Problem } from '../../src/domain/problem'
import type { Draft, Runtime } from '../../src/engine/define'
import { sendRows, type UploadPause } from '../../src/features/bulk-upload/send-rows'
import {
  newUpload,
  readUpload,
  type Upload,
  type UploadRow,
} from '../../src/features/bulk-upload/upload-state'
import { readSheet } from '../../workers/sheet/read-sheet'
import { startServer, type FlowServer } from './server'
import { createTablet, until, type Tablet } from './ward-tablet'

const admin = 'admin@willowbank.example'
let server: FlowServer
let tablet: Tablet
let used = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
  tablet.token = `${server.uid(admin)}~bulk${(used += 1)}`
})
afterEach(() => tablet.closeAll())

const signIn = async (): Promise<Runtime> => {
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** What the device keeps of the upload. */
const keptOn = async (
  tab: Runtime,
): Promise<{ readonly draft: Draft; readonly upload: Upload }> => {
  const draft = tab.draft('bulk-add-patients')
  const { text } = await until(draft, ({ ready }) => ready)
  const upload = readUpload(text)
  if (upload === null) throw new Error('Nothing is kept')
  return { draft, upload }
}
const uploadOf = async (from: number, to: number): Promise<Upload> => {
  const [head, ...rows] = goodRows(to)
  const answer = await readSheet(await workbookOf([head ?? [], ...rows.slice(from)]))
  if (answer.kind === 'refused') throw new Error(answer.fault.code)
  return {
    ...newUpload('patients.xlsx', answer.sheet, () => crypto.randomUUID()),
    sentAt: Date.now(),
  }
}
/** Sends what the device keeps, as the dialog does, and keeps what became of it. */
const send = async (
  tab: Runtime,
  { draft, upload }: { readonly draft: Draft; readonly upload: Upload },
  over: { readonly isStopped?: () => boolean; readonly waited?: number[] } = {},
): Promise<{ readonly pause: UploadPause; readonly upload: Upload }> => {
  let now = upload
  const checked = new Map(
    checkRows(upload.rows, { scheme: 'NhsNumber', today: '2026-11-24' }).map((one) => [
      one.row,
      one.patient,
    ]),
  )
  const pause = await sendRows(upload.rows, {
    create: (input, as) => tab.run(createPatient, input, null, as),
    admit: (input, as) => tab.run(admitPatientToWard, input, null, as),
    patientOf: ({ row }) => checked.get(row) ?? null,
    place:
      upload.place === null
        ? null
        : { wardId: upload.place.ward.id, carePathwayId: upload.place.carePathway.id },
    sentAt: upload.sentAt ?? 0,
    changed: (rows) => {
      const after = new Map(rows.map((row) => [row.key, row]))
      now = { ...now, rows: now.rows.map((row) => after.get(row.key) ?? row) }
      draft.set(JSON.stringify(now))
    },
    isStopped: over.isStopped ?? (() => false),
    wait: (ms) => {
      over.waited?.push(ms)
      return Promise.resolve()
    },
    say: (problem: Problem) => problem.fields.map(({ path, message }) => `${path}: ${message}`),
    unseen: 'unseen',
  })
  return { pause, upload: now }
}
const keep = async (tab: Runtime, upload: Upload) => {
  const draft = tab.draft('bulk-add-patients')
  draft.set(JSON.stringify(upload))
  await until(draft, ({ kept }) => kept)
  return { draft, upload }
}
const statuses = (rows: readonly UploadRow[]) => {
  const counts: Record<string, number> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
/** Patients of these rows that the server has, by their number. */
const registered = async (rows: readonly UploadRow[]) => {
  const numbers = rows.map(({ cells }) => cells.nhsNumber)
  const found = await server.database.kysely
    .selectFrom('patient')
    .select(['id', 'national_identifier_value'])
    .where('national_identifier_value', 'in', numbers)
    .where('deleted_at', 'is', null)
    .execute()
  return {
    count: found.length,
    distinct: new Set(found.map((one) => one.national_identifier_value)).size,
  }
}
const admissions = async (rows: readonly UploadRow[]) =>
  await server.database.kysely
    .selectFrom('ward_admission as a')
    .innerJoin('patient as p', 'p.id', 'a.patient_id')
    .select(['p.id', 'a.ward_id', 'a.care_pathway_id', 'a.discharged_at'])
    .where(
      'p.national_identifier_value',
      'in',
      rows.map(({ cells }) => cells.nhsNumber),
    )
    .execute()
const placeOn = async (tab: Runtime) => {
  const [first, along] = [await tab.ask(wards, undefined), await tab.ask(carePathways, undefined)]
  const [ward, carePathway] = [
    first.kind === 'done' ? first.value[0] : undefined,
    along.kind === 'done' ? along.value[0] : undefined,
  ]
  if (ward === undefined || carePathway === undefined) throw new Error('No place')
  return {
    ward: { id: ward.id, name: ward.name },
    carePathway: { id: carePathway.id, name: carePathway.name },
  }
}
const creations = (): number => tablet.sent.filter((name) => name === 'CreatePatient').length

test('O384 500 rows, killed at row 200 with the answers lost, go on where they were, and nobody is registered twice', async () => {
  const first = await signIn()
  const begun = await keep(first, await uploadOf(100, 600))
  // The server does the 20th batch; the tab is gone before it hears of it.
  const requests: (readonly string[])[] = []
  tablet.gate = async (operations) => {
    if (operations.includes('CreatePatient')) requests.push(operations)
    if (requests.length === 20) tablet.network = 'deaf'
  }
  const { pause } = await send(first, begun)
  expect(pause?.kind).toBe('network')
  expect(requests.slice(0, 19).every((batch) => batch.length === 10)).toBe(true)
  expect(await registered(begun.upload.rows)).toEqual({ count: 200, distinct: 200 })
  await first.close()

  tablet.gate = async () => undefined
  tablet.network = 'up'
  const second = await signIn()
  const kept = await keptOn(second)
  expect(statuses(kept.upload.rows)).toEqual({ Created: 190, Submitted: 10, Pending: 300 })
  const before = creations()
  const done = await send(second, kept)
  expect(done.pause).toBeNull()
  expect(statuses(done.upload.rows)).toEqual({ Created: 500 })
  expect(creations() - before).toBe(310)
  expect(await registered(begun.upload.rows)).toEqual({ count: 500, distinct: 500 })
}, 600_000)

test('O246 whoever is registered is admitted to the ward and the pathway, once, also where the answers were lost in between', async () => {
  const tab = await signIn()
  const upload = { ...(await uploadOf(0, 40)), place: await placeOn(tab) }
  const begun = await keep(tab, upload)
  let admitting = 0
  tablet.gate = async (operations) => {
    if (operations.includes('AdmitPatientToWard')) admitting += 1
    if (admitting === 2) tablet.network = 'deaf'
  }
  const first = await send(tab, begun)
  expect(first.pause?.kind).toBe('network')
  expect(statuses(first.upload.rows)).toEqual({ Admitted: 10, Admitting: 10, Pending: 20 })
  tablet.gate = async () => undefined
  tablet.network = 'up'
  const done = await send(tab, { draft: begun.draft, upload: first.upload })
  expect([done.pause, statuses(done.upload.rows)]).toEqual([null, { Admitted: 40 }])
  const found = await admissions(upload.rows)
  expect(found).toHaveLength(40)
  expect(new Set(found.map(({ ward_id: ward }) => ward))).toEqual(new Set([upload.place.ward.id]))
  expect(new Set(found.map((one) => one.care_pathway_id))).toEqual(
    new Set([upload.place.carePathway.id]),
  )
})

test('O247 O248 the same sheet again: every row exists already, nobody is registered and nobody admitted', async () => {
  const tab = await signIn()
  const upload = { ...(await uploadOf(0, 40)), place: await placeOn(tab) }
  const sent = tablet.sent.length
  const done = await send(tab, await keep(tab, upload))
  expect(statuses(done.upload.rows)).toEqual({ AlreadyExists: 40 })
  expect(tablet.sent.slice(sent)).not.toContain('AdmitPatientToWard')
  expect(await registered(upload.rows)).toEqual({ count: 40, distinct: 40 })
})

test('O249 O430 a row that the server refuses is marked with its field, and the next one follows', async () => {
  const tab = await signIn()
  const read = await uploadOf(600, 603)
  const place = await placeOn(tab)
  const upload = { ...read, place: { ...place, ward: { id: 'gone', name: 'Gone' } } }
  const done = await send(tab, await keep(tab, upload))
  expect(done.pause).toBeNull()
  expect(done.upload.rows.map(({ status, details }) => [status, ...details])).toEqual(
    Array.from({ length: 3 }, () => ['ErrorAdmitting', 'wardId: There is no such ward']),
  )
})

test('it is stopped after the batch that is under way: what was done stays, nothing more is begun', async () => {
  const tab = await signIn()
  const begun = await keep(tab, await uploadOf(610, 640))
  const before = creations()
  const stopped = await send(tab, begun, { isStopped: () => creations() - before >= 10 })
  expect([stopped.pause, statuses(stopped.upload.rows)]).toEqual([
    null,
    { Created: 10, Pending: 20 },
  ])
  expect(await registered(begun.upload.rows)).toEqual({ count: 10, distinct: 10 })
})

test('where the server takes no more for now, the same rows are sent again after a while', async () => {
  const tab = await signIn()
  const begun = await keep(tab, await uploadOf(640, 655))
  let refusals = 2
  tablet.inPlace = (operations) => {
    if (!operations.includes('CreatePatient') || refusals === 0) return undefined
    refusals -= 1
    return Response.json(
      operations.map(() => ({
        data: null,
        errors: [{ message: 'Too many', extensions: { code: 'TOO_MANY' } }],
      })),
      { status: 429 },
    )
  }
  const waited: number[] = []
  const done = await send(tab, begun, { waited })
  expect(waited).toEqual([15_000, 15_000])
  expect([done.pause, statuses(done.upload.rows)]).toEqual([null, { Created: 15 }])
})
