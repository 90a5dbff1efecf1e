/**
 * Known devices (P356 to P360) under neutral names. Other names are accepted and shown as they are:
 * a ward with another cuff must not lose its readings.
 */
export const bloodPressureDevices = ['Cuff A', 'Cuff B', 'Cuff C'] as const
export const pulseOximeterDevices = [
  'Oximeter A1',
  'Oximeter A2',
  'Oximeter B1',
  'Oximeter B2',
  'Oximeter C1',
  'Oximeter C2',
] as const
const manual = 'manual'
/** Two devices; a temperature that a person typed in has no device and isManual. */
export const temperatureDevices = ['Thermometer A', 'Thermometer B'] as const
/** By hand, read from the pulse wave by a model, or told by an oximeter of that brand. */
export const respiratoryRateSources = [manual, 'PlethAI', 'Oximeter A'] as const
export const pulseRateSources = ['cuff', 'oximeter'] as const
