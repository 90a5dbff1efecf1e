import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSentTwice, parseJson, SentTwice } from '../../src/domain/text/json'

test('a text without a repeated key says what JSON.parse says, and nothing was sent twice', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (json) => {
      const value = parseJson(json)
      expect(value).toEqual(JSON.parse(json))
      expect(findSentTwice(value)).toBeNull()
    }),
  )
})

test.each([
  ['{"a":1,"a":2}', 'a', [1, 2]],
  ['{"a":1,"\\u0061":{"b":[]},"a":null}', 'a', [1, { b: [] }, null]],
  ['[{"b":"}\\""},{"b":"a\\\\","b":"x,\\"b\\":1"}]', '1.b', ['a\\', 'x,"b":1']],
  [' { "a" : { "c" : [ 1 , { "d" : 1 , "d" : -2e3 } ] } } ', 'a.c.1.d', [1, -2000]],
  ['{"a":{"b":1,"b":2},"a":0}', 'a', [{ b: 2 }, 0]],
] as const)('every value of a repeated key is told: %s', (json, path, values) => {
  const value = parseJson(json)
  expect(findSentTwice(value)).toBe(path)
  const at = path
    .split('.')
    .reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], value)
  expect(at).toBeInstanceOf(SentTwice)
  expect((at as SentTwice).values).toEqual(values)
})

test('what is no JSON is none, and a body as deep as it is long is read', () => {
  for (const wrong of ['', '{"a":1', '{"a":1,}', '{"a" 1}'])
    expect(() => parseJson(wrong), wrong).toThrow(SyntaxError)
  const deep = 5_000
  expect(findSentTwice(parseJson('['.repeat(deep) + '{"a":1,"a":2}' + ']'.repeat(deep)))).toMatch(
    /\.a$/,
  )
})

test('repeated keys within repeated keys are read in one pass, however many', () => {
  const many = 50_000
  const value = parseJson('{"a":1,"a":'.repeat(many) + '2' + '}'.repeat(many))
  expect(findSentTwice(value)).toBe('a')
  const first = parseJson('{"a":'.repeat(many) + '2' + ',"a":1}'.repeat(many))
  expect(findSentTwice(first)).toBe('a')
})
