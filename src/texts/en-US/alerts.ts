import type { alerts as enGB } from '../en-GB/alerts'
import type { DeepPartial } from '../types'

/**
 * What the US edition words differently of alerts; the units of a rule are the edition's by
 * themselves.
 */
export const alerts: DeepPartial<typeof enGB> = {
  condition: { parameters: { glucose: 'Blood glucose' } },
}
