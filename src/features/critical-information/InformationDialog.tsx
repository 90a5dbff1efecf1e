import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { recordCriticalInformation } from '../../data/critical-information'
import {
  criticalParts,
  formsOf,
  knownField,
  longestPart,
  type CriticalField,
  type CriticalPart,
} from '../../domain/critical/information'
import type { Edition } from '../../domain/organization/organization'
import type { Patient } from '../../domain/patient/patient'
import { dayOf } from '../../domain/time'
import { useCommand } from '../../engine/react'
import {
  criticalInformationTexts,
  type CriticalInformationTexts,
} from '../../texts/critical-information'
import { formTexts } from '../../texts/form'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm, type FieldSpec } from '../../ui/form-kit'
import { readNow } from '../../ui/time'

type Answer = '' | 'recorded' | 'noneKnown'

const offered = (
  { name, choices = [] }: CriticalPart,
  edition: Edition,
  now: string,
): readonly string[] =>
  name === 'form'
    ? choices.filter((one) => one === now || formsOf(edition).some((form) => form === one))
    : choices

const specOf = (
  field: CriticalField,
  part: CriticalPart,
  now: string,
  t: CriticalInformationTexts,
  edition: Edition,
): FieldSpec => {
  const base = {
    name: part.name,
    label: t.parts[`${field}.${part.name}`] ?? part.name,
    ...(part.isRequired === true ? { required: true } : {}),
  }
  if (part.kind === 'choice')
    return {
      ...base,
      kind: 'select',
      options: offered(part, edition, now).map((value) => ({
        value,
        label: t.choices[value] ?? value,
      })),
    }
  return part.kind === 'lines'
    ? { ...base, kind: 'textarea', rows: 4, maxLength: longestPart.lines }
    : { ...base, kind: 'text', maxLength: longestPart.line }
}

/** Records one thing that everybody must know, against what was shown when it was opened. */
export function InformationDialog({
  patient,
  field,
  onClose,
}: {
  readonly patient: Patient
  readonly field: CriticalField
  readonly onClose: () => void
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const who = useIdentityLine(patient)
  // What somebody else records meanwhile must not slip in as seen.
  const [opened] = useState(() => ({
    known: knownField(patient, field),
    conditions: patient.preExistingConditions.join('\n'),
    today: dayOf(readNow()),
  }))
  const { known } = opened
  const before = known.kind === 'value' ? known.value : {}
  const entry = 'entry' in known ? known.entry : null
  const first: Answer =
    known.kind === 'noneKnown' ? 'noneKnown' : known.kind === 'value' ? 'recorded' : ''
  const [answer, setAnswer] = useState<Answer>(first)
  const parts = answer === 'recorded' ? criticalParts[field] : []
  const textOf = (name: string): string =>
    before[name] ?? (name === 'list' && entry === null ? opened.conditions : '')
  const untouched: Readonly<Record<string, string>> = {
    ...Object.fromEntries(criticalParts[field].map(({ name }) => [name, textOf(name)])),
    // A review that is over has to be given another day.
    reviewBy: entry?.reviewBy != null && entry.reviewBy >= opened.today ? entry.reviewBy : '',
  }
  const form = useCommandForm({
    command: useCommand(recordCriticalInformation, { about: patient.id }),
    fields: [
      ...parts.map((part) => specOf(field, part, before[part.name] ?? '', t, edition)),
      {
        kind: 'date',
        name: 'reviewBy',
        label: t.form.reviewBy,
        hint: t.form.reviewByHint,
        min: opened.today,
      },
    ],
    before: untouched,
    toInput: (read) => ({
      patientId: patient.id,
      field,
      value:
        answer === 'noneKnown'
          ? null
          : Object.fromEntries(
              criticalParts[field].flatMap(({ name }) => {
                const typed = read[name]
                return typeof typed === 'string' && typed.trim() !== ''
                  ? [[name, typed.trim()]]
                  : []
              }),
            ),
      reviewBy: read['reviewBy'] ?? null,
      seen: { id: entry?.id ?? null },
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.fields[field]}
      failed={t.failed}
      submitDisabled={answer === '' || (!form.edited && answer === first)}
      lead={
        <>
          <p>{who}</p>
          <NativeSelect
            label={t.form.known}
            required
            disabled={form.locked}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value as Answer)}
            data={[
              ...(answer === '' ? [{ value: '', label: formTexts(edition).choose }] : []),
              { value: 'recorded', label: t.form.answers.recorded },
              { value: 'noneKnown', label: t.form.answers.noneKnown },
            ]}
          />
        </>
      }
      onClose={onClose}
    />
  )
}
