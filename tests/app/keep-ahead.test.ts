import { expect, test, vi } from 'vitest'
import { keepAnswersAhead } from '../../src/app/kept-ahead'
import { principalOf } from '../../src/domain/access/principal-of'
import type { Runtime } from '../../src/engine/define'
import { meOf } from './fake-portal'

const stand = (
  kept: Readonly<Record<string, { readonly value: unknown; readonly at: number }>>,
) => {
  const asked: string[] = []
  const runtime = {
    now: () => 60 * 60_000,
    kept: async (call: { name: string }) => kept[call.name] ?? null,
    ask: vi.fn(async (call: { name: string }, input: unknown) => {
      asked.push(call.name === 'wardStaff' ? `staff of ${(input as { id: string }).id}` : call.name)
      return call.name === 'wards'
        ? { kind: 'done', value: [{ id: 'w1' }, { id: 'w2' }] }
        : { kind: 'done', value: {} }
    }),
  } as unknown as Runtime
  return { runtime, asked }
}
const whoMay = (...permissions: readonly never[]) =>
  principalOf(meOf({ permissions, features: ['wards'] } as never))
const all = ['view_patients', 'view_patient_archive', 'view_wards'] as unknown as readonly never[]

test('what is missing is asked for, and the staff of each ward; what the user may not see is not', async () => {
  const { runtime, asked } = stand({})
  await keepAnswersAhead(runtime, whoMay(...all))
  expect(asked).toContain('patientNames')
  expect(asked.filter((name) => /ward|staff/.test(name))).toEqual([
    'wards',
    'staff of w1',
    'staff of w2',
  ])
  const none = stand({})
  await keepAnswersAhead(none.runtime, whoMay())
  expect(none.asked).toEqual([])
})

test('what is kept and no older than a quarter of an hour is not asked for again', async () => {
  const fresh = { value: { rows: [] }, at: 50 * 60_000 }
  const old = { value: [{ id: 'w9' }], at: 40 * 60_000 }
  const { runtime, asked } = stand({ patientNames: fresh, wards: old })
  await keepAnswersAhead(runtime, whoMay(...all))
  expect(asked).not.toContain('patientNames')
  expect(asked).toContain('wards')
})
