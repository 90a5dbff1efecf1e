import { needsPerson, unsentOf, withUnsent, type Waiting } from '../sync/unsent'

/** What somebody decided about watching a patient. */
export interface WatchDecision {
  readonly isWatched: boolean
  /** ISO 8601. */
  readonly setAt: string
  /** The command's id: of two decisions of one millisecond the greater counts. */
  readonly setBy: string
}

/** Of two decisions the one that counts: captured last. */
export const latestWatch = (present: WatchDecision | null, given: WatchDecision): WatchDecision => {
  if (present === null) return given
  const later = Date.parse(given.setAt) - Date.parse(present.setAt)
  return later > 0 || (later === 0 && given.setBy >= present.setBy) ? given : present
}

interface Watched {
  readonly onWatchList: boolean
}
export const watchPart = 'onWatchList'

/**
 * A decision of the user's own over a row of the server. It is nobody else's to make.
 * @param waiting null: the server has it
 */
export const layWatch = <Row extends Watched>(
  row: Row,
  isWatched: boolean,
  waiting: Waiting | null,
): Row => {
  if (waiting === null) return { ...row, onWatchList: isWatched }
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? { ...row, onWatchList: isWatched } : row, {
    ...waiting,
    part: watchPart,
    wanted: isWatched,
    theirs: unsentOf(row, watchPart)?.theirs ?? row.onWatchList,
    isShown,
  })
}

/** On the list, or taken off it by a decision that the server does not have. */
export const isListedAsWatched = (row: Watched): boolean =>
  row.onWatchList || unsentOf(row, watchPart)?.theirs === true
