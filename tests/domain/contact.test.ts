import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  againstContact,
  changedContact,
  contactParts,
  contactWords,
  judgeContact,
  layContact,
  type Contact,
} from '../../src/domain/patient/contact'
import { unsentOf, type ItemState } from '../../src/domain/sync/unsent'

const place = (line: string) => ({ address: line, postcode: 'EX1 1AA' })
const was: Contact = { telephone: '01392555010', address: place('Old') }
const wish = (newContact: Partial<Contact>, seen: Contact = was) => ({
  newContact: { ...seen, ...newContact },
  seen,
})
const contacts = fc.record({
  telephone: fc.constantFrom(null, '01', '02', '03'),
  address: fc.constantFrom(null, place('A'), place('B'), place('C')),
})
/** As the server does it: what may be written is, the rest stays. */
const merged = (newContact: Contact, seen: Contact, now: Contact): Contact => ({
  ...now,
  ...Object.fromEntries(
    changedContact({ newContact, seen })
      .filter((part) => judgeContact(part, { newContact, seen }, now) === 'apply')
      .map((part) => [part, newContact[part]]),
  ),
})

describe('contact details, field by field', () => {
  test('what the author left is not theirs to change, and a number is the same however it is spaced', () => {
    expect(changedContact(wish({}))).toEqual([])
    expect(changedContact(wish({ telephone: '01392 555-010' }))).toEqual([])
    expect(changedContact(wish({ telephone: null }))).toEqual(['telephone'])
    expect(changedContact(wish({ address: place('New') }))).toEqual(['address'])
    expect(changedContact(wish({ address: { address: 'Old', postcode: 'EX2' } }))).toEqual([
      'address',
    ])
  })

  test('over all states no colleague’s value is overwritten unseen, and what no one else changed is done', () => {
    fc.assert(
      fc.property(contacts, contacts, contacts, (newContact, seen, now) => {
        const after = merged(newContact, seen, now)
        for (const part of contactParts) {
          const [wanted, before, theirs, result] = [newContact, seen, now, after].map((one) =>
            contactWords(part, one),
          )
          expect(result).toBe(theirs === before ? wanted : theirs)
        }
      }),
    )
  })

  test('sent again against what was shown, the conflict alone is done, whatever the rest is by then', () => {
    fc.assert(
      fc.property(contacts, contacts, contacts, contacts, (newContact, seen, now, later) => {
        const wanted = { newContact, seen }
        const first = merged(newContact, seen, now)
        const again = againstContact(wanted, first)
        const second = merged(again.newContact, again.seen, later)
        for (const part of contactParts) {
          const wasOpen =
            changedContact(wanted).includes(part) && judgeContact(part, wanted, now) === 'conflict'
          const isAsShown = contactWords(part, later) === contactWords(part, first)
          expect(contactWords(part, second)).toBe(
            contactWords(part, wasOpen && isAsShown ? newContact : later),
          )
        }
      }),
    )
  })

  test('what the device shows is what the server would make of it', () => {
    fc.assert(
      fc.property(contacts, contacts, contacts, (newContact, seen, now) => {
        const { telephone, address } = layContact(now, { newContact, seen }, null)
        expect({ telephone, address }).toEqual(merged(newContact, seen, now))
      }),
    )
  })

  test('every changed part says that it waits, with the value of the server; what needs a person is not shown', () => {
    const wanted = wish({ telephone: '01392555011', address: place('New') })
    const laid = (state: ItemState, row: Contact = was, open?: readonly string[]) =>
      layContact(row, wanted, { state, commandId: 'c' }, open)
    expect(laid('waiting')).toMatchObject(wanted.newContact)
    expect(unsentOf(laid('waiting'), 'address')).toMatchObject({
      wanted: place('New'),
      theirs: place('Old'),
      isShown: true,
    })
    for (const state of ['refused', 'expired', 'stuck'] as const) {
      expect(laid(state)).toMatchObject(was)
      expect(unsentOf(laid(state), 'telephone')).toMatchObject({ state, isShown: false })
    }
    // The server took the number, and somebody else's address stands.
    const theirs = { telephone: '01392555011', address: place('Theirs') }
    const half = laid('conflict', theirs, ['address'])
    expect(half).toMatchObject(theirs)
    expect(unsentOf(half, 'telephone')).toBeNull()
    expect(unsentOf(half, 'address')).toMatchObject({ state: 'conflict', isShown: false })
    // Whatever they are made since: the number is in no conflict, the address is until its author decides.
    for (const telephone of [was.telephone, '01392555099']) {
      const since = laid('conflict', { telephone, address: was.address }, ['address'])
      expect(since).toMatchObject({ telephone, address: was.address })
      expect(unsentOf(since, 'telephone')).toBeNull()
      expect(unsentOf(since, 'address')).toMatchObject({ state: 'conflict', isShown: false })
    }
  })

  test('of two that wait the later is shown, over the value that the server has', () => {
    const first = layContact(was, wish({ telephone: '02' }), { state: 'waiting', commandId: 'a' })
    const second = layContact(first, wish({ telephone: '03' }, { ...was, telephone: '02' }), {
      state: 'waiting',
      commandId: 'b',
    })
    expect(second.telephone).toBe('03')
    expect(unsentOf(second, 'telephone')).toMatchObject({ commandId: 'b', theirs: was.telephone })
  })
})
