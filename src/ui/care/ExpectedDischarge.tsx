import { lazy, Suspense, useState } from 'react'
import type { SeenExpectedDischarge } from '../../domain/patient/expected-discharge'
import type { WardAdmission } from '../../domain/patient/patient'
import type { Act, CarePatient, WithDraft as WithDraftOf } from './act'
import { DischargeChip } from './DischargeChip'

const ExpectedDischargeDialog = lazy(() => import('./ExpectedDischargeDialog').then((module) => ({ default: module.ExpectedDischargeDialog })))

/** What is wanted, beside what the person saw when the dialog opened. */
export interface ExpectedDischargeInput {
  readonly patientId: string
  readonly wardId: string
  readonly carePathwayId: string
  readonly expectedDischargeDate: string | null
  readonly seen: SeenExpectedDischarge
}

export interface ExpectedDischargeProps {
  readonly patient: CarePatient & { readonly wardAdmission: WardAdmission | null }
  readonly mayEdit: boolean
  readonly offline: boolean
  readonly run: Act<ExpectedDischargeInput>
  /** Keeps what the dialog holds and has not saved. */
  readonly WithDraft: WithDraftOf
  readonly compact?: boolean
}

/** The expected discharge of an admission, and the dialog that changes it. The dialog is bound to the patient and the admission that were shown when it opened. */
export function ExpectedDischarge({ patient, mayEdit, offline, run, WithDraft, compact = false }: ExpectedDischargeProps) {
  const [opened, setOpened] = useState<{ readonly patient: CarePatient; readonly admission: WardAdmission } | null>(null)
  const admission = patient.wardAdmission
  if (admission === null && opened === null) return null
  return (
    <>
      {admission !== null && <DischargeChip compact={compact} date={admission.expectedDischargeDate} onEdit={mayEdit ? () => setOpened({ patient, admission }) : undefined} />}
      {opened !== null && (
        <Suspense>
          <WithDraft form={`expected discharge ${opened.patient.id}`} before={{ date: opened.admission.expectedDischargeDate ?? '' }} about={opened.patient.id}>
            {(draft) => (
              <ExpectedDischargeDialog
                patient={opened.patient}
                date={opened.admission.expectedDischargeDate}
                offline={offline}
                draft={draft}
                onClose={() => setOpened(null)}
                save={(date) => run({
                  patientId: opened.patient.id, wardId: opened.admission.ward.id, carePathwayId: opened.admission.carePathway.id, expectedDischargeDate: date,
                  seen: { expectedDischargeDate: opened.admission.expectedDischargeDate, revision: opened.admission.revision },
                })}
              />
            )}
          </WithDraft>
        </Suspense>
      )}
    </>
  )
}
