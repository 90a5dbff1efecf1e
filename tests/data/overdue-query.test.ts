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

test('overdue depends on the clock: of the board on the device all rows are handed to the screen, which cuts the page', () => {
  const rows = Array.from({ length: 60 }, (_, at) => cardOf(`late-${at}`))
  const context = { receipt: null, pulled: { isWhole: true }, offline: false, now: Date.now() }
  const given = virtualWard.arrange(rows, queryOf(3, 10, '', filter, sort), context)
  expect([given.rows.length, given.total]).toEqual([60, 60])
  // None of these has a schedule: nobody is overdue.
  const shown = renderHook(() => usePage(given, 3, 10, true)).result.current
  expect([shown.rows.length, shown.total]).toEqual([0, 0])
  const page = virtualWard.arrange(
    rows,
    queryOf(6, 10, '', { ...filter, onlyOverdue: false }, sort),
    context,
  )
  expect([page.rows.length, page.total]).toEqual([10, 60])
})
