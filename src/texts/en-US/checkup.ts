import type { checkup as enGB } from '../en-GB/checkup'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const checkup: DeepPartial<typeof enGB> = {}
