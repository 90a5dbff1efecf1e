import { expect, test } from 'vitest'
import { roleDescription, systemRoles } from '../../src/domain/access/roles'

test('what a system role is for is spelled as the edition spells', () => {
  const of = (edition: 'en-GB' | 'en-US') =>
    systemRoles.map((role) => roleDescription(role, edition)).join(' ')
  expect(of('en-GB')).toContain('Runs the organisation:')
  expect(of('en-US')).toContain('Runs the organization:')
  expect(of('en-US')).not.toMatch(/organis/i)
})
