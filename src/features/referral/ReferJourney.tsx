import { useState } from 'react'
import type { Patient } from '../../domain/patient/patient'
import type { ReferPatient } from '../../domain/referral/referral'
import type { FormDraft } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useMay, usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { JourneyFrame } from '../../ui/journey'
import { Confirmation } from './Confirmation'
import type { ReferFields } from './refer-fields'
import { useConfirmStep } from './use-confirm-step'
import { useDischargeStep, type DischargeDetails } from './use-discharge-step'
import { useReferStep, type Destination } from './use-refer-step'

/** What a journey has collected so far. */
interface ReferState {
  readonly details: (Destination & { readonly discharges: boolean }) | null
  readonly discharge: DischargeDetails | null
}

const inputOf = (patientId: string, { details, discharge }: ReferState): ReferPatient | null =>
  details === null
    ? null
    : {
        patientId,
        referrerDetails: { shouldDischargeOnAcceptance: details.discharges },
        dischargeDetails: details.discharges ? discharge : null,
        destinationDetails: {
          organizationId: details.organization.id,
          reason: { reason: details.reason, comment: details.comment },
          supportingInformation: details.statement,
        },
      }

/** The steps of referring a patient to a partner (O269). */
export function ReferJourney({
  patient,
  draft,
  onClose,
}: {
  readonly patient: Patient
  readonly draft: FormDraft<ReferFields>
  readonly onClose: () => void
}) {
  const t = referralTexts(useEdition())
  const principal = usePrincipal()
  const mayDischarge = useMay('patient.discharge')
  const { wardAdmission } = patient
  const ownId = principal?.organizationId
  // Where a row that was kept earlier does not say whose ward it is, the server decides.
  const admission =
    wardAdmission !== null && (wardAdmission.organization?.id ?? ownId) === ownId
      ? wardAdmission
      : null
  const [state, setState] = useState<ReferState>({ details: null, discharge: null })
  const change = (part: Partial<ReferState>) => setState((before) => ({ ...before, ...part }))
  const refer = useReferStep({
    patient,
    draft,
    asksDischarge: admission !== null && mayDischarge,
    onDone: (details) => change({ details }),
  })
  const discharge = useDischargeStep({
    patient,
    draft,
    onDone: (found) => change({ discharge: found }),
  })
  const confirm = useConfirmStep({
    patient,
    input: inputOf(patient.id, state),
  })
  const { details } = state
  const name = details?.organization.label ?? ''
  const close = () => {
    draft.clear()
    onClose()
  }
  return (
    <JourneyFrame<ReferState>
      inDialog
      title={t.title}
      state={state}
      steps={[
        { id: 'refer', title: t.steps.refer, form: refer },
        {
          id: 'discharge',
          title: t.steps.discharge,
          form: discharge,
          skipped: (now) => now.details?.discharges !== true,
          hidden: (now) => now.details?.discharges !== true,
          render: () => admission !== null && <p>{t.discharge.text(admission.ward.name)}</p>,
        },
        {
          id: 'confirm',
          title: t.steps.confirm,
          heading: t.confirm.heading,
          form: confirm,
          failed: t.confirm.failed,
          nextLabel: t.confirm.submit,
          render: () =>
            details !== null && (
              <Confirmation
                patient={patient}
                details={details}
                discharge={details.discharges ? state.discharge : null}
              />
            ),
        },
        {
          id: 'success',
          title: t.steps.success,
          hidden: () => true,
          mayGoBack: () => false,
          closeWithoutWarning: true,
          nextLabel: t.success.close,
          render: () => (
            <>
              <Banner kind="info" title={t.success.text} />
              <p>{t.success.task(name)}</p>
            </>
          ),
        },
      ]}
      cancelWords={() => ({ text: t.cancel.text })}
      onFinish={close}
      onCancel={close}
    />
  )
}
