import type { Patient } from '../../domain/patient/patient'

/** What every tab of the patient record is given; apart from the list of tabs, which loads them. */
export interface RecordTabProps {
  readonly patient: Patient
}
