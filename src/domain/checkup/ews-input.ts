import type { EwsInput } from '../ews/score'
import type { Readings } from './checkup'
import { pulseOf } from './pulse'

/**
 * What a check-up is scored by. `flaggedOnOxygen` is the patient's active OnOxygen flag at the
 * time; it counts where the check-up itself does not say.
 */
export const ewsInputOf = (readings: Readings, flaggedOnOxygen: boolean): EwsInput => ({
  respiratoryRate: readings.respiratoryRate?.value ?? null,
  spO2: readings.pulseOxiData?.averageSpO2 ?? null,
  onOxygen: readings.onOxygen ?? flaggedOnOxygen,
  systolic: readings.bloodPressureData?.systolic ?? null,
  pulse: pulseOf(readings),
  consciousness: readings.consciousness,
  temperature: readings.temperature?.value ?? null,
})
