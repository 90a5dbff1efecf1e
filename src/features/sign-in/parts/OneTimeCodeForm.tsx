import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '../../../ui/edition'
import styles from '../card.module.css'
import { codeSchema, fieldErrors } from '../sign-in.form'
import type { SignInAlert } from '../sign-in.machine'
import { SignInNotice } from './SignInNotice'

interface OneTimeCodeFormProps {
  readonly busy: boolean
  readonly wrongCode: boolean
  readonly alert: SignInAlert | null
  readonly onVerify: (code: string) => Promise<void>
  readonly onOtherAccount: () => void
}

/** The second step (P095 to P099). */
export function OneTimeCodeForm({
  busy,
  wrongCode,
  alert,
  onVerify,
  onOtherAccount,
}: OneTimeCodeFormProps) {
  const t = useTexts().signIn
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [helping, setHelping] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!busy) codeField.current?.focus()
  }, [busy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = codeSchema(t).safeParse({ code })
    setError(parsed.success ? undefined : fieldErrors(parsed.error)['code'])
    if (parsed.success) void onVerify(parsed.data.code)
  }
  return (
    <form onSubmit={submit} noValidate className={styles['column']}>
      <div>
        <h1>{t.codeHeading}</h1>
        <p className={styles['lead']}>{t.codeLead}</p>
      </div>
      <SignInNotice alert={alert} />
      <TextInput
        label={t.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={codeField}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={error ?? (wrongCode ? t.codeWrong : undefined)}
      />
      <Button type="submit" loading={busy}>
        {t.verify}
      </Button>
      <div>
        <button
          type="button"
          className={styles['link']}
          aria-expanded={helping}
          onClick={() => setHelping(!helping)}
        >
          {t.cannotAccess}
        </button>
        {helping && <output className={styles['lead']}>{t.contactAdmin}</output>}
      </div>
      <button type="button" className={styles['link']} onClick={onOtherAccount}>
        {t.otherAccount}
      </button>
    </form>
  )
}
