import { useNavigate } from 'react-router-dom'
import { openEmergencyAccess, type EmergencyAccess } from '../../../data/emergency-access'
import type { Problem } from '../../../domain/problem'
import { useCommand, useSession } from '../../../engine/react'
import { emergencyAccessTexts } from '../../../texts/emergency-access'
import { useEdition } from '../../../ui/edition'
import { FormDialog, useCommandForm, type FieldSpec } from '../../../ui/form-kit'
import { paths } from '../../../ui/paths'
import { useProblemText } from '../../../ui/problem'
import type { PatientListDialogProps } from '../../../ui/room'

/** Why the server did not open it, where its own words say less than we know. */
const useExplain = (): ((refusal: Problem) => string) => {
  const { open: t } = emergencyAccessTexts(useEdition())
  const say = useProblemText()
  return (refusal) =>
    refusal.kind === 'not-found'
      ? t.noSuch
      : refusal.kind === 'conflict'
        ? t.notNeeded
        : say(refusal)
}

const useReasonField = (): FieldSpec<'reason'> => {
  const { open: t } = emergencyAccessTexts(useEdition())
  return {
    kind: 'textarea',
    name: 'reason',
    label: t.reason,
    hint: t.reasonHint,
    required: true,
    rows: 3,
    maxLength: 1000,
  }
}

/** Opens the record whose address is open, for a reason. */
export function EmergencyReason({
  patientId,
  onClose,
}: {
  readonly patientId: string
  readonly onClose: (opened: boolean) => void
}) {
  const { open: t } = emergencyAccessTexts(useEdition())
  const explain = useExplain()
  const form = useCommandForm({
    command: useCommand(openEmergencyAccess),
    fields: [useReasonField()],
    before: { reason: '' },
    toInput: ({ reason }) => ({ patientId, reason }),
    onDone: () => onClose(true),
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.confirm}
      failed={t.failed}
      onClose={() => onClose(false)}
      lead={<p>{t.text}</p>}
      explain={explain}
    />
  )
}

/** Opens the record of somebody whom the list does not show, by number and date of birth. */
export function EmergencyDialog({ onClose }: PatientListDialogProps) {
  const { open: t } = emergencyAccessTexts(useEdition())
  const { me } = useSession()
  const navigate = useNavigate()
  const explain = useExplain()
  const form = useCommandForm({
    command: useCommand(openEmergencyAccess),
    fields: [
      {
        kind: 'identifier',
        name: 'nhsNumber',
        label: t.number,
        scheme: me?.actingOrganization.nationalIdentifierScheme ?? 'NhsNumber',
        required: true,
        autoFocus: true,
      },
      { kind: 'date', name: 'birthDate', label: t.born, required: true },
      useReasonField(),
    ],
    before: { nhsNumber: '', birthDate: '', reason: '' },
    onDone: (opened: EmergencyAccess | null) => {
      if (opened === null) onClose()
      else void navigate(paths.patient(opened.patientId))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.confirm}
      failed={t.failed}
      onClose={onClose}
      lead={<p>{t.text}</p>}
      explain={explain}
    />
  )
}
