import type { note as enGB } from '../en-GB/note'
import type { DeepPartial } from '../types'

/** The US edition words notes as the UK edition does. */
export const note: DeepPartial<typeof enGB> = {}
