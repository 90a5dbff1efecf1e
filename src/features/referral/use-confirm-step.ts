import { z } from 'zod'
import { referPatient, type Referral } from '../../data/referral'
import type { Patient } from '../../domain/patient/patient'
import type { ReferPatient } from '../../domain/referral/referral'
import { useCommand } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useEdition } from '../../ui/edition'
import { useCommandForm, type AnyCommandForm } from '../../ui/form-kit'

const before = { confirmed: false }

/** Sends the referral, once somebody said that it is right. */
export const useConfirmStep = ({
  patient,
  input,
}: {
  readonly patient: Patient
  /** Null: the steps before it are not done. */
  readonly input: ReferPatient | null
}): AnyCommandForm => {
  const { confirm: t } = referralTexts(useEdition())
  const command = useCommand(referPatient, { about: patient.id })
  return useCommandForm<typeof before, Parameters<typeof command.run>[0], Referral>({
    command,
    fields: [{ kind: 'switch', name: 'confirmed', label: t.tick }],
    before,
    asksToLeave: false,
    schema: z.object({ confirmed: z.literal(true, t.tickMissing) }).transform((_, context) => {
      if (input !== null) return input
      context.addIssue({ code: 'custom', path: ['confirmed'], message: t.failed })
      return z.NEVER
    }),
  })
}
