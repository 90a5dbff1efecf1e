// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { unsentOf, type ItemState } from '../../../src/domain/sync/unsent'
import { checkupPart, layCheckup } from '../../../src/domain/virtual-ward/lay-checkup'
import { UnsentObservations } from '../../../src/ui/care'
import { urgencyOf } from '../../../src/domain/virtual-ward/urgency'
import { cardOf, checkupOf } from '../clinical-portal'

afterEach(cleanup)

const at = (hour: number): string => `2026-01-05T${String(hour).padStart(2, '0')}:00:00.000Z`
const scored = (id: string, hour: number, totalScore: number) => {
  const base = checkupOf(id, { patientId: 'p1', endedAt: at(hour) })
  if (base.ewsScores === null) throw new Error('not scored')
  return { ...base, ewsScores: { ...base.ewsScores, totalScore } }
}
const waiting = (state: ItemState, commandId = 'k') => ({ state, commandId })
const card = () => cardOf('p1', { latestCheckup: scored('known', 10, 2) })

describe('observations over a row of the board', () => {
  test('the newer is in front; what was measured before it stays behind, and in the trend', () => {
    const later = layCheckup(card(), scored('own', 11, 9), waiting('waiting'))
    expect([later.latestCheckup?.id, later.earlierCheckups.map(({ id }) => id)]).toEqual([
      'own',
      ['known'],
    ])
    expect(later.trend).toMatchObject([{ endedAt: at(11), totalScore: 9 }])
    const before = layCheckup(card(), scored('own', 9, 9), waiting('waiting'))
    expect([before.latestCheckup?.id, before.earlierCheckups.map(({ id }) => id)]).toEqual([
      'known',
      ['own'],
    ])
  })

  test('an emergency that the server has not heard of is in the first band at once, whatever the score is', () => {
    const now = Date.parse(at(11))
    const band = (checkup: Checkup, state: ItemState = 'waiting') =>
      urgencyOf(layCheckup(card(), checkup, waiting(state)), now).band
    const told = { ...scored('own', 11, 0), symptoms: [{ key: 'chest_pain', severity: null }] }
    expect(band(scored('own', 11, 0))).toBe(4)
    expect(band(told)).toBe(1)
    expect(band(told, 'refused')).toBe(4)
    const child: Checkup = {
      ...told,
      symptoms: [],
      ewsScores: null,
      notScored: 'under-16',
      respiratoryRate: { value: 4, source: 'manual' },
    }
    expect(band(child)).toBe(1)
  })

  test('the trend has one point of it also where the server has it and has not answered yet', () => {
    const own = scored('own', 9, 4)
    const [point] = layCheckup(card(), own, waiting('waiting')).trend
    const served = { ...card(), trend: point === undefined ? [] : [point] }
    expect(layCheckup(served, own, waiting('checking')).trend).toHaveLength(1)
    expect(layCheckup(served, scored('other', 9, 5), waiting('checking')).trend).toHaveLength(2)
  })

  test('of two of the same instant the graver is in front, whichever was known', () => {
    expect(layCheckup(card(), scored('own', 10, 9), waiting('waiting')).latestCheckup?.id).toBe(
      'own',
    )
    expect(layCheckup(card(), scored('own', 10, 0), waiting('waiting')).latestCheckup?.id).toBe(
      'known',
    )
  })

  test('what the server has already changes nothing, nor does another patient’s', () => {
    const row = card()
    expect(layCheckup(row, scored('known', 10, 2), null)).toBe(row)
    expect(layCheckup(row, { ...scored('own', 11, 9), patientId: 'p2' }, null)).toBe(row)
  })

  test('what was refused is not shown as measured, and that is told before what is only not sent', () => {
    const refused = layCheckup(card(), scored('first', 11, 9), waiting('refused', 'k1'))
    expect(refused.latestCheckup?.id).toBe('known')
    const both = layCheckup(refused, scored('second', 12, 1), waiting('waiting', 'k2'))
    expect(unsentOf(both, checkupPart)?.state).toBe('waiting')
    const { container } = render(
      <MemoryRouter>
        <UnsentObservations patient={both} />
      </MemoryRouter>,
    )
    expect(container.querySelector('a')?.getAttribute('href')).toBe('/sync#k1')
  })
})
