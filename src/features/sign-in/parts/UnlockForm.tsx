import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSession } from '../../../engine/react'
import type { Problem } from '../../../domain/problem'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { PasswordField } from '../../../ui/form'
import { readNow, useNow } from '../../../ui/time'
import styles from '../card.module.css'
import { EndedNotice } from './SignInNotice'
import { WaitingHere } from './WaitingHere'

interface UnlockFormProps {
  readonly locked: {
    readonly email: string
    readonly opensOffline: boolean
    readonly leaseOver: boolean
  }
  readonly onSomebodyElse: () => void
}

/** Unlocks this device offline. Says who can, and nothing of what is kept. */
export function UnlockForm({ locked, onSomebodyElse }: UnlockFormProps) {
  const t = useTexts().signIn.unlock
  const { passwordMissing } = useTexts().signIn
  const { unlock, ended } = useSession()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<Problem['kind'] | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const waitSeconds = Math.max(0, Math.ceil((waitUntil - useNow(1_000)) / 1_000))

  useEffect(() => {
    field.current?.focus()
  }, [])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || waitSeconds > 0) return
    setMissing(password === '')
    setRefusal(null)
    if (password === '') {
      field.current?.focus()
      return
    }
    setBusy(true)
    const result = await unlock(password)
    setBusy(false)
    if (result.kind === 'done') return
    setPassword('')
    setRefusal(result.problem.kind)
    setWaitUntil(readNow() + result.waitMs)
    field.current?.focus()
  }

  const canOpen = locked.opensOffline && !locked.leaseOver
  const wrong = isMissing ? passwordMissing : refusal === 'forbidden' ? t.wrong : undefined
  const failed =
    refusal === 'storage'
      ? t.nothingKept
      : refusal === null || refusal === 'forbidden' || refusal === 'too-many'
        ? null
        : t.failed
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles['column']}>
      <div>
        <h1>{t.heading}</h1>
        <p className={styles['lead']}>
          {t.who}
          <br />
          <strong>{locked.email}</strong>
        </p>
      </div>
      <EndedNotice ended={ended} isReturning={false} />
      {!canOpen ? (
        <Banner kind="danger" title={t.notPossibleTitle}>
          {locked.leaseOver ? t.leaseOver : t.notPossible}
        </Banner>
      ) : (
        <>
          <Banner>{t.offline}</Banner>
          {failed !== null && <Banner kind="danger">{failed}</Banner>}
          {waitSeconds > 0 && (
            <Banner kind="danger" title={t.waitTitle}>
              <span role="timer" aria-live="off">
                {t.wait(waitSeconds)}
              </span>
            </Banner>
          )}
          <PasswordField
            id="unlock-password"
            ref={field}
            label={t.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={wrong}
          />
          <Button type="submit" loading={busy} disabled={waitSeconds > 0}>
            {t.submit}
          </Button>
        </>
      )}
      <WaitingHere says={t.waiting} />
      <button type="button" className={styles['link']} onClick={onSomebodyElse}>
        {t.somebodyElse}
      </button>
    </form>
  )
}
