import type { note as enGB } from '../en-GB/note'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const note: DeepPartial<typeof enGB> = {}
