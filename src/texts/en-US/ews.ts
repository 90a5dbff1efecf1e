import type { ews as enGB } from '../en-GB/ews'
import type { DeepPartial } from '../types'

/** What the US edition words differently of the threshold charts. */
export const ews: DeepPartial<typeof enGB> = {}
