import '../../src/domain/without-eval'
import { patientCheckups } from '../../src/data/checkup'
import {
  source,
  type Identified,
  type Observable,
  type Resource,
  type ViewState,
} from '../../src/engine/define'
import { patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { createRuntime } from '../../src/data/runtime'
import { createOpener } from '../../src/engine/outbox/waiting'
import { createOutboxRows } from '../../src/engine/store/outbox'
import { createLiveView } from '../../src/engine/views/live-view'
import { virtualWard } from '../../src/data/virtual-ward'
import { encryptingCodec, webCiphers } from '../../src/platform/ciphers'
import { openCache, openOutbox, type CacheStore, type SealedRow } from '../../src/engine/store'
import { tables } from '../../src/data/tables'

const ward = {
  take: 50,
  skip: 0,
  sort: [{ field: 'lastName' as const, direction: 'ASC' as const }],
}
let token: string | null = null
const newRuntime = () =>
  createRuntime({
    config: { origin: location.origin, basePath: '/Prod' },
    auth: { idToken: () => Promise.resolve(token), signOut: () => Promise.resolve() },
  })

/** Resolves when a reading is as wanted. */
const until = <Row>(
  view: Observable<ViewState<Row>>,
  isWanted: (state: ViewState<Row>) => boolean,
): Promise<ViewState<Row>> =>
  new Promise((resolve) => {
    let end: () => void = () => undefined
    end = view.subscribe(() => {
      if (isWanted(view.get())) {
        resolve(view.get())
        setTimeout(end, 0)
      }
    })
  })
const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0))
  })

/**
 * The first tab: signs in and fetches the ward. It stays, and hands the tabs after it the key, as a
 * tab or the service worker does.
 */
const signIn = async (as: string, patients: number): Promise<void> => {
  token = as
  const runtime = newRuntime()
  await runtime.start()
  const done = await runtime.session.completeSignIn()
  if (done.kind !== 'done') throw new Error(JSON.stringify(done))
  await until(runtime.watch(virtualWard, ward), ({ total }) => total === patients)
}

/**
 * A cold start without a line: from the shell's script having run to the cards of the board,
 * milliseconds.
 */
const coldBoard = async (): Promise<{ readonly ms: number; readonly cards: number }> => {
  await nextPaint()
  const began = performance.now()
  const runtime = newRuntime()
  void runtime.start()
  await new Promise<void>((resolve) => {
    runtime.generation.subscribe(() => resolve())
  })
  const { rows } = await until(
    runtime.watch(virtualWard, ward),
    (state) => state.ready && state.rows.length > 0,
  )
  return { ms: performance.now() - began, cards: rows.length }
}

/**
 * The floor of a cold start: one bare transaction that reads the same rows, still sealed, in a tab
 * that did nothing before; milliseconds.
 */
const bareBoard = async (): Promise<number> => {
  const name =
    (await indexedDB.databases()).find(
      (known) => known.name?.startsWith('lamplight-cache-') === true,
    )?.name ?? ''
  await nextPaint()
  const began = performance.now()
  return await new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
    opening.addEventListener('success', () => {
      const reading = opening.result
        .transaction('virtualWardPatient')
        .objectStore('virtualWardPatient')
        .getAll()
      reading.addEventListener('success', () => {
        resolve(performance.now() - began)
        opening.result.close()
      })
    })
  })
}

let fakeKey: CryptoKey | null = null
const codec = encryptingCodec(() => fakeKey, webCiphers)
const outbox = openOutbox({ codec })
const stores = new Map<number, CacheStore>()

/**
 * A store of so many patients, each with a record and four check-ups like those of one who is real.
 */
const fill = async (as: string, patients: number): Promise<void> => {
  fakeKey ??= await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  token = as
  const runtime = newRuntime()
  await runtime.start()
  // One of those that were added: the demonstration's have no check-ups here.
  const isAdded = ({ id }: { readonly id: string }): boolean => /^m\d+$/.test(id)
  const board = await until(runtime.watch(virtualWard, ward), ({ rows }) => rows.some(isAdded))
  const patientId = board.rows.find(isAdded)?.id ?? ''
  await runtime.refresh(patientRecord, { patientId })
  const {
    rows: [record],
  } = await until(runtime.watch(patientRecord, { patientId }), ({ rows }) => rows.length > 0)
  const {
    rows: [checkup],
  } = await until(runtime.watch(patientCheckups, { patientId }), ({ rows }) => rows.length > 0)
  if (record === undefined || checkup === undefined) throw new Error('Nothing to copy')
  const store = await openCache({ tables, codec }, 'bench', `of-${patients}`)
  stores.set(patients, store)
  const sealed = <Params, Row extends Identified>(
    resource: Resource<Params, Row>,
    row: Row,
  ): Promise<SealedRow> =>
    store
      .sealRow(
        resource.table,
        { id: row.id, revision: row.revision, ...resource.index(row), value: row },
        1,
      )
      .then((kept) => ({ table: resource.table as SealedRow['table'], row: kept }))
  for (let from = 0; from < patients; from += 25) {
    const patches = await Promise.all(
      Array.from({ length: Math.min(25, patients - from) }, async (_, nth) => {
        const id = `b${from + nth}`
        const put = await Promise.all([
          sealed(patientRecord, { ...record, id }),
          ...Array.from({ length: 4 }, (_none, at) =>
            sealed(patientCheckups, {
              ...checkup,
              id: `${id}-${at}`,
              patientId: id,
              endedAt: new Date(Date.parse(checkup.endedAt) - at * 3_600_000).toISOString(),
            }),
          ),
        ])
        return {
          scope: `PATIENT:${id}`,
          subjectId: id,
          base: '',
          next: 'c',
          put,
          remove: [],
          ends: [],
          opens: [],
          closes: [],
          isWhole: true,
        }
      }),
    )
    await store.applyPull(
      { asOf: 1, checkedAt: 1, patches, ended: [], reset: [], noteAfterMs: 0 },
      new Map(),
    )
  }
  await runtime.close()
}

/** Opens a patient's record, check-ups and notes as their screen does, milliseconds. */
const open = async (patients: number, nth: number): Promise<number> => {
  const cache = stores.get(patients)
  if (cache === undefined) throw new Error('Not filled')
  const patientId = `b${nth}`
  const began = performance.now()
  const reading = createOutboxRows(outbox, () => () => undefined)
  const read = async <Row extends Identified>(
    resource: Resource<{ readonly patientId: string }, Row>,
    rows: number,
  ): Promise<void> => {
    await until(
      createLiveView({
        cache,
        outbox: reading,
        opener: createOpener(outbox),
        command: () => undefined,
        resource,
        params: { patientId },
        scope: `PATIENT:${patientId}`,
        offline: source(false),
        sending: source(new Set<string>()),
        now: () => Date.now(),
        later: () => () => undefined,
        report: (thrown) => {
          throw thrown
        },
      }),
      (state) => state.ready && state.rows.length === rows,
    )
  }
  await Promise.all([read(patientRecord, 1), read(patientCheckups, 4), read(patientNotes, 0)])
  return performance.now() - began
}

const bench = { signIn, coldBoard, bareBoard, fill, open }
export type StoreBench = typeof bench
Object.assign(window, { bench })
