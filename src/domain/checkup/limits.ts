import { z } from 'zod'

/**
 * What a reading can be at all: wider than anything a patient survives, so that no true reading is
 * refused. Sources: decisions.md (weight); clinical thermometers 20 to 45 °C; ISO 80601-2-61 (SpO2;
 * below 20 % no device claims a reading); cuffs 10 to 350 mmHg; EN ISO 23747 (peak flow to 900
 * L/min); glucose meters to 33.3 mmol/L, the most in a
 * ketoacidosis about 60: what is more is in mg/dL.
 */
export const limits = {
  temperatureCelsius: [20, 45],
  respiratoryRatePerMinute: [1, 120],
  spO2Percent: [20, 100],
  pulsePerMinute: [10, 350],
  pressureMmHg: [10, 350],
  /** No cuff finds one below; in kPa every survivable systolic pressure is. */
  systolicMmHg: [40, 350],
  weightKilograms: [0.3, 400],
  peakFlowLitresPerMinute: [10, 1000],
  glucoseMillimoles: [0.1, 60],
} as const

/** A number within one of the limits; the message names both ends. */
export const within = ([low, high]: readonly [number, number]) =>
  z
    .number()
    .min(low, `Must be between ${low} and ${high}`)
    .max(high, `Must be between ${low} and ${high}`)
