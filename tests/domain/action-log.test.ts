import { expect, test } from 'vitest'
import { joinPages, partsOf, signOf } from '../../src/domain/action-log/entry'

const alert = { text: 'the alert High score', type: 'alert', instance: 'a' }
const rows = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }))

test('C167 a message that sets an alert to closed has a sign of its own', () => {
  const sign = (message: string, messageEntities = [alert]) => signOf({ message, messageEntities })
  expect(sign('Raised the alert High score')).toBe('alert')
  expect(sign('Set the status of the alert High score to closed')).toBe('alert-closed')
  expect(sign('Set the status of the alert High score to closed: it was answered')).toBe(
    'alert-closed',
  )
  expect(sign('Set the status of the alert High score to open')).toBe('alert')
  expect(sign('Set the status of x to closed', [])).toBeNull()
})

test('a message is cut at what it names, in its order', () => {
  const ward = { text: 'the ward B', type: 'ward', instance: 'b' }
  const patient = { text: 'Lotte', type: 'patient', instance: 'p' }
  expect(
    partsOf({ message: 'Moved Lotte to the ward B now', messageEntities: [patient, ward] }),
  ).toEqual([
    { at: 0, text: 'Moved ', entity: null },
    { at: 6, text: 'Lotte', entity: patient },
    { at: 11, text: ' to ', entity: null },
    { at: 15, text: 'the ward B', entity: ward },
    { at: 25, text: ' now', entity: null },
  ])
  expect(partsOf({ message: 'Signed in', messageEntities: [patient] })).toEqual([
    { at: 0, text: 'Signed in', entity: null },
  ])
})

test('C168 a first page that is asked again joins what was loaded, each entry once', () => {
  const loaded = { entries: rows(9, 8, 7, 6, 5), next: '4' }
  expect(joinPages({ entries: rows(9, 8, 7), next: '6' }, null)).toEqual({
    entries: rows(9, 8, 7),
    next: '6',
  })
  expect(joinPages({ entries: rows(11, 10, 9), next: '8' }, loaded)).toEqual({
    entries: rows(11, 10, 9, 8, 7, 6, 5),
    next: '4',
  })
})

test('C168 where entries may be missing between the two the pages are loaded anew', () => {
  const loaded = { entries: rows(9, 8, 7), next: '6' }
  expect(joinPages({ entries: rows(13, 12, 11), next: '10' }, loaded)).toEqual({
    entries: rows(13, 12, 11),
    next: '10',
  })
})
