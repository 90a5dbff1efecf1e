import type { monitoring as enGB } from '../en-GB/monitoring'
import type { DeepPartial } from '../types'

/** What the US edition words differently of continuous monitoring. */
export const monitoring: DeepPartial<typeof enGB> = {
  session: { others: 'The monitoring session was started by another organization' },
}
