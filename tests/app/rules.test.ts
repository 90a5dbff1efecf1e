import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/app/config'
import { countdown, inactivityView } from '../../src/app/inactivity.view'
import { maintenanceView } from '../../src/app/maintenance.view'
import { isNewRelease } from '../../src/app/version.view'

const minute = 60_000
const hour = 60 * minute

describe('inactivity', () => {
  test('active below the limit, warning for 5 minutes from it, over from then on', () => {
    expect(inactivityView(0, 15 * minute - 1, 15)).toEqual({ kind: 'active', checkInMs: 1 })
    expect(inactivityView(0, 15 * minute, 15)).toEqual({ kind: 'warning', leftMs: 5 * minute })
    expect(inactivityView(0, 20 * minute - 1, 15)).toEqual({ kind: 'warning', leftMs: 1 })
    expect(inactivityView(0, 20 * minute, 15)).toEqual({ kind: 'over' })
  })
  test('a clock that was set back is no inactivity', () => {
    expect(inactivityView(hour, 0, 5)).toEqual({ kind: 'active', checkInMs: 5 * minute })
  })
  test('the countdown rounds up, so that it never shows 0:00 while there is time', () => {
    expect(countdown(300_000)).toEqual({ minutes: 5, seconds: 0 })
    expect(countdown(299_001)).toEqual({ minutes: 5, seconds: 0 })
    expect(countdown(1)).toEqual({ minutes: 0, seconds: 1 })
  })
})

describe('maintenance', () => {
  const startAt = Date.parse('2026-01-05T12:00:00Z')
  const notice = { title: 't', message: 'm', startAt: '2026-01-05T12:00:00Z' }
  const kinds: readonly (readonly [number, string])[] = [
    [24 * hour + 1, 'none'],
    [24 * hour, 'banner'],
    [minute + 1, 'banner'],
    [minute, 'dialog'],
    [0, 'dialog'],
    [-hour, 'dialog'],
  ]
  test.each(kinds)('%i ms before the start', (left, kind) => {
    expect(maintenanceView(notice, startAt - left).kind).toBe(kind)
  })
  test('no notice is nothing', () => {
    expect(maintenanceView(null, startAt).kind).toBe('none')
  })
})

test('a release is new when the deployed hash is another one than the running; unknown hashes never are', () => {
  expect(isNewRelease('a', 'b')).toBe(true)
  expect(isNewRelease('a', 'a')).toBe(false)
  for (const deployed of [null, '', 'unversioned']) expect(isNewRelease('a', deployed)).toBe(false)
  expect(isNewRelease('unversioned', 'b')).toBe(false)
})

test('configuration: the origin it came from by default, a Firebase project by name, and no half of one', () => {
  const own = readConfig({}, 'https://ward.example')
  expect(own.api).toEqual({ origin: 'https://ward.example', basePath: '/Prod' })
  expect(own.auth).toMatchObject({
    projectId: 'lamplight-embedded',
    emulatorOrigin: 'https://ward.example',
  })
  const firebase = readConfig(
    {
      VITE_FIREBASE_API_KEY: 'k',
      VITE_FIREBASE_PROJECT_ID: 'p',
      VITE_API_ORIGIN: 'https://api.example/',
    },
    'https://ward.example',
  )
  expect(firebase.auth).toEqual({ apiKey: 'k', projectId: 'p' })
  expect(firebase.api.origin).toBe('https://api.example')
  expect(
    readConfig({ VITE_FIREBASE_PROJECT_ID: 'p' }, 'https://ward.example').auth.emulatorOrigin,
  ).toBe('https://ward.example')
  expect(() => readConfig({ VITE_API_ORIGIN: 'not an address' }, 'https://ward.example')).toThrow()
})
