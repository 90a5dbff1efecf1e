import { expect, test } from 'vitest'
import { createStorageState, reportLoss } from '../../../src/engine/store/storage-state'
import { source } from '../../../src/engine/define'
import { problem, ProblemError } from '../../../src/domain/problem'

const stand = (
  over: { readonly waiting?: number; readonly group?: string; readonly persisted?: boolean } = {},
) => {
  const written: number[] = []
  const reports: string[] = []
  const storage = createStorageState({
    device: {
      persistStorage: () => Promise.resolve(over.persisted ?? true),
      canary: {
        read: () => over.waiting ?? 0,
        write: (count) => {
          written.push(count)
        },
      },
    },
    outbox: { meta: () => Promise.resolve(over.group) },
    report: (_thrown, where) => reports.push(where),
  })
  return { storage, written, reports }
}

test('storage that the browser took away with work in it is said, and reported; an emptied or a whole one is not', async () => {
  const lost = stand({ waiting: 3 })
  await lost.storage.look()
  expect(lost.storage.get().evicted).toEqual({ waiting: 3 })
  expect(lost.reports).toEqual(['evicted'])
  for (const fine of [stand({ waiting: 0 }), stand({ waiting: 3, group: 'g' })]) {
    await fine.storage.look()
    expect(fine.storage.get().evicted).toBeNull()
  }
})

test('of a page without databases it is said whether storage refused or was silent, and that it answers now', async () => {
  const made = (answers?: Promise<unknown>) =>
    createStorageState({
      device: {
        persistStorage: () => Promise.resolve(true),
        canary: { read: () => 2, write: () => undefined },
      },
      outbox: { meta: () => Promise.resolve(undefined) },
      keepsNothing: true,
      answers,
      report: () => undefined,
    })
  expect(made().get().nothingKept).toEqual({ waiting: 2, why: 'refused' })
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  const silent = made(promise)
  expect(silent.get().nothingKept).toEqual({ waiting: 2, why: 'silent' })
  resolve()
  await promise
  expect(silent.get().nothingKept).toEqual({ waiting: 2, why: 'answers' })
})

test('where the browser promises nothing, nobody works offline for more than a day', async () => {
  const { storage } = stand({ persisted: false })
  expect(storage.leaseMs(72 * 3_600_000)).toBe(72 * 3_600_000)
  await storage.ask()
  expect(storage.get().persisted).toBe(false)
  expect(storage.leaseMs(72 * 3_600_000)).toBe(24 * 3_600_000)
  expect(storage.leaseMs(12 * 3_600_000)).toBe(12 * 3_600_000)
})

test('a full device is said until something is saved again; another failure of the store is not that', () => {
  const { storage } = stand()
  const error = new ProblemError(problem('storage', 'Not saved'))
  storage.heard(error, 'addPatientNote')
  expect(storage.get().full).toBe(false)
  error.cause = Object.assign(new Error('aborted'), {
    name: 'AbortError',
    inner: new DOMException('full', 'QuotaExceededError'),
  })
  storage.heard(error, 'addPatientNote')
  expect(storage.get().full).toBe(true)
  storage.saved()
  expect(storage.get().full).toBe(false)
})

test('where only what was to be read found no room, nothing is said to be lost', () => {
  const { storage } = stand()
  const error = new ProblemError(problem('storage', 'Not saved'))
  error.cause = new DOMException('full', 'QuotaExceededError')
  for (const where of ['pull', 'pull-ahead', 'row of patientNotes']) storage.heard(error, where)
  expect(storage.get()).toMatchObject({ full: false, crowded: true })
  storage.crowded(false)
  expect(storage.get().crowded).toBe(false)
})

test('what waits is remembered when it changes', async () => {
  const { storage, written } = stand({ group: 'g' })
  await storage.look()
  for (const count of [1, 1, 2, 0]) storage.waiting(count, true)
  await Promise.resolve().then(() => undefined)
  expect(written).toEqual([1, 2, 0])
})

test('C5 databases that are taken under an open page are said, and the number that waited stays', async () => {
  const over = { group: 'g' as string | undefined }
  const { storage, written, reports } = stand(over as { group: string })
  await storage.look()
  storage.waiting(2, true)
  over.group = undefined
  storage.waiting(0, true)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(storage.get().evicted).toEqual({ waiting: 2 })
  expect([written, reports]).toEqual([[2], ['evicted']])
  // The sign-in page that follows knows of nothing that waits.
  storage.waiting(0, false)
  expect(written).toEqual([2])
})

test('C5 the server is told of the loss once, when it can be reached', async () => {
  const storage = source<{ evicted: { waiting: number } | null }>({ evicted: null })
  const offline = source(true)
  const told: number[] = []
  let fails = true
  const stop = reportLoss({
    storage,
    offline,
    device: { onHint: () => () => undefined },
    send: (count) => {
      told.push(count)
      return fails ? Promise.reject(new Error('no')) : Promise.resolve()
    },
    report: () => undefined,
  })
  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve)
    })
  storage.set({ evicted: { waiting: 0 } })
  expect(told).toEqual([])
  storage.set({ evicted: { waiting: 2 } })
  await turn()
  fails = false
  offline.set(true)
  offline.set(false)
  await turn()
  offline.set(true)
  offline.set(false)
  await turn()
  expect(told).toEqual([2, 2])
  stop()
})

test('an empty outbox that is counted before the comparison does not hide a loss; the loss is forgotten once a user is signed in', async () => {
  const { storage, written } = stand({ waiting: 3 })
  storage.waiting(0, false)
  await storage.look()
  expect(storage.get().evicted).toEqual({ waiting: 3 })
  expect(written).toEqual([])
  storage.waiting(0, true)
  expect(written).toEqual([0])
  const whole = stand({ waiting: 3, group: 'g' })
  whole.storage.waiting(2, false)
  await whole.storage.look()
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  expect(whole.written).toEqual([2])
})
