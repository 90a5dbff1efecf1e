import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { askStorage } from '../../../src/engine/store'
import { memoryDatabases } from '../../../src/engine/store/memory'

/** A second is a millisecond, and 200 ms none; the half minute that it waits at most never ends. */
const soon = (ms: number, call: () => void): (() => void) => {
  if (ms === 30_000) return () => undefined
  const timer = setTimeout(call, ms / 1_000)
  return () => clearTimeout(timer)
}
const canKeep = (databases: () => IDBFactory | undefined) => askStorage(databases, soon).answer
/** A factory whose `open` fails with these names in turn, and then works. */
const failing = (...names: readonly string[]): IDBFactory => {
  const real = new IDBFactory()
  const left = [...names]
  const fails = (): IDBOpenDBRequest => {
    const name = left.shift()
    if (name === undefined) return real.open('lamplight-device')
    const request = Object.assign(new EventTarget(), { error: new DOMException('no', name) })
    setTimeout(() => request.dispatchEvent(new Event('error')), 0)
    return request as unknown as IDBOpenDBRequest
  }
  return { open: fails } as unknown as IDBFactory
}

test('a browser that keeps is asked without anything being made', async () => {
  const factory = new IDBFactory()
  expect(await canKeep(() => factory)).toBe('keeps')
  expect(await factory.databases()).toEqual([])
  const { indexedDB } = memoryDatabases({} as typeof globalThis)
  expect(await canKeep(() => indexedDB)).toBe('keeps')
})

test('one that has none, throws at the question or refuses keeps nothing', async () => {
  expect(await canKeep(() => undefined)).toBe('refused')
  expect(
    await canKeep(() => {
      throw new DOMException('blocked', 'SecurityError')
    }),
  ).toBe('refused')
  expect(await canKeep(() => failing(...Array<string>(9).fill('InvalidStateError')))).toBe(
    'refused',
  )
})

test('a database that was lost for a moment, and a disk that is full, are no reason to keep nothing: work may wait in there', async () => {
  const moment = failing('UnknownError', 'UnknownError')
  expect(await canKeep(() => moment)).toBe('keeps')
  const full = failing('QuotaExceededError')
  expect(await canKeep(() => full)).toBe('keeps')
})

/** Storage whose questions are answered when the test says so. */
const slow = () => {
  const requests: EventTarget[] = []
  const open = (): EventTarget => {
    const request = Object.assign(new EventTarget(), { result: { close: () => undefined } })
    requests.push(request)
    return request
  }
  return {
    factory: { open } as unknown as IDBFactory,
    requests,
    answer: (at: number) => requests[at]?.dispatchEvent(new Event('success')),
  }
}
/** Waits that end when the test says so. */
const watch = () => {
  const waits: { readonly ms: number; call: (() => void) | null }[] = []
  const after = (ms: number, call: () => void): (() => void) => {
    const wait = { ms, call: call as (() => void) | null }
    waits.push(wait)
    return () => {
      wait.call = null
    }
  }
  const pass = async (ms: number): Promise<void> => {
    const wait = waits.find((one) => one.ms === ms && one.call !== null)
    const { call } = wait ?? { call: null }
    if (wait !== undefined) wait.call = null
    if (call === null) throw new Error(`Nothing waits ${ms} ms`)
    call()
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { after, pass }
}

test('storage that is slow is waited for, and its first answer counts however late', async () => {
  const [storage, clock] = [slow(), watch()]
  const { answer, works } = askStorage(() => storage.factory, clock.after)
  await clock.pass(2_000)
  await clock.pass(5_000)
  expect(storage.requests.length).toBe(3)
  storage.answer(0)
  expect(await answer).toBe('keeps')
  await works
  await clock.pass(10_000)
  expect(storage.requests.length).toBe(3)
})

test('storage that is silent for half a minute, or for as long as the user waits, is called silent and not refused; when it answers the page hears of it', async () => {
  const [storage, clock] = [slow(), watch()]
  let isHidden = false
  const { answer, works } = askStorage(() => (isHidden ? undefined : storage.factory), clock.after)
  await clock.pass(2_000)
  await clock.pass(30_000)
  expect(await answer).toBe('silent')
  isHidden = true // as the page does that starts without it
  let answers = false
  void works.then(() => {
    answers = true
  })
  await clock.pass(5_000)
  expect(answers).toBe(false)
  storage.answer(2)
  await works
  const asked = askStorage(() => slow().factory, watch().after)
  asked.goOn()
  expect(await asked.answer).toBe('silent')
})
