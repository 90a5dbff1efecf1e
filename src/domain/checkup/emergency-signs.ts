/** The keys that are emergencies by their name (C section 3). */
const emergencyKeys: ReadonlySet<string> = new Set([
  'sudden_facial_weakness',
  'arm_weakness',
  'speech_problems',
  'sight_issue',
  'chest_pain',
  'blood_in_sputum',
])

/** Whether a sign is an emergency by its key, whatever else is sent of it. */
export const isEmergencyKey = (key: string): boolean =>
  emergencyKeys.has(key.toLowerCase().replaceAll('-', '_'))
