import type { virtualWard as enGB } from '../en-GB/virtual-ward'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const virtualWard: DeepPartial<typeof enGB> = {}
