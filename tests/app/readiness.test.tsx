// @vitest-environment jsdom
import '../flow/browser-globals'
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacksOf } from '../../src/app/shell/readiness.view'
import type { RecordsKept } from '../../src/engine/define'
import { meOf, openPortal, signedIn } from './fake-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('whether the device can be used without a connection', () => {
  const whole: RecordsKept = { whole: 20, missing: 0, hasRoster: true }
  const nothingKept = { waiting: 0, why: 'refused' } as const
  test.each([
    ['all of it is here', null, true, whole, []],
    ['a record is missing', null, true, { ...whole, missing: 1 }, [1]],
    ['the list is missing', null, true, { ...whole, missing: null }, ['roster']],
    ['the portal is on its way', null, null, { ...whole, missing: 3 }, ['portal', 3]],
    ['the browser keeps no portal', null, false, whole, ['noPortal']],
    ['the browser keeps nothing', nothingKept, true, whole, ['storage']],
    ['no store is open', null, true, null, null],
    ['there is no ward', null, true, { ...whole, hasRoster: false }, null],
  ] as const)('where %s', (_what, kept, installed, records, lacks) => {
    expect(lacksOf(kept, installed, records)).toEqual(lacks)
  })

  test('the header has one state: ready, or not yet and what is missing; progress in its place', async () => {
    const portal = openPortal('/virtual-ward', {
      session: signedIn(meOf()),
      prepare: (fake) => fake.recordsKept.set({ ...whole, missing: 3 }),
    })
    await screen.findByRole('banner')
    const banner = within(screen.getByRole('banner'))
    expect(await banner.findByText('Not ready for offline')).toBeTruthy()
    expect(banner.getByText('The records of 3 patients are not wholly saved yet.')).toBeTruthy()
    await act(async () => portal.firstSync.set({ done: 4, total: 20, scope: 'PATIENT:p1' }))
    expect(banner.queryByText(/for offline$/)).toBeNull()
    expect(banner.getByRole('progressbar')).toBeTruthy()
    await act(async () => {
      portal.recordsKept.set(whole)
      portal.firstSync.set(null)
    })
    expect(await banner.findByText('Ready for offline')).toBeTruthy()
    expect(banner.queryByText(/not wholly saved/)).toBeNull()
    await act(async () => portal.installed.set(null))
    expect(banner.getByText('Not ready for offline')).toBeTruthy()
    expect(banner.getByText('Lamplight itself is not saved on this device yet.')).toBeTruthy()
  })
})
