import { useState } from 'react'
import { z } from 'zod'
import { useIdentity, type Challenge } from '../../../engine/react'
import { problem } from '../../../domain/problem'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { FormDialog, useCommandForm, type Submitted } from '../../../ui/form-kit'
import { codeField, codeSchema, wrong } from './code-field'

interface ReauthenticateDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

const before = { password: '', code: '' }

/** Asks for the password again, as the identity provider requires for such changes (P268). */
export function ReauthenticateDialog({ onDone, onClose }: ReauthenticateDialogProps) {
  const t = accountTexts(useEdition()).security
  const identity = useIdentity()
  const [challenge, setChallenge] = useState<Challenge | null>(null)

  const answer = async (input: {
    readonly password: string
    readonly code: string
  }): Promise<Submitted<Challenge | 'success'>> => {
    const result = await (challenge === null
      ? identity.reauthenticate(input.password)
      : identity.answerChallenge(challenge, input.code))
    switch (result.kind) {
      case 'success':
        return { kind: 'done', value: 'success' }
      case 'one-time-password':
        return { kind: 'done', value: result.challenge }
      case 'IncorrectPassword':
        return wrong('password', t.passwordWrong)
      case 'InvalidVerificationCode':
        return wrong('code', t.codeWrong)
      case 'Timeout':
        setChallenge(null)
        return { kind: 'refused', problem: problem('unauthorized', t.reauthTimedOut) }
      default:
        return { kind: 'refused', problem: result.problem }
    }
  }
  const form = useCommandForm({
    asksToLeave: false,
    command: { run: answer },
    fields: [
      challenge === null
        ? {
            kind: 'password',
            name: 'password',
            label: t.password,
            missing: t.passwordMissing,
            required: true,
            autoComplete: 'current-password',
          }
        : codeField(t),
    ],
    before,
    schema: z.object({
      password: z.string(),
      code: challenge === null ? z.string() : codeSchema(t),
    }),
    onDone: (value) => (value === null || value === 'success' ? onDone() : setChallenge(value)),
  })
  return (
    <FormDialog
      form={form}
      title={t.reauthHeading}
      failed={null}
      submitLabel={t.continue}
      cancelLabel={t.cancel}
      onClose={onClose}
      lead={<p>{t.reauthLead}</p>}
    />
  )
}
