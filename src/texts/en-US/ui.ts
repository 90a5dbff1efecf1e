import { shownAge } from '../../domain/identity'
import type { ui as enGB } from '../en-GB/ui'
import type { DeepPartial } from '../types'

/** What differs in the US edition. */
export const ui: DeepPartial<typeof enGB> = {
  connection: { open: 'Open the sync center' },
  patient: {
    age: (age) => {
      const { value, unit } = shownAge(age)
      return unit === 'years' ? `${value} yr` : `${value} mo`
    },
  },
  forbidden: { text: 'Your role does not include it. Ask an organization admin if you need it.' },
}
