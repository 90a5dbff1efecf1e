import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { deletePatient, patientRemoval, type PatientRemoval } from '../../data/admission'
import { formatPatientName } from '../../domain/identity'
import { removalFaults } from '../../domain/patient/removal'
import { useAnswer, useCommand } from '../../engine/react'
import { patientDetailsTexts } from '../../texts/patient-details'
import { stayTexts } from '../../texts/stay'
import { useEdition } from '../../ui/edition'
import { Await, Banner, Dialog, showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import type { PatientActionProps } from '../../ui/room'

function Checked({
  patient,
  checks,
  onClose,
}: PatientActionProps & { readonly checks: PatientRemoval }) {
  const edition = useEdition()
  const { remove: t } = patientDetailsTexts(edition)
  const { name: field } = stayTexts(edition)
  const navigate = useNavigate()
  const form = useCommandForm({
    command: useCommand(deletePatient, { about: patient.id }),
    fields: [
      {
        kind: 'fullName',
        name: 'name',
        label: field.label,
        hint: field.hint,
        required: true,
        missing: field.missing,
        mismatch: field.mismatch,
        person: patient,
      },
    ],
    before: { name: '' },
    toInput: () => ({ patientId: patient.id }),
    onDone: () => {
      showToast('remove patient', t.done(formatPatientName(patient)), { tone: 'info' })
      // Nobody comes back to the record of whom nobody has any more.
      void navigate(paths.patients(), { replace: true })
    },
  })
  const faults = removalFaults(checks)
  if (faults.length > 0)
    return (
      <Dialog
        title={t.title}
        size="small"
        onClose={onClose}
        actions={
          <Button variant="default" onClick={onClose}>
            {t.close}
          </Button>
        }
      >
        {faults.map((fault) => (
          <Banner key={fault} kind="warning" title={t.blocked[fault]} />
        ))}
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      danger
      failed={t.failed}
      lead={
        <>
          <p>
            <strong>{formatPatientName(patient)}</strong>
          </p>
          <p>{checks.isShared ? t.sharedText : t.text}</p>
        </>
      }
      onClose={onClose}
    />
  )
}

/** Removes the patient, once the server has said that nothing keeps them. */
export function RemoveDialog({ patient, onClose }: PatientActionProps) {
  const { remove: t } = patientDetailsTexts(useEdition())
  // Forgotten with the dialog: what was so when it opened before may not be so any more.
  const answer = useAnswer(patientRemoval, { patientId: patient.id }, { secret: true })
  if (answer.value !== null)
    return <Checked patient={patient} checks={answer.value} onClose={onClose} />
  return (
    <Dialog title={t.title} size="small" onClose={onClose}>
      <Await of={answer} failed={t.checksFailed}>
        {() => null}
      </Await>
    </Dialog>
  )
}
