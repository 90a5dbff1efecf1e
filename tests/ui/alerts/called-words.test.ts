import { expect, test } from 'vitest'
import type { Calling } from '../../../src/domain/calling/calling'
import { setClinicalZone } from '../../../src/domain/time/calendar'
import { calledWords } from '../../../src/ui/alerts/called-words'

const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Ward' })
const at = (time: string): string => `2026-12-05T${time}:00.000Z`
const now = Date.parse(at('03:30'))
const calling = (more: Partial<Calling>): Calling => ({
  id: 'calling',
  patientId: 'p1',
  alertIds: ['alert'],
  calls: [
    {
      id: '1',
      user: person('sam', 'Sam'),
      provider: null,
      calledAt: at('03:00'),
      receivedAt: null,
    },
    {
      id: '2',
      user: person('ada', 'Ada'),
      provider: null,
      calledAt: at('03:05'),
      receivedAt: null,
    },
  ],
  nobodyAt: null,
  nobodyReason: null,
  endedAt: null,
  answeredBy: null,
  answeredAt: null,
  ...more,
})
const words = (more: Partial<Calling>) => {
  setClinicalZone('Europe/London')
  const said = calledWords(calling(more), now, 'en-GB')
  setClinicalZone(undefined)
  return said
}

test.each<[string, Partial<Calling>, string | null]>([
  [
    'while the last is waited for',
    {},
    'Sam Ward 03:00, not answered; Ada Ward 03:05, not answered yet',
  ],
  [
    'answered by who was called',
    { endedAt: at('03:06'), answeredBy: person('ada', 'Ada'), answeredAt: at('03:06') },
    'Sam Ward 03:00, not answered; Ada Ward 03:05, answered 03:06',
  ],
  [
    'answered by somebody else',
    { endedAt: at('03:06'), answeredBy: person('mia', 'Mia'), answeredAt: at('03:06') },
    'Sam Ward 03:00, not answered; Ada Ward 03:05, not answered; Mia Ward deals with it since 03:06',
  ],
  [
    'nobody answered',
    { nobodyAt: at('03:10'), nobodyReason: 'notAnswered' },
    'Sam Ward 03:00, not answered; Ada Ward 03:05, not answered; nobody who was called has answered by 03:10',
  ],
  [
    'no plan',
    { calls: [], nobodyAt: at('03:10'), nobodyReason: 'noPlan' },
    'nobody can be called since 03:10: the ward has no on-call plan',
  ],
  [
    'a provider, and an account that was removed',
    {
      calls: [
        { id: '1', user: null, provider: 'Night Service', calledAt: at('03:00'), receivedAt: null },
        { id: '2', user: null, provider: null, calledAt: at('03:05'), receivedAt: null },
      ],
      endedAt: at('03:07'),
    },
    'Night Service 03:00, not answered; a removed account 03:05, not answered',
  ],
  [
    'shown by a device of theirs',
    {
      calls: [
        {
          id: '1',
          user: person('sam', 'Sam'),
          provider: null,
          calledAt: at('03:00'),
          receivedAt: at('03:01'),
        },
      ],
    },
    'Sam Ward 03:00, received 03:01, not answered yet',
  ],
  ['nobody was called', { calls: [], endedAt: at('03:07') }, null],
])('%s', (_what, more, expected) => {
  expect(words(more)).toBe(expected)
})
