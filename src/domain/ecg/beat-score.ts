export interface Mark {
  readonly at: number
  readonly isVentricular: boolean
}

/** Found beats against marks, counted as ANSI/AAMI EC57 does: one mark to one beat. */
export interface BeatScore {
  readonly found: number
  readonly missed: number
  readonly invented: number
  readonly ventricular: {
    readonly found: number
    readonly missed: number
    readonly invented: number
  }
}

/** Share of marks that were found, and of found beats that are marked, percent; null: none. */
export const sensitivity = ({
  found,
  missed,
}: {
  readonly found: number
  readonly missed: number
}): number | null => (found + missed === 0 ? null : (100 * found) / (found + missed))
export const predictivity = ({
  found,
  invented,
}: {
  readonly found: number
  readonly invented: number
}): number | null => (found + invented === 0 ? null : (100 * found) / (found + invented))

/** @param marks and beats in order @param tolerance in the unit of `at` */
export const scoreBeats = (
  marks: readonly Mark[],
  beats: readonly Mark[],
  tolerance: number,
): BeatScore => {
  const all = { found: 0, missed: 0, invented: 0 }
  const ventricular = { found: 0, missed: 0, invented: 0 }
  let [m, b] = [0, 0]
  while (m < marks.length || b < beats.length) {
    const [mark, beat] = [marks[m], beats[b]]
    if (beat === undefined || (mark !== undefined && mark.at < beat.at - tolerance)) {
      all.missed += 1
      if (mark?.isVentricular === true) ventricular.missed += 1
      m += 1
    } else if (mark === undefined || beat.at < mark.at - tolerance) {
      all.invented += 1
      if (beat.isVentricular) ventricular.invented += 1
      b += 1
    } else {
      all.found += 1
      if (mark.isVentricular && beat.isVentricular) ventricular.found += 1
      else if (mark.isVentricular) ventricular.missed += 1
      else if (beat.isVentricular) ventricular.invented += 1
      m += 1
      b += 1
    }
  }
  return { ...all, ventricular }
}
