import { heartRhythms, type HeartRhythm, type MonitoringBucket } from './bucket'

/** The most severe rhythm outcome; not run without an analysis ('Bucket maximum 60 s'). */
export const rhythmOutcome = ({
  heartRhythm,
}: Pick<MonitoringBucket, 'heartRhythm'>): HeartRhythm =>
  heartRhythm === null ? 'notRun' : (heartRhythms[heartRhythm.mostSevere] ?? 'notRun')

/** The activity bar runs to fifteen minutes, a tick every three (C605). */
export const activityBarMinutes = 15
const activityTickMinutes = 3
export const activityTicks: readonly number[] = Array.from(
  { length: activityBarMinutes / activityTickMinutes + 1 },
  (_, nth) => nth * activityTickMinutes,
)

/** One kind of activity, in the order of the bar. `share` of the bucket, 0 to 1. */
export interface ActivityPart {
  readonly kind: 'active' | 'sedentary' | 'abstained' | 'insufficient'
  readonly minutes: number
  readonly share: number
}

/** The parts of the activity bar that have a length; the rest was not analysed. */
export const activityParts = (
  level: NonNullable<MonitoringBucket['activityLevel']>,
): readonly ActivityPart[] =>
  (
    [
      ['active', level.notSedentary],
      ['sedentary', level.sedentary],
      ['abstained', level.abstain],
      ['insufficient', level.signalTooShort],
    ] as const
  )
    .filter(([, seconds]) => seconds > 0)
    .map(([kind, seconds]) => ({
      kind,
      minutes: seconds / 60,
      share: seconds / 60 / activityBarMinutes,
    }))
