import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { useIdentity } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import styles from './card.module.css'
import { fieldErrors, reminderSchema } from './sign-in.form'
import { useTypedEmail } from './typed-email'
import { useProblemText } from './use-problem-text'

type Step =
  | { readonly name: 'form'; readonly busy: boolean; readonly failure: string | null }
  | { readonly name: 'reminderSent'; readonly email: string }

/** /forgot-password (P250). Known and unknown addresses get the same answer. */
export function ForgotPasswordScreen() {
  const say = useProblemText()
  const t = useTexts().signIn
  const identity = useIdentity()
  const [step, setStep] = useState<Step>({ name: 'form', busy: false, failure: null })
  const [email, setEmail] = useTypedEmail()
  const [error, setError] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = reminderSchema(t).safeParse({ email })
    setError(parsed.success ? undefined : fieldErrors(parsed.error)['email'])
    if (!parsed.success) return
    setStep({ name: 'form', busy: true, failure: null })
    const result = await identity.sendPasswordReset(parsed.data.email)
    setStep(
      result.kind === 'success'
        ? { name: 'reminderSent', email: parsed.data.email }
        : { name: 'form', busy: false, failure: say(result.problem) },
    )
  }

  if (step.name === 'reminderSent') {
    return (
      <div className={styles['column']} data-state="reminderSent">
        <h1>{t.forgot.sent}</h1>
        <output className={styles['text']}>{t.forgot.sentBody(step.email)}</output>
        <Button component={Link} to={paths.login()}>
          {t.forgot.returnToLogin}
        </Button>
      </div>
    )
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className={styles['column']}
      data-state="form"
    >
      <div>
        <h1>{t.forgot.heading}</h1>
        <p className={styles['lead']}>{t.forgot.lead}</p>
      </div>
      {step.failure !== null && (
        <Banner kind="danger" title={t.forgot.failed}>
          {step.failure}
        </Banner>
      )}
      <TextInput
        type="email"
        label={t.email}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={error}
      />
      <Button type="submit" loading={step.busy}>
        {t.forgot.send}
      </Button>
      <Button component={Link} to={paths.login()} variant="default">
        {t.forgot.cancel}
      </Button>
    </form>
  )
}
