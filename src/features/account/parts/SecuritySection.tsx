import { Button } from '@mantine/core'
import { useState } from 'react'
import { useIdentity, useOffline, useSession } from '../../../engine/react'
import type { Me } from '../../../domain/user/me'
import { accountTexts } from '../../../texts/account'
import { useEdition, useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import styles from '../account.module.css'
import { EnrolDialog } from './EnrolDialog'
import { ReauthenticateDialog } from './ReauthenticateDialog'
import { useProblemText } from '../../../ui/problem'

type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'starting' }
  | { readonly name: 'failed'; readonly message: string }
  | { readonly name: 'reauthenticate' }
  | { readonly name: 'enrol'; readonly secret: string; readonly uri: string }
  | { readonly name: 'enrolled' }

/** Turning the second factor on. Taking it off is an admin's (P172). */
export function SecuritySection({ me }: { readonly me: Me }) {
  const say = useProblemText()
  const t = accountTexts(useEdition()).security
  const words = useTexts().ui.blocked
  const offline = useOffline()
  const identity = useIdentity()
  const { refreshMe } = useSession()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const on = me.enrolledInTotpMfa || step.name === 'enrolled'
  // Also where it is on as far as is known: with Firebase it may have been taken off elsewhere.
  const mayTurnOn = !on || (me.lacksSecondFactor === true && step.name !== 'enrolled')

  const start = async (password: string) => {
    setStep({ name: 'starting' })
    const result = await identity.startTotpEnrolment(password)
    switch (result.kind) {
      case 'started':
        return setStep({ name: 'enrol', secret: result.secret, uri: result.uri })
      case 'IncorrectPassword':
      case 'RequiresReauthentication':
        return setStep({ name: 'reauthenticate' })
      default:
        return setStep({ name: 'failed', message: say(result.problem) })
    }
  }
  const close = () => setStep({ name: 'idle' })

  return (
    <section className={styles['section']} aria-labelledby="security-heading">
      <h2 id="security-heading">{t.heading}</h2>
      <p className={styles['state']}>
        <strong>{t.twoFactor}</strong> <span>{on ? t.on : t.off}</span>
      </p>
      {step.name === 'enrolled' && <Banner kind="info">{t.enrolled}</Banner>}
      {step.name === 'failed' && (
        <Banner kind="danger" title={t.failed}>
          {step.message}
        </Banner>
      )}
      <p className={styles['quiet']}>{on ? t.onBody : t.lead}</p>
      {on && <p className={styles['quiet']}>{t.lost}</p>}
      {mayTurnOn && offline && <p className={styles['quiet']}>{words.offline}</p>}
      {mayTurnOn && (
        <div className={styles['actions']}>
          <Button
            onClick={() => setStep({ name: 'reauthenticate' })}
            loading={step.name === 'starting'}
            disabled={offline}
          >
            {t.turnOn}
          </Button>
        </div>
      )}
      {step.name === 'reauthenticate' && (
        <ReauthenticateDialog onDone={(password) => void start(password)} onClose={close} />
      )}
      {step.name === 'enrol' && (
        <EnrolDialog
          secret={step.secret}
          uri={step.uri}
          onReauthenticate={() => setStep({ name: 'reauthenticate' })}
          onClose={close}
          onEnrolled={async () => {
            // The device keeps that nothing is lacking before it is said: the next page reads it.
            await refreshMe()
            setStep({ name: 'enrolled' })
          }}
        />
      )}
    </section>
  )
}
