import type { Edition } from '../organization/organization'
import { showTemperature } from '../units'
import type { BrokenLimitWords } from './safety-limits'

/** What broke a fixed limit, in words: on the screen, on paper, and for an older portal. */
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
