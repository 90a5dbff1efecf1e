/** The keys that are emergencies by their name (C section 3). */
const emergencyKeys: ReadonlySet<string> = new Set([
  'sudden_facial_weakness',
  'arm_weakness',
  'speech_problems',
  'sight_issue',
  'chest_pain',
  'blood_in_sputum',
])

/** The key of a sign as we spell it. */
export const signOf = (key: string): string => key.toLowerCase().replaceAll('-', '_')

/** Whether a sign is an emergency by its key, whatever else is sent of it. */
export const isEmergencyKey = (key: string): boolean => emergencyKeys.has(signOf(key))
