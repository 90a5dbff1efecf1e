import type { EwsInput } from '../ews/score'
import type { Readings } from './checkup'
import { spO2Of } from './oximeter'
import { pulseOf } from './pulse'

/**
 * Whether oxygen counts. Where flag and device differ the flag does (decision T16): oxygen only adds
 * to a score. A flag that nobody set does not mean that the patient breathes air.
 */
export const onOxygenOf = (recorded: boolean | null, flagged: boolean): boolean | null =>
  flagged ? true : recorded

/** What a check-up is scored by. `flaggedOnOxygen` is the patient's OnOxygen flag at the time. */
export const ewsInputOf = (readings: Readings, flaggedOnOxygen: boolean): EwsInput => ({
  respiratoryRate: readings.respiratoryRate?.value ?? null,
  spO2: spO2Of(readings),
  onOxygen: onOxygenOf(readings.onOxygen, flaggedOnOxygen),
  systolic: readings.bloodPressureData?.systolic ?? null,
  pulse: pulseOf(readings),
  consciousness: readings.consciousness,
  temperature: readings.temperature?.value ?? null,
})
