import type { Checkup } from '../checkup/checkup'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { measuresAny } from '../virtual-ward/measured'
import { afterCheckup, isReplacedBy, type Repeat } from './repeat'

/** The part of a row that requests to measure again change, as `unsent` names it. */
export const repeatsPart = 'repeats'

/** What is told of a request, or of one that was taken back, that is not sent. */
export interface WantedRepeat {
  readonly repeatId: string
  readonly isCancelled: boolean
}

/** A row that says when a patient is to be measured again: of the board, or a record. */
interface WithRepeats {
  readonly latestCheckup: Checkup | null
  readonly repeats: readonly Repeat[]
}

const lay = <Row extends WithRepeats>(
  row: Row,
  repeats: readonly Repeat[],
  wanted: WantedRepeat,
  waiting: Waiting | null,
): Row => {
  if (waiting === null) return { ...row, repeats }
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? { ...row, repeats } : row, {
    ...waiting,
    part: repeatsPart,
    wanted,
    theirs: null,
    isShown,
  })
}

/**
 * A request of the user's own over a row of the server: the due clock follows it at once. The
 * check-up of the row answers it where it ended late enough.
 * @param waiting null: the server has it
 */
export const layRepeat = <Row extends WithRepeats>(
  row: Row,
  repeat: Repeat,
  waiting: Waiting | null,
): Row => {
  if (row.repeats.some(({ id }) => id === repeat.id)) return row
  const { latestCheckup: last } = row
  const asked = last !== null && measuresAny(last) ? afterCheckup(repeat, last.endedAt) : repeat
  return lay(row, [...row.repeats, asked], { repeatId: repeat.id, isCancelled: false }, waiting)
}

/**
 * The same of a request that the user took back. What it had taken the place of does not come back.
 * @param waiting null: the server has it
 */
export const layCancelled = <Row extends WithRepeats>(
  row: Row,
  repeatId: string,
  waiting: Waiting | null,
): Row =>
  lay(
    row,
    row.repeats.filter(
      (one) =>
        !row.repeats.some(
          (gone) => gone.id === repeatId && (gone === one || isReplacedBy(one, gone)),
        ),
    ),
    { repeatId, isCancelled: true },
    waiting,
  )
