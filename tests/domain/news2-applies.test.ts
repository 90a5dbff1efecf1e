import { expect, test } from 'vitest'
import { notScoredReason } from '../../src/domain/ews/applies'

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`)

test('NEWS2 is for nobody before their sixteenth birthday, and for everybody from it on', () => {
  const born = '2010-03-02'
  const reason = (day: string) => notScoredReason({ birthDate: born, pregnant: false }, at(day))
  expect(
    ['2010-03-02', '2018-07-01', '2026-03-01', '2026-03-02', '2026-03-03', '2090-01-01'].map(
      reason,
    ),
  ).toEqual(['under-16', 'under-16', 'under-16', null, null, null])
  for (let years = 0; years < 110; years += 1)
    expect([years, reason(`${2010 + years}-03-02`)]).toEqual([
      years,
      years < 16 ? 'under-16' : null,
    ])
})

test('nor in pregnancy, as long as the flag says it', () => {
  const reason = (pregnant: boolean) =>
    notScoredReason({ birthDate: '1995-01-01', pregnant }, at('2026-03-02'))
  expect([reason(true), reason(false)]).toEqual(['pregnant', null])
  expect(
    notScoredReason({ birthDate: '2011-01-01', pregnant: true }, at('2026-03-02')),
    'what is normal under 16 is not what is normal in pregnancy',
  ).toBe('pregnant')
})
