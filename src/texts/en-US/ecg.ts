import type { ecg as enGB } from '../en-GB/ecg'
import type { DeepPartial } from '../types'

/** What the US edition words differently of the ECG trace. */
export const ecg: DeepPartial<typeof enGB> = {
  calibration: {
    text: 'Hold a bank card against the screen and make the outline as wide as the card. Millimeters are then true on this screen.',
    textUpright:
      'Hold a bank card upright against the screen and make the outline as wide as the card. Millimeters are then true on this screen.',
    per: (value: string): string => `${value} pixels per millimeter`,
  },
}
