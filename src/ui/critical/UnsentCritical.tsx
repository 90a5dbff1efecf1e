import { allUnsentOf, needsPerson } from '../../domain/sync/unsent'
import { UnsentMark } from '../clinical/UnsentMark'

/** What of a part is not sent, what waits for a decision first. */
export function UnsentCritical({
  patient,
  part,
  what,
}: {
  readonly patient: object
  readonly part: string
  /** Where the value beside it does not say so. */
  readonly what?: string
}) {
  const all = allUnsentOf(patient, part)
  return (
    <UnsentMark
      compact
      what={what}
      unsent={all.find(({ state }) => needsPerson(state)) ?? all.at(-1) ?? null}
    />
  )
}
