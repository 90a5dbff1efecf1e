import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteTextSchema } from '../../src/domain/note/note'
import {
  findUnstorable,
  isStorableText,
  storableText,
  unstorableMessage,
} from '../../src/domain/text/storable'

test('U+0000 and halves of surrogate pairs cannot be stored; everything else can', () => {
  for (const bad of ['\0', 'a\0b', '\ud800', 'x\udc00', '\udc00\ud800', '\ud83d '])
    expect(isStorableText(bad), JSON.stringify(bad)).toBe(false)
  for (const good of ['', 'Zoë', '\u{1f600}', '\u{10ffff}', '\u202e', '\u0001\t\n', '\ufffd'])
    expect(isStorableText(good), JSON.stringify(good)).toBe(true)
})

test('a text that can be stored is one that UTF-8 keeps and that has no U+0000', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      }),
      (text) => {
        const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          new TextEncoder().encode(text),
        )
        expect(isStorableText(text)).toBe(kept === text && !text.includes('\0'))
      },
    ),
  )
})

test('the place of the first such text is found in any JSON value', () => {
  expect(findUnstorable('\0')).toBe('')
  expect(findUnstorable({ a: 1, b: null, c: [true, { d: 'x\ud800' }], e: '\0' })).toBe('c.1.d')
  expect(findUnstorable({ a: { 'x\0': 1 } })).toBe('a')
  expect(findUnstorable({ a: ['fine', { b: '\u{1f600}' }] })).toBeNull()
  expect(findUnstorable(JSON.parse(`${'['.repeat(5000)}"\\u0000"${']'.repeat(5000)}`))).toMatch(
    /^0(\.0)+$/,
  )
})

test('a note and a storable text refuse them in one sentence', () => {
  for (const schema of [noteTextSchema, storableText]) {
    expect(schema.safeParse('a\0').error?.issues.map((issue) => issue.message)).toEqual([
      unstorableMessage,
    ])
    expect(schema.safeParse('a\ud800').success).toBe(false)
    expect(schema.safeParse('a\u{1f600}').success).toBe(true)
  }
})
