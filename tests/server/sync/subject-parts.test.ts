import { expect, test } from 'vitest'
import { z } from 'zod'
import { syncedMonitoring } from '../../../server/areas/monitoring'
import { syncedNotes } from '../../../server/areas/note'
import { syncedCheckups } from '../../../server/areas/checkup'
import { syncedPatient } from '../../../server/areas/patient'
import { subjectScope } from '../../../server/engine/subject-scope'

const { state } = subjectScope({
  subject: syncedPatient,
  logged: [syncedCheckups, syncedNotes],
  counted: [syncedMonitoring],
})

test('a cursor of before a part was synced stays good: of that part alone nothing is held', () => {
  expect(state.parse({ h: { w: 7 }, c: null, p: 'hash', s: 'seen' })).toEqual({
    reached: { w: 7 },
    oldest: { c: null, n: '' },
    counted: { m: null },
    row: 'hash',
    seen: 'seen',
    extent: '',
  })
})

test('a cursor is read as it was written, with one key a part', () => {
  const cursor = {
    h: { w: 7 },
    c: 'c1',
    n: null,
    m: { v: 3, c: 12 },
    p: 'hash',
    s: 'seen',
    x: '2026-01-31',
  }
  expect(z.encode(state, state.parse(cursor))).toEqual(cursor)
})

test('a cursor whose part says what none ever said is refused', () => {
  expect(state.safeParse({ h: {}, c: 5, p: '', s: '' }).success).toBe(false)
})
