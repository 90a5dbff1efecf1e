import { UnsentRepeats } from '../../ui/care'
import type { PatientTabProps } from '../../ui/room'
import { StandingRepeats } from './StandingRepeats'

/** When the patient of a record is to be measured again, and by whose word. */
export function RepeatChips({ patient }: PatientTabProps) {
  return (
    <>
      <StandingRepeats patient={patient} />
      <UnsentRepeats patient={patient} />
    </>
  )
}
