import { expect, test } from 'vitest'
import { forgetUnauthorised } from '../../src/data/waveform/unauthorised'
import type { Feature, Permission } from '../../src/domain/access/permissions'
import type { Principal } from '../../src/domain/access/principal'

const who = (permissions: readonly Permission[], features: readonly Feature[]): Principal => ({
  kind: 'user',
  userId: 'u',
  organizationId: 'o',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set(permissions),
  features: new Set(features),
})
const gone = async (principal: Principal | null): Promise<string> => {
  const removed: string[] = []
  await forgetUnauthorised(
    {
      remove: (table, selection) => {
        removed.push(`${table} ${selection.by}`)
        return Promise.resolve()
      },
    },
    principal,
  )
  return removed.join(', ')
}

test('waveforms are kept for users who may see monitoring, and events for users who may see events; nothing is deleted while nobody is signed in', async () => {
  expect(await gone(who(['view_patients'], ['continuousMonitoring', 'ecgWaveformAnalysis']))).toBe(
    '',
  )
  expect(await gone(who(['view_patients'], ['ecgWaveformAnalysis']))).toBe(
    'waveformSpan all, waveform all',
  )
  expect(await gone(who(['view_patients'], ['continuousMonitoring']))).toBe('waveformEvent all')
  expect(await gone(who([], ['continuousMonitoring', 'ecgWaveformAnalysis']))).toBe(
    'waveformSpan all, waveform all, waveformEvent all',
  )
  expect(await gone(null)).toBe('')
})
