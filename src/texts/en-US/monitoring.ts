import type { monitoring as enGB } from '../en-GB/monitoring'
import type { DeepPartial } from '../types'

/** What the US edition words differently of continuous monitoring. */
export const monitoring: DeepPartial<typeof enGB> = {
  tip: { segments: (seconds) => `Analyzed in segments of ${seconds} s at most.` },
  session: {
    others: 'The monitoring session was started by another organization',
    startText: (who) =>
      `${who}. Data is collected every 15 minutes until the session is ended. Only your organization will be able to end it.`,
  },
}
