/** How a member of staff came to know values that no device sent: measured by them, or told. */
export const staffWays = ['bedside', 'telephone', 'visit'] as const
/** The same of anybody: the patient measures for themself. */
export const observationWays = [...staffWays, 'self'] as const
export type ObservationWay = (typeof observationWays)[number]

/** Values that are recorded later than this after they were measured are not recorded as new. */
export const longestAgoMinutes = 24 * 60

/** Why a tile that the check-up asks for was not measured. */
export const notMeasuredReasons = [
  'declined',
  'asleep',
  'no-equipment',
  'not-possible',
  'not-needed',
] as const
