import { openWholeRecord, type PartRecord } from '../../data/part-record'
import { formatPatientName } from '../../domain/identity'
import { useCommand } from '../../engine/react'
import { partRecordsTexts } from '../../texts/part-records'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'

/** Asks whether all of a record is to be opened to an organisation that has a part of it. */
export const useOpenWhole = () => {
  const { open: t } = partRecordsTexts(useEdition())
  const { blocked: reasons } = useTexts().ui
  const command = useCommand(openWholeRecord)
  const sure = useConfirmCommand(
    command,
    ({ patient, organization }: PartRecord) => ({
      title: t.title,
      text: (
        <>
          <strong>{formatPatientName(patient)}</strong>
          <p>{t.sure(organization.name)}</p>
        </>
      ),
      confirmLabel: t.action,
      failed: t.failed,
    }),
    {
      toInput: ({ patient, organization }) => ({
        patientId: patient.id,
        organizationId: organization.id,
      }),
      onDone: (_value, { organization }) => showToast('record opened', t.done(organization.name)),
    },
  )
  return {
    label: t.action,
    disabled: command.blocked === null ? null : reasons[command.blocked],
    ask: sure.ask,
    dialog: sure.dialog,
  }
}
