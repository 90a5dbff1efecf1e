/** What a screen shows of a patient's newest readings. */
interface Shown {
  readonly latestCheckup: { readonly endedAt: string } | null
  readonly latestContinuousMonitoring: { readonly bucketEndAt: string } | null
}

/**
 * When the newest reading was measured that a screen shows (ISO 8601): what its user knows of the
 * patient when they press (decisions.md, T3). None: the beginning of time, so that any reading is newer.
 */
export const seenAtOf = ({ latestCheckup, latestContinuousMonitoring }: Shown): string =>
  new Date(
    Math.max(
      0,
      ...[latestCheckup?.endedAt, latestContinuousMonitoring?.bucketEndAt].flatMap((at) =>
        at === undefined ? [] : [Date.parse(at)],
      ),
    ),
  ).toISOString()
