// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { virtualWard } from '../../src/data/virtual-ward'
import { usePage } from '../../src/features/virtual-ward/use-page'
import { queryOf } from '../../src/features/virtual-ward/virtual-ward.view'
import { cardOf } from '../features/clinical-portal'
import { defaultSort, sortTerms } from '../../src/domain/virtual-ward/options'

const filter = { history: 72, wardIds: [], neighborIds: [], onlyOverdue: true } as const
const sort = sortTerms(defaultSort, new Set())

test('the overdue filter is asked of the server page by page', () => {
  expect(virtualWard.request(queryOf(6, 10, '', filter, sort)).variables).toMatchObject({
    onlyOverdue: true,
    take: 10,
    skip: 50,
  })
  expect(
    virtualWard.request(queryOf(1, 10, '', { ...filter, onlyOverdue: false }, sort)).variables,
  ).toMatchObject({ onlyOverdue: null, take: 10 })
})

test('until the device has the board whole the server says how many are overdue, and whoever is on its page is shown', () => {
  const rows = Array.from({ length: 10 }, (_, at) => cardOf(`late-${at}`))
  const query = queryOf(6, 10, '', filter, sort)
  const receipt = { ids: rows.map(({ id }) => id), total: 80 }
  const given = virtualWard.arrange(rows as never, query, {
    receipt,
    pulled: null,
    offline: false,
    now: Date.now(),
  } as never)
  const now = renderHook(() => usePage(given as never, 6, 10, true)).result.current
  expect([now.rows.length, now.total]).toEqual([10, 80])
  const own = virtualWard.arrange(rows as never, query, {
    receipt,
    pulled: {},
    offline: false,
    now: Date.now(),
  } as never)
  expect([own.rows.length, own.total]).toEqual([10, 10])
})

test('who is missing in an answer of overdue patients has not left the ward', () => {
  const kept = [{ id: 'a' }, { id: 'b' }] as never
  const page = { rows: [{ id: 'a' }], total: 1, asOf: null } as never
  expect(virtualWard.gone?.(kept, page, queryOf(1, 10, '', filter, sort))).toEqual([])
  expect(
    virtualWard.gone?.(kept, page, queryOf(1, 10, '', { ...filter, onlyOverdue: false }, sort)),
  ).toEqual(['b'])
})
