import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { canKeep } from '../../../src/engine/store'
import { memoryDatabases } from '../../../src/engine/store/memory'

/** Time passes at once. */
const soon =
  (waited: number[] = []) =>
  (ms: number, call: () => void): (() => void) => {
    waited.push(ms)
    const timer = setTimeout(call, ms >= 2_000 ? 50 : 0)
    return () => clearTimeout(timer)
  }
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
  expect(await canKeep(() => factory, soon())).toBe(true)
  expect(await factory.databases()).toEqual([])
  const { indexedDB } = memoryDatabases({} as typeof globalThis)
  expect(await canKeep(() => indexedDB, soon())).toBe(true)
})

test('one that has none, throws at the question, refuses or says nothing keeps nothing', async () => {
  expect(await canKeep(() => undefined, soon())).toBe(false)
  expect(
    await canKeep(() => {
      throw new DOMException('blocked', 'SecurityError')
    }, soon()),
  ).toBe(false)
  expect(await canKeep(() => failing(...Array<string>(9).fill('InvalidStateError')), soon())).toBe(
    false,
  )
  const waited: number[] = []
  expect(
    await canKeep(() => ({ open: () => new EventTarget() }) as unknown as IDBFactory, soon(waited)),
  ).toBe(false)
  expect(waited).toEqual([2_000])
})

test('a database that was lost for a moment, and a disk that is full, are no reason to keep nothing: work may wait in there', async () => {
  const moment = failing('UnknownError', 'UnknownError')
  expect(await canKeep(() => moment, soon())).toBe(true)
  const full = failing('QuotaExceededError')
  expect(await canKeep(() => full, soon())).toBe(true)
})
