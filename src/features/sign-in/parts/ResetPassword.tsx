import { Button, Loader } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useIdentity } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import type { Problem } from '../../../domain/problem'
import { paths } from '../../../ui/paths'
import styles from '../card.module.css'
import { PasswordPicker } from './PasswordPicker'
import { useProblemText } from '../use-problem-text'

/** In the done state the page goes to /login by itself after 5 minutes (P249). */
const doneMs = 5 * 60_000

type Step =
  | { readonly name: 'checking' }
  | { readonly name: 'failed'; readonly message: string }
  | { readonly name: 'invalid' }
  | {
      readonly name: 'valid'
      readonly email: string
      readonly busy: boolean
      readonly failure: string | null
    }
  | { readonly name: 'done' }

/** Nobody said what went wrong. */
const isUnexplained = ({ code, said }: Problem): boolean =>
  code === 'unknown' && (said ?? '') === ''

/** A new password: code check, three suggestions, save (P111 to P119, P247 to P249). */
export function ResetPassword({ code }: { readonly code: string }) {
  const say = useProblemText()
  const t = useTexts().signIn.action
  const identity = useIdentity()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ name: 'checking' })

  const check = useCallback(() => {
    void identity.checkResetCode(code).then((result) => {
      if (result.kind === 'problem') setStep({ name: 'failed', message: say(result.problem) })
      else
        setStep(
          result.kind === 'invalid'
            ? { name: 'invalid' }
            : { name: 'valid', email: result.email, busy: false, failure: null },
        )
    })
  }, [code, identity, say])
  useEffect(check, [check])

  const done = step.name === 'done'
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => void navigate(paths.login()), doneMs)
    return () => clearTimeout(timer)
  }, [done, navigate])

  const save = async (email: string, password: string) => {
    setStep({ name: 'valid', email, busy: true, failure: null })
    const result = await identity.confirmReset(code, password)
    if (result.kind === 'success') return setStep({ name: 'done' })
    if (result.kind === 'invalid') return setStep({ name: 'invalid' })
    return setStep({
      name: 'valid',
      email,
      busy: false,
      failure: isUnexplained(result.problem) ? t.unknownFailure : say(result.problem),
    })
  }

  switch (step.name) {
    case 'checking':
      return (
        <output className={styles['waiting']} data-state="checking">
          <Loader size="sm" aria-hidden />
          {t.checking}
        </output>
      )
    case 'failed':
      return (
        <div className={styles['column']} data-state="failed">
          <h1>{t.heading}</h1>
          <Banner kind="danger" title={t.checkFailed}>
            {step.message}
          </Banner>
          <Button
            onClick={() => {
              setStep({ name: 'checking' })
              check()
            }}
          >
            {t.tryAgain}
          </Button>
          <Button component={Link} to={paths.login()} variant="default">
            {t.cancel}
          </Button>
        </div>
      )
    case 'invalid':
      return (
        <div className={styles['column']} data-state="invalid">
          <h1>{t.heading}</h1>
          <Banner kind="danger">{t.expired}</Banner>
          <Button component={Link} to={paths.forgotPassword()}>
            {t.resetAgain}
          </Button>
        </div>
      )
    case 'valid':
      return (
        <div className={styles['column']} data-state="valid">
          <div>
            <h1>{t.heading}</h1>
            <p className={styles['lead']}>{t.lead(step.email)}</p>
          </div>
          {step.failure !== null && <Banner kind="danger">{step.failure}</Banner>}
          <PasswordPicker
            email={step.email}
            busy={step.busy}
            onSave={(password) => void save(step.email, password)}
          />
        </div>
      )
    case 'done':
      return (
        <div className={styles['column']} data-state="done">
          <h1>{t.saved}</h1>
          <output className={styles['text']}>{t.savedBody}</output>
          <Button component={Link} to={paths.login()}>
            {t.returnToLogin}
          </Button>
        </div>
      )
  }
}
