import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useConnection, useSession } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { ErrorSummary, PasswordField } from '../../../ui/form'
import { paths } from '../../../ui/paths'
import styles from '../card.module.css'
import { credentialsSchema, fieldErrors } from '../sign-in.form'
import type { SignInAlert } from '../sign-in.machine'
import { useTypedEmail } from '../typed-email'
import { EndedNotice, SignInNotice } from './SignInNotice'
import { WaitingHere } from './WaitingHere'

interface CredentialsFormProps {
  readonly busy: boolean
  readonly incorrectPassword: boolean
  readonly alert: SignInAlert | null
  /** Somebody asked for it just now: the keyboard goes on at its first field. */
  readonly isAskedFor?: boolean
  readonly onSubmit: (credentials: { email: string; password: string }) => Promise<void>
}

/** E-mail and password (P091 to P094). What was typed stays when the answer is no. */
export function CredentialsForm({
  busy,
  incorrectPassword,
  alert,
  isAskedFor = false,
  onSubmit,
}: CredentialsFormProps) {
  const t = useTexts().signIn
  const { state: connection } = useConnection()
  const { ended } = useSession()
  const [params] = useSearchParams()
  const [email, setEmail] = useTypedEmail()
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const passwordField = useRef<HTMLInputElement>(null)

  const emailField = useRef<HTMLInputElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (isAskedFor) emailField.current?.focus()
  }, [isAskedFor])
  useEffect(() => {
    // The answer was no, and the button that was pressed was disabled meanwhile.
    if (wasBusy.current && !busy) passwordField.current?.focus()
    wasBusy.current = busy
  }, [busy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = credentialsSchema(t).safeParse({ email, password })
    setErrors(parsed.success ? {} : fieldErrors(parsed.error))
    if (parsed.success) void onSubmit(parsed.data)
  }
  const passwordError = errors['password'] ?? (incorrectPassword ? t.incorrectPassword : undefined)
  const summary = [
    ...(errors['email'] === undefined ? [] : [{ fieldId: 'email', message: errors['email'] }]),
    ...(passwordError === undefined ? [] : [{ fieldId: 'password', message: passwordError }]),
  ]
  return (
    <form onSubmit={submit} noValidate className={styles['column']}>
      <h1>{t.heading}</h1>
      <SignInNotice alert={alert} />
      {alert === null && <EndedNotice ended={ended} isReturning={params.has('next')} />}
      {connection === 'offline' && <Banner>{t.offline}</Banner>}
      <WaitingHere says={t.waitingHere} />
      <ErrorSummary errors={summary} />
      <TextInput
        id="email"
        ref={emailField}
        type="email"
        label={t.email}
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={errors['email']}
      />
      <PasswordField
        id="password"
        ref={passwordField}
        label={t.password}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={passwordError}
      />
      <Button type="submit" loading={busy}>
        {t.submit}
      </Button>
      <Link to={paths.forgotPassword()} className={styles['link']}>
        {t.forgotPassword}
      </Link>
    </form>
  )
}
