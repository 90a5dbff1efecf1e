import { expect, test } from 'vitest'
import { handedOver, type HandoverText } from '../../src/domain/handover/text'

const now = Date.parse('2026-03-02T19:00:00.000Z')
const text = (by: string, hoursAgo: number, over: Partial<HandoverText>): HandoverText => ({
  id: `${by} ${hoursAgo}`,
  revision: 1,
  situation: null,
  background: null,
  assessment: null,
  recommendation: null,
  decision: null,
  capturedAt: new Date(now - hoursAgo * 3_600_000).toISOString(),
  createdBy: { id: by, firstName: by, lastName: 'Lee' },
  ...over,
})
const told = (handovers: readonly HandoverText[]) =>
  handedOver({ handovers }, now).map(({ createdBy, situation, decision }) => [
    createdBy?.id,
    situation,
    decision,
  ])

test('a later text takes the place of what its author said of the same part, and of nothing else', () => {
  expect(
    told([
      text('ann', 7, { decision: 'Not for hospital', situation: 'Well' }),
      text('ann', 1, { situation: 'Rings a lot' }),
      text('bob', 2, { decision: 'Home on Friday' }),
    ]),
  ).toEqual([
    ['ann', 'Rings a lot', null],
    ['bob', null, 'Home on Friday'],
    ['ann', null, 'Not for hospital'],
  ])
  expect(told([text('ann', 7, { situation: 'Well' }), text('ann', 1, { situation: '' })])).toEqual([
    ['ann', '', null],
  ])
})

test('what is older than a day is handed over no more', () => {
  expect(told([text('ann', 25, { decision: 'Home on Friday' })])).toEqual([])
})
