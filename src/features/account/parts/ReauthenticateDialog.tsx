import { useState } from 'react'
import { z } from 'zod'
import { useIdentity, type Challenge } from '../../../engine/react'
import { problem } from '../../../domain/problem'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { FormDialog, useCommandForm, type Submitted } from '../../../ui/form-kit'
import { codeField, codeSchema, wrong } from './code-field'

interface ReauthenticateDialogProps {
  /** @param password that was right */
  readonly onDone: (password: string) => void
  readonly onClose: () => void
}

/** The password that was right, and the code that is asked for after it. */
interface Asked {
  readonly password: string
  readonly challenge: Challenge
}
type Answered =
  { readonly kind: 'success'; readonly password: string } | ({ readonly kind: 'asked' } & Asked)

const before = { password: '', code: '' }

/** Asks for the password again, as the identity provider requires for such changes (P268). */
export function ReauthenticateDialog({ onDone, onClose }: ReauthenticateDialogProps) {
  const t = accountTexts(useEdition()).security
  const identity = useIdentity()
  const [asked, setAsked] = useState<Asked | null>(null)

  const answer = async (input: {
    readonly password: string
    readonly code: string
  }): Promise<Submitted<Answered>> => {
    const password = asked?.password ?? input.password
    const result = await (asked === null
      ? identity.reauthenticate(password)
      : identity.answerChallenge(asked.challenge, input.code))
    switch (result.kind) {
      case 'success':
        return { kind: 'done', value: { kind: 'success', password } }
      case 'one-time-password':
        return { kind: 'done', value: { kind: 'asked', password, challenge: result.challenge } }
      case 'IncorrectPassword':
        return wrong('password', t.passwordWrong)
      case 'InvalidVerificationCode':
        return wrong('code', t.codeWrong)
      case 'Timeout':
        setAsked(null)
        return { kind: 'refused', problem: problem('unauthorized', t.reauthTimedOut) }
      default:
        return { kind: 'refused', problem: result.problem }
    }
  }
  const form = useCommandForm({
    asksToLeave: false,
    command: { run: answer },
    fields: [
      asked === null
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
      code: asked === null ? z.string() : codeSchema(t),
    }),
    onDone: (value) => {
      if (value?.kind === 'success') onDone(value.password)
      if (value?.kind === 'asked') setAsked(value)
    },
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
