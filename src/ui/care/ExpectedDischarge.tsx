import { lazy, Suspense, useState } from 'react'
import type { SeenExpectedDischarge } from '../../domain/patient/expected-discharge'
import type { WardAdmission } from '../../domain/patient/patient'
import type { Act, CarePatient, WithDraft as WithDraftOf } from './act'
import { DischargeChip } from './DischargeChip'
import { UnsentDischarge } from './UnsentCare'

const ExpectedDischargeDialog = lazy(() =>
  import('./ExpectedDischargeDialog').then((module) => ({
    default: module.ExpectedDischargeDialog,
  })),
)

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
  /** What the patient is called where the screen does not show who they are. */
  readonly shownAs?: string | null
}

/** What a dialog is bound to: the patient and the admission that were shown when it opened. */
export interface OpenedDischarge {
  readonly patient: CarePatient
  readonly admission: WardAdmission
}

export function OpenedExpectedDischarge({
  opened,
  offline,
  run,
  WithDraft,
  shownAs,
  onClose,
}: Required<Pick<ExpectedDischargeProps, 'offline' | 'run' | 'WithDraft' | 'shownAs'>> & {
  readonly opened: OpenedDischarge
  readonly onClose: () => void
}) {
  const { patient, admission } = opened
  return (
    <Suspense>
      <WithDraft
        form={`expected discharge ${patient.id}`}
        before={{ date: admission.expectedDischargeDate ?? '' }}
        about={patient.id}
      >
        {(draft) => (
          <ExpectedDischargeDialog
            patient={patient}
            shownAs={shownAs}
            date={admission.expectedDischargeDate}
            offline={offline}
            draft={draft}
            onClose={onClose}
            save={(date) =>
              run({
                patientId: patient.id,
                wardId: admission.ward.id,
                carePathwayId: admission.carePathway.id,
                expectedDischargeDate: date,
                seen: {
                  expectedDischargeDate: admission.expectedDischargeDate,
                  revision: admission.revision,
                },
              })
            }
          />
        )}
      </WithDraft>
    </Suspense>
  )
}

/** The expected discharge of an admission, and the dialog that changes it. */
export function ExpectedDischarge({
  patient,
  mayEdit,
  offline,
  run,
  WithDraft,
  compact = false,
  shownAs = null,
}: ExpectedDischargeProps) {
  const [opened, setOpened] = useState<OpenedDischarge | null>(null)
  const admission = patient.wardAdmission
  if (admission === null && opened === null) return null
  return (
    <>
      {admission !== null && (
        <DischargeChip
          compact={compact}
          date={admission.expectedDischargeDate}
          onEdit={mayEdit ? () => setOpened({ patient, admission }) : undefined}
        />
      )}
      <UnsentDischarge patient={patient} />
      {opened !== null && (
        <OpenedExpectedDischarge
          opened={opened}
          shownAs={shownAs}
          offline={offline}
          run={run}
          WithDraft={WithDraft}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
