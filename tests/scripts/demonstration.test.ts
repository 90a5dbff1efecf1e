import { expect, test } from 'vitest'
import { isDemonstration } from '../../scripts/demonstration.mjs'

test('npm start is a demonstration unless told, but never by itself in a database of somebody’s', () => {
  const postgres = 'postgres://ward@db/ward'
  for (const [environment, expected] of [
    [{}, true],
    [{ DATABASE_URL: '' }, true],
    [{ DEMONSTRATION: '1' }, true],
    [{ DEMONSTRATION: '0' }, false],
    [{ DATABASE_URL: postgres }, false],
    [{ DATABASE_URL: postgres, DEMONSTRATION: '' }, false],
    [{ DATABASE_URL: postgres, DEMONSTRATION: '0' }, false],
    [{ DATABASE_URL: postgres, DEMONSTRATION: '1' }, true],
  ] as const)
    expect(isDemonstration(environment), JSON.stringify(environment)).toBe(expected)
})
