import { Button, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useIdentity, type Challenge } from '../../../data/hooks'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { Banner, Dialog } from '../../../ui/feedback'
import { PasswordField } from '../../../ui/form'
import styles from '../account.module.css'

interface ReauthenticateDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Asks for the password again, as the identity provider requires before a change of this kind
 * (P268).
 */
export function ReauthenticateDialog({ onDone, onClose }: ReauthenticateDialogProps) {
  const t = accountTexts(useEdition()).security
  const identity = useIdentity()
  const form = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const answer = async () => {
    if (challenge) return identity.answerChallenge(challenge, code.replace(/[\s-]/g, ''))
    return identity.reauthenticate(password)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    if (!challenge && password === '') return setError(t.passwordMissing)
    if (challenge && !/^\d{6}$/.test(code.replace(/[\s-]/g, ''))) return setError(t.codeMalformed)
    setError(undefined)
    setBusy(true)
    const result = await answer()
    setBusy(false)
    switch (result.kind) {
      case 'success':
        return onDone()
      case 'IncorrectPassword':
        return setError(t.passwordWrong)
      case 'InvalidVerificationCode':
        return setError(t.codeWrong)
      case 'one-time-password':
        return setChallenge(result.challenge)
      case 'Timeout':
        setChallenge(null)
        return setFailure(t.reauthTimedOut)
      default:
        return setFailure(result.problem.message)
    }
  }
  return (
    <Dialog
      title={t.reauthHeading}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {t.continue}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className={styles['column']}
      >
        <p>{t.reauthLead}</p>
        {failure !== null && <Banner kind="danger">{failure}</Banner>}
        {challenge === null ? (
          <PasswordField
            label={t.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
          />
        ) : (
          <TextInput
            label={t.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={error}
          />
        )}
      </form>
    </Dialog>
  )
}
