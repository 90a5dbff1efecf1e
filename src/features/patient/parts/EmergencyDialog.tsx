import { useState } from 'react'
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

/** The reason, and the same once more where the server asks for it: from the sixth in a shift on. */
const useReasons = () => {
  const { open: t } = emergencyAccessTexts(useEdition())
  const [isAskedAgain, setIsAskedAgain] = useState(false)
  const reason = { kind: 'textarea', required: true, rows: 3, maxLength: 1000 } as const
  const fields: readonly FieldSpec<'reason' | 'reasonAgain'>[] = [
    { ...reason, name: 'reason', label: t.reason, hint: t.reasonHint },
    ...(isAskedAgain
      ? [
          {
            ...reason,
            name: 'reasonAgain' as const,
            label: t.again,
            hint: t.againHint,
            autoFocus: true as const,
          },
        ]
      : []),
  ]
  return {
    fields,
    before: { reason: '', reasonAgain: '' },
    /** The argument as the server reads it; null: it was not asked for yet. */
    again: (typed: unknown): unknown => (isAskedAgain ? typed : null),
    onRefused: ({ code }: Problem): boolean => {
      const asks = code === 'conflict:reason-again' && !isAskedAgain
      if (asks) setIsAskedAgain(true)
      return asks
    },
    lead: (
      <>
        <p>{t.text}</p>
        {isAskedAgain && <p role="alert">{t.often}</p>}
      </>
    ),
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
  const reasons = useReasons()
  const form = useCommandForm({
    command: useCommand(openEmergencyAccess),
    fields: reasons.fields,
    before: reasons.before,
    toInput: ({ reason, reasonAgain }) => ({
      patientId,
      reason,
      reasonAgain: reasons.again(reasonAgain),
    }),
    onRefused: reasons.onRefused,
    onDone: () => onClose(true),
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.confirm}
      failed={t.failed}
      onClose={() => onClose(false)}
      lead={reasons.lead}
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
  const reasons = useReasons()
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
      ...reasons.fields,
    ],
    before: { nhsNumber: '', birthDate: '', ...reasons.before },
    toInput: ({ reasonAgain, ...typed }) => ({
      ...typed,
      reasonAgain: reasons.again(reasonAgain),
    }),
    onRefused: reasons.onRefused,
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
      lead={reasons.lead}
      explain={explain}
    />
  )
}
