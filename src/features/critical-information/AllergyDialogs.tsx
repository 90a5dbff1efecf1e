import { recordAllergy, strikeOutAllergy } from '../../data/critical-information'
import { allergySeverities, type Allergy } from '../../domain/critical/allergies'
import type { Patient } from '../../domain/patient/patient'
import { useCommand } from '../../engine/react'
import { criticalInformationTexts } from '../../texts/critical-information'
import { useIdentityLine } from '../../ui/clinical'
import { allergyWords } from '../../domain/critical/words'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

const blankToNull = (typed: unknown): string | null =>
  typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null

/** Adds an allergy. */
export function AllergyDialog({
  patient,
  onClose,
}: {
  readonly patient: Patient
  readonly onClose: () => void
}) {
  const t = criticalInformationTexts(useEdition())
  const who = useIdentityLine(patient)
  const form = useCommandForm({
    command: useCommand(recordAllergy, { about: patient.id }),
    fields: [
      {
        kind: 'text',
        name: 'substance',
        label: t.allergy.substance,
        required: true,
        maxLength: 200,
        autoFocus: true,
      },
      {
        kind: 'text',
        name: 'reaction',
        label: t.allergy.reaction,
        hint: t.allergy.reactionHint,
        maxLength: 200,
      },
      {
        kind: 'select',
        name: 'severity',
        label: t.allergy.severity,
        placeholder: t.severityUnknown,
        options: allergySeverities.map((value) => ({ value, label: t.severities[value] ?? value })),
      },
    ],
    before: { substance: '', reaction: '', severity: '' },
    argument: 'allergy',
    toInput: ({ substance, reaction, severity }) => ({
      patientId: patient.id,
      allergy: { substance, reaction: blankToNull(reaction), severity },
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.allergy.add}
      submitLabel={t.allergy.save}
      failed={t.allergy.failed}
      lead={<p>{who}</p>}
      onClose={onClose}
    />
  )
}

/** Strikes out an entry about allergies that is wrong. */
export function StrikeOutDialog({
  patient,
  entry,
  onClose,
}: {
  readonly patient: Patient
  readonly entry: Allergy
  readonly onClose: () => void
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const who = useIdentityLine(patient)
  const form = useCommandForm({
    command: useCommand(strikeOutAllergy, { about: patient.id }),
    fields: [
      { kind: 'text', name: 'reason', label: t.allergy.reason, required: true, maxLength: 200 },
    ],
    before: { reason: '' },
    toInput: ({ reason }) => ({ patientId: patient.id, allergyId: entry.id, reason }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.allergy.strikeTitle(allergyWords(entry, edition))}
      submitLabel={t.allergy.strike}
      danger
      failed={t.failed}
      lead={
        <>
          <p>{who}</p>
          <p>{t.allergy.strikeText}</p>
        </>
      }
      onClose={onClose}
    />
  )
}
