import type { board as enGB } from '../en-GB/board'
import type { DeepPartial } from '../types'

/** The US edition has no NHS number, and spells its own way. */
export const board: DeepPartial<typeof enGB> = {
  filter: { missingWardAdvice: 'Ask an administrator of your organization to assign you to it.' },
  sort: { turn: (facet, direction) => `${facet}: ${direction}. Turn around` },
  inWords: { numbered: (text) => `whose number matches “${text}”` },
}
