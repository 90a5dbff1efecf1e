import type { care as enGB } from '../en-GB/care'
import type { DeepPartial } from '../types'

/** What the US edition words differently of expected discharge, acuity and watching: nothing. */
export const care: DeepPartial<typeof enGB> = {}
