import type { checkup as enGB } from '../en-GB/checkup'
import type { DeepPartial } from '../types'

/** The US edition names other services, and polish instead of varnish. */
export const checkup: DeepPartial<typeof enGB> = {
  selectedActions: { 1: 'No action', 2: 'Monitoring', 3: 'Doctor appointment', 4: 'Urgent advice', 5: '911' },
  confidence: { texts: { INSUFFICIENT_QUALITY: 'The signal was too weak for a sure value. Warm the hand, remove nail polish and measure again.' } },
}
