/** Length of a bucket (C358). */
export const bucketMs = 15 * 60_000

/** Heart rhythm outcomes by number (C332). 'not run' is where heartRhythm itself is null. */
export const heartRhythms = [
  'regular',
  'irregular',
  'abstain',
  'signalTooShort',
  'lowQuality',
  'notRun',
] as const
export type HeartRhythm = (typeof heartRhythms)[number]
/** Activity outcomes (P219). */
export const activities = ['ABSTENTION', 'ACTIVE', 'INSUFFICIENT_DATA', 'SEDENTARY'] as const
export type Activity = (typeof activities)[number]
