import { z } from 'zod'
import type { Patient } from '../../domain/patient/patient'
import {
  commentIsMissing,
  longestReferralReason,
  longestStatement,
  referralReasons,
  type ReferralReason,
} from '../../domain/referral/referral'
import type { FormDraft } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useEdition } from '../../ui/edition'
import { entityOf, useCommandForm, type AnyCommandForm } from '../../ui/form-kit'
import { IconInfo } from '../../ui/layout'
import { partOf, type ReferFields } from './refer-fields'
import styles from './referral.module.css'
import { useDestinations } from './use-destinations'

/** Where a patient is referred to, and why. */
export interface Destination {
  readonly organization: { readonly id: string; readonly label: string }
  readonly reason: ReferralReason
  readonly comment: string | null
  readonly statement: string
}
type Details = Destination & { readonly discharges: boolean }

const before = { destination: '', reason: '', comment: '', statement: '', discharges: false }

const isReason = (code: unknown): code is ReferralReason =>
  referralReasons.some((reason) => reason === code)

/** Destination, reason, statement, and whether the patient is discharged on acceptance. */
export const useReferStep = ({
  patient,
  draft,
  asksDischarge,
  onDone,
}: {
  readonly patient: Patient
  readonly draft: FormDraft<ReferFields>
  readonly asksDischarge: boolean
  readonly onDone: (details: Details) => void
}): AnyCommandForm => {
  const t = referralTexts(useEdition())
  const search = useDestinations(patient.id)
  const kept = partOf(draft, before)
  const needsComment = kept.fields.reason === 'Other'
  const chosen = entityOf(kept.fields.destination)
  return useCommandForm<typeof before, Details, Details>({
    // Nothing is sent yet.
    command: { run: async (value) => ({ kind: 'done', value }) },
    fields: [
      {
        kind: 'entity',
        name: 'destination',
        label: t.refer.destination,
        required: true,
        missing: t.required,
        placeholder: t.refer.search,
        search,
        failed: t.refer.failed,
        noneFound: (
          <>
            {t.refer.none}
            <span className={styles['agreed']}>
              <IconInfo size={18} />
              {t.refer.agreed}
            </span>
          </>
        ),
      },
      {
        kind: 'select',
        name: 'reason',
        label: t.refer.reason,
        required: true,
        missing: t.required,
        options: referralReasons.map((value) => ({ value, label: t.reasons[value] })),
      },
      {
        kind: 'textarea',
        name: 'comment',
        label: t.refer.comment,
        required: needsComment,
        missing: commentIsMissing,
        rows: 2,
        maxLength: longestReferralReason,
      },
      {
        kind: 'textarea',
        name: 'statement',
        label: t.refer.statement,
        hint: t.refer.statementHint,
        required: true,
        missing: t.required,
        rows: 5,
        maxRows: 8,
        maxLength: longestStatement,
      },
      ...(asksDischarge
        ? [
            {
              kind: 'switch',
              name: 'discharges',
              label: t.refer.discharge,
              hint: t.refer.dischargeHint,
            } as const,
          ]
        : []),
    ],
    before,
    draft: kept,
    asksToLeave: false,
    schema: z
      .object({
        destination: z.string(),
        reason: z.custom<ReferralReason>(isReason, t.required),
        comment: z.string(),
        statement: z.string(),
        discharges: z.boolean(),
      })
      .transform(({ reason, comment, statement, discharges }): Details => ({
        organization: chosen ?? { id: '', label: '' },
        reason,
        comment: comment.trim() === '' ? null : comment.trim(),
        statement: statement.trim(),
        discharges: asksDischarge && discharges,
      })),
    onDone: (details) => {
      if (details !== null) onDone(details)
    },
  })
}
