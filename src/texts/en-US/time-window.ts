import type { timeWindow as enGB } from '../en-GB/time-window'
import type { DeepPartial } from '../types'

/** What the US edition words differently of the time windows. */
export const timeWindow: DeepPartial<typeof enGB> = {}
