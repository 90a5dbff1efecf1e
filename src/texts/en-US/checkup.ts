import type { checkup as enGB } from '../en-GB/checkup'
import type { DeepPartial } from '../types'

/** Polish instead of varnish; the other services are other keys of selectedActions. */
export const checkup: DeepPartial<typeof enGB> = {
  confidence: {
    texts: {
      INSUFFICIENT_QUALITY:
        'The signal was too weak for a sure value. Warm the hand, remove nail polish and measure again.',
    },
  },
}
