import { describe, expect, test } from 'vitest'
import { apiKeyState, expiryHours, expiryInstant } from '../../src/domain/api-key/api-key'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const hour = 3_600_000

describe('the state of an API key', () => {
  test.each([
    ['no expiry', null, 'active'],
    ['an hour ahead', '2026-03-02T13:00:00.000Z', 'expiring'],
    ['a millisecond ahead', '2026-03-02T12:00:00.001Z', 'expiring'],
    ['this instant', '2026-03-02T12:00:00.000Z', 'expired'],
    ['a year ago', '2025-03-02T12:00:00.000Z', 'expired'],
  ] as const)('C400 C402 %s', (_when, deletedAt, state) => {
    expect(apiKeyState(deletedAt, now)).toBe(state)
  })
})

test('C416 an API key expires immediately, or in 1, 2, 3, 6, 12, 24, 48 or 168 hours', () => {
  expect(expiryHours).toEqual([0, 1, 2, 3, 6, 12, 24, 48, 168])
})

test.each(expiryHours.map((hours) => [hours] as const))(
  'a key that is told at noon to expire in %i hours is active until then and no longer',
  (hours) => {
    const deletedAt = expiryInstant(hours, now)
    if (hours === 0) expect(deletedAt).toBeNull()
    else {
      expect(apiKeyState(deletedAt, now + hours * hour - 1)).toBe('expiring')
      expect(apiKeyState(deletedAt, now + hours * hour)).toBe('expired')
    }
  },
)
