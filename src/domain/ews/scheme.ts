import { news2 } from './news2'
import type { EwsScheme } from './score'
import type { EwsThresholds } from './thresholds'

/** The name of a score by the thresholds of the care pathway: whatever is not published is marked. */
const pathwayScheme = 'Pathway'

/**
 * How a patient is scored: by personal thresholds where there are any, else by those of the care
 * pathway, else by the published ones. @param own null: nobody decided anything about this patient
 */
export const schemeInForce = (own: EwsScheme | null, pathway: EwsThresholds | null): EwsScheme => ({
  thresholds: own?.thresholds ?? pathway,
  spo2Scale: own?.spo2Scale ?? 1,
  riskScheme:
    (own === null || own.thresholds === null) && pathway !== null
      ? pathwayScheme
      : (own?.riskScheme ?? news2),
})
