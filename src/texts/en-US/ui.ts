import type { ui as enGB } from '../en-GB/ui'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const ui: DeepPartial<typeof enGB> = {
  patient: { age: (years, months) => (years < 2 ? `${years * 12 + months} mo` : `${years} yr`) },
  forbidden: { text: 'Your role does not include it. Ask an organization admin if you need it.' },
}
