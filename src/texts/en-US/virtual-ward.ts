import type { virtualWard as enGB } from '../en-GB/virtual-ward'
import type { DeepPartial } from '../types'

/** The US edition has no NHS number. */
export const virtualWard: DeepPartial<typeof enGB> = {
  search: {
    label: 'Name or patient number',
    chip: { identifier: 'Patient number' },
  },
}
