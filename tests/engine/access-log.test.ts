import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, test } from 'vitest'
import { problem, ProblemError } from '../../src/domain/problem'
import { source } from '../../src/engine/define'
import { createAccessLog, openAccessStore, type AccessLog } from '../../src/engine/user/access-log'
import type { AccessReport } from '../../src/engine/protocol'
import { jsonCodec } from '../../src/engine/store'

const minute = 60_000
const begin = Date.parse('2026-03-02T12:00:00.000Z')
const ada = { userId: 'ada', organizationId: 'w' }

describe('looks', () => {
  let indexedDB: IDBFactory
  let now: number
  let who: typeof ada | null
  let offline: ReturnType<typeof source<boolean>>
  let fails: boolean
  let told: { readonly given: AccessReport; readonly organizationId: string }[]
  let reports: string[]
  let group: () => Promise<string>
  const open: AccessLog[] = []
  const page = (): AccessLog => {
    const log = createAccessLog({
      store: openAccessStore({ codec: jsonCodec, indexedDB, IDBKeyRange }),
      owner: () => who,
      viewer: () => ada,
      send: async (given, { organizationId }) => {
        if (fails) throw new Error('no answer')
        if (given.looks.some(({ place }) => place === 'unreadable'))
          throw new ProblemError(problem('invalid-arguments'))
        told.push({ given, organizationId })
        return await Promise.resolve(true)
      },
      group: () => group(),
      clock: { now: () => now },
      offline,
      report: (thrown) => reports.push(String(thrown)),
    })
    open.push(log)
    return log
  }
  const places = () =>
    told.flatMap(({ given }) => given.looks.map(({ subjectId, place }) => `${subjectId} ${place}`))
  beforeEach(() => {
    for (const log of open.splice(0)) log.close()
    indexedDB = new IDBFactory()
    now = begin
    who = ada
    offline = source(false)
    fails = false
    told = []
    reports = []
    group = () => Promise.resolve('device-0001')
  })

  test('online, a look is told at once, with the time of the look and the device', async () => {
    await page().add('p1', 'vitals')
    expect(told).toEqual([
      {
        given: {
          device: 'device-0001',
          looks: [{ subjectId: 'p1', place: 'vitals', at: begin }],
        },
        organizationId: 'w',
      },
    ])
  })

  test('a screen that is looked at again in the same ten minutes is told once', async () => {
    const log = page()
    await log.add('p1', 'vitals')
    now += 9 * minute
    await log.add('p1', 'vitals')
    expect(told).toHaveLength(1)
    now += minute
    await log.add('p1', 'vitals')
    expect(told).toHaveLength(2)
  })

  test('two tabs that show it at once keep one look', async () => {
    offline.set(true)
    const [one, two] = [page(), page()]
    await Promise.all([one.add('p1', 'vitals'), two.add('p1', 'vitals')])
    offline.set(false)
    await one.report()
    expect(places()).toEqual(['p1 vitals'])
  })

  test('offline nothing is asked, and all of it is told when the server is there again, oldest first', async () => {
    const log = page()
    const stop = log.start()
    offline.set(true)
    await log.add('p1', 'vitals')
    now += 30 * minute
    await log.add('p2', 'notes')
    expect(told).toEqual([])
    now += 60 * minute
    offline.set(false)
    await log.report()
    expect(told[0]?.given.looks).toEqual([
      { subjectId: 'p1', place: 'vitals', at: begin },
      { subjectId: 'p2', place: 'notes', at: begin + 30 * minute },
    ])
    stop()
  })

  test('what was not told survives the page', async () => {
    offline.set(true)
    await page().add('p1', 'ecg')
    open.splice(0).forEach((log) => log.close())
    offline.set(false)
    await page().report()
    expect(places()).toEqual(['p1 ecg'])
  })

  test('a lost answer keeps the look, and it is told again', async () => {
    const log = page()
    fails = true
    await log.add('p1', 'vitals')
    expect(reports).toEqual(['Error: no answer'])
    fails = false
    await log.report()
    await log.report()
    expect(places()).toEqual(['p1 vitals'])
  })

  test('is told under nobody else’s credential: it waits until they sign in again', async () => {
    offline.set(true)
    const log = page()
    await log.add('p1', 'vitals')
    offline.set(false)
    who = { userId: 'ben', organizationId: 'w' }
    await log.report()
    who = null
    await log.report()
    expect(told).toEqual([])
    who = ada
    await log.report()
    expect(places()).toEqual(['p1 vitals'])
  })

  test('nor under the credential of somebody who signs in while it is on its way', async () => {
    offline.set(true)
    const log = page()
    await log.add('p1', 'vitals')
    offline.set(false)
    group = () => {
      who = { userId: 'ben', organizationId: 'w' }
      return Promise.resolve('device-0001')
    }
    await log.report()
    expect(told).toEqual([])
    group = () => Promise.resolve('device-0001')
    who = ada
    await log.report()
    expect(places()).toEqual(['p1 vitals'])
  })

  test('one that the server cannot read holds up no other, and is said', async () => {
    offline.set(true)
    const log = page()
    await log.add('p1', 'vitals')
    await log.add('p2', 'unreadable')
    await log.add('p3', 'notes')
    offline.set(false)
    await log.report()
    expect(places()).toEqual(['p1 vitals', 'p3 notes'])
    expect(reports).toHaveLength(1)
    await log.report()
    expect(reports).toHaveLength(1)
    await log.add('p4', 'ecg')
    expect(places()).toEqual(['p1 vitals', 'p3 notes', 'p4 ecg'])
  })

  test('by another right it is another look, in the same ten minutes too', async () => {
    const log = page()
    await log.add('p1', 'vitals')
    await log.add('p1', 'vitals', begin + 30 * minute)
    await log.add('p1', 'vitals', begin + 30 * minute)
    expect(told).toHaveLength(2)
  })

  test('so many that one request does not hold them are told in several', async () => {
    offline.set(true)
    const log = page()
    for (let one = 0; one < 120; one += 1) await log.add(`p${one}`, 'vitals')
    offline.set(false)
    await log.report()
    expect(told.map(({ given }) => given.looks.length)).toEqual([100, 20])
  })
})
