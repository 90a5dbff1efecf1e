/** How somebody came to know values that no device sent: measured by them, or told. */
export const observationWays = ['bedside', 'telephone', 'visit', 'self'] as const
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
