import { z } from 'zod'
import type { Patient } from '../../domain/patient/patient'
import {
  dischargeFaults,
  dischargeReasons,
  longestDischargeInfo,
} from '../../domain/stay/discharge'
import type { FormDraft } from '../../engine/react'
import { stayTexts } from '../../texts/stay'
import { useEdition } from '../../ui/edition'
import { useCommandForm, type AnyCommandForm } from '../../ui/form-kit'
import { partOf, type ReferFields } from './refer-fields'

/** Why the patient is discharged when the referral is accepted. */
export interface DischargeDetails {
  readonly dischargeReason: string
  readonly additionalInfo: string | null
}

const kept = { type: '', additionalInfo: '' }
const before = { ...kept, name: '' }

/** The fields of a discharge, which is done when the referral is accepted. */
export const useDischargeStep = ({
  patient,
  draft,
  onDone,
}: {
  readonly patient: Patient
  readonly draft: FormDraft<ReferFields>
  readonly onDone: (details: DischargeDetails) => void
}): AnyCommandForm => {
  const { discharge: t, name } = stayTexts(useEdition())
  const typed = partOf(draft, kept)
  return useCommandForm<typeof before, DischargeDetails, DischargeDetails>({
    command: { run: async (value) => ({ kind: 'done', value }) },
    fields: [
      {
        kind: 'select',
        name: 'type',
        label: t.reason,
        required: true,
        missing: t.required,
        options: dischargeReasons.map((value) => ({ value, label: t.reasons[value] })),
      },
      {
        kind: 'textarea',
        name: 'additionalInfo',
        label: t.info,
        rows: 3,
        maxLength: longestDischargeInfo,
      },
      {
        kind: 'fullName',
        name: 'name',
        label: name.label,
        hint: name.hint,
        required: true,
        missing: name.missing,
        mismatch: name.mismatch,
        person: patient,
      },
    ],
    before,
    // The name is typed anew each time.
    draft: { ...typed, fields: { ...typed.fields, name: '' } },
    asksToLeave: false,
    schema: z
      .object({ type: z.string().nullable(), additionalInfo: z.string() })
      .superRefine(({ type, additionalInfo }, context) => {
        for (const { path, message } of dischargeFaults(type ?? '', additionalInfo))
          context.addIssue({ code: 'custom', path: [path], message })
      })
      .transform(({ type, additionalInfo }) => ({
        dischargeReason: type ?? '',
        additionalInfo: additionalInfo.trim() === '' ? null : additionalInfo.trim(),
      })),
    onDone: (details) => {
      if (details !== null) onDone(details)
    },
  })
}
