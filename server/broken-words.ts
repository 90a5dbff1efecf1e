import type { BrokenLimitWords } from '../src/domain/alerts/safety-limits'
import type { Edition } from '../src/domain/organization/organization'
import { showTemperature } from '../src/domain/units'

/**
 * What broke a fixed limit, as the screen words it (src/texts/alerts.ts, which the server does not
 * read): on paper, and for an older portal.
 */
export const brokenWords = (edition: Edition): BrokenLimitWords => ({
  notAlert: 'not alert',
  named: (parameter, value) => {
    const temperature = showTemperature(value, edition)
    return {
      respiratoryRate: `respiratory rate ${value}`,
      spO2: `SpO2 ${value}%`,
      pulse: `pulse ${value}`,
      systolic: `systolic ${value}`,
      diastolic: `diastolic ${value}`,
      temperature: `temperature ${temperature.value} ${temperature.unit}`,
    }[parameter]
  },
})
