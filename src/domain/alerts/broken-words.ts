import type { Edition } from '../organization/organization'
import { showTemperature } from '../units'
import type { BrokenLimitWords } from './safety-limits'

/** What broke a fixed limit, in words: on the screen, on paper, and for an older portal. */
export const brokenWords = (edition: Edition): BrokenLimitWords => ({
  notAlert: 'not alert',
  named: {
    respiratoryRate: (value) => `respiratory rate ${value}`,
    spO2: (value) => `SpO2 ${value}%`,
    pulse: (value) => `pulse ${value}`,
    systolic: (value) => `systolic ${value}`,
    diastolic: (value) => `diastolic ${value}`,
    temperature: (value) => {
      const shown = showTemperature(value, edition)
      return `temperature ${shown.value} ${shown.unit}`
    },
  },
})
