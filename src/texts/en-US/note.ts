import type { note as enGB } from '../en-GB/note'
import type { DeepPartial } from '../types'

/** What the US edition words differently about notes. */
export const note: DeepPartial<typeof enGB> = {
  row: { inCentre: 'See it in the sync center', decide: 'Decide in the sync center' },
}
