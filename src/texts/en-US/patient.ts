import type { patient as enGB } from '../en-GB/patient'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const patient: DeepPartial<typeof enGB> = {
  notFound: { text: 'There is no such patient in this organization, or you may not see them.' },
}
