import { lazy, Suspense, useState } from 'react'
import type { AcuityScore } from '../../domain/patient/acuity'
import type { Act, CarePatient, WithDraft as WithDraftOf } from './act'
import { AcuityChip } from './AcuityChip'
import { UnsentAcuity } from './UnsentCare'

const AcuityDialog = lazy(() =>
  import('./AcuityDialog').then((module) => ({ default: module.AcuityDialog })),
)

const untouched = { score: '', reason: '' }

export interface AcuityInput {
  readonly patientId: string
  readonly score: number
  readonly reason: string | null
}

export interface AcuityProps {
  readonly patient: CarePatient & { readonly latestAcuityScore: AcuityScore | null }
  readonly mayEdit: boolean
  readonly offline: boolean
  readonly run: Act<AcuityInput>
  /** Keeps what the dialog holds and has not saved. */
  readonly WithDraft: WithDraftOf
}

/** A patient's acuity, and the dialog for another score, bound to the patient shown at opening. */
export function Acuity({ patient, mayEdit, offline, run, WithDraft }: AcuityProps) {
  const [opened, setOpened] = useState<AcuityProps['patient'] | null>(null)
  return (
    <>
      <AcuityChip
        score={patient.latestAcuityScore}
        onEdit={mayEdit ? () => setOpened(patient) : undefined}
      />
      <UnsentAcuity patient={patient} />
      {opened !== null && (
        <Suspense>
          <WithDraft form={`acuity ${opened.id}`} before={untouched} about={opened.id}>
            {(draft) => (
              <AcuityDialog
                patient={opened}
                latest={opened.latestAcuityScore}
                offline={offline}
                draft={draft}
                save={(given) => run({ patientId: opened.id, ...given })}
                onClose={() => setOpened(null)}
              />
            )}
          </WithDraft>
        </Suspense>
      )}
    </>
  )
}
