import { Loader } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useConnection, useSession } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import styles from './card.module.css'
import { ConsentBanner } from './parts/ConsentBanner'
import { CredentialsForm } from './parts/CredentialsForm'
import { OneTimeCodeForm } from './parts/OneTimeCodeForm'
import { UnlockForm } from './parts/UnlockForm'
import { useSignIn } from './use-sign-in'

/** Few see it: nobody else waits for it. */
const Invited = lazy(() =>
  import('./parts/Invited').then((module) => ({ default: module.Invited })),
)

/** Those alone whom a toolbar sent. */
const FromToolbar = lazy(() =>
  import('./parts/FromToolbar').then((module) => ({ default: module.FromToolbar })),
)

/** /login: PageLoad, TokenLogin, UsernamePassword, OneTimePassword (P089), Invited; offline Unlock. */
export function LoginScreen() {
  const t = useTexts().signIn
  const [params] = useSearchParams()
  const { state, signIn, verify, enter, otherAccount, asksAbout, fromToolbar } = useSignIn(
    params.get('linkedIdentityToken'),
    params.get('actingOrganizationId'),
  )
  const { locked } = useSession()
  const { state: connection } = useConnection()
  const [isSomebodyElse, setSomebodyElse] = useState(false)
  const mayUnlock =
    locked !== null && connection === 'offline' && state.name === 'UsernamePassword' && !state.busy
  return (
    <div className={styles['column']} data-state={state.name}>
      {state.name === 'OneTimePassword' ? (
        <OneTimeCodeForm
          busy={state.busy}
          wrongCode={state.wrongCode}
          alert={state.alert}
          onVerify={verify}
          onOtherAccount={otherAccount}
        />
      ) : state.name === 'Invited' ? (
        <Suspense>
          <Invited onAccepted={enter} onOtherAccount={otherAccount} />
        </Suspense>
      ) : asksAbout !== null ? (
        <Suspense>
          <FromToolbar identity={asksAbout} onAnswer={fromToolbar} />
        </Suspense>
      ) : mayUnlock && !isSomebodyElse ? (
        <UnlockForm locked={locked} onSomebodyElse={() => setSomebodyElse(true)} />
      ) : state.name === 'UsernamePassword' ? (
        <>
          <CredentialsForm
            busy={state.busy}
            incorrectPassword={state.incorrectPassword}
            alert={state.alert}
            isAskedFor={isSomebodyElse}
            onSubmit={signIn}
          />
          {mayUnlock && (
            <button type="button" className={styles['link']} onClick={() => setSomebodyElse(false)}>
              {t.unlock.back(locked.email)}
            </button>
          )}
        </>
      ) : (
        <>
          <h1>{t.heading}</h1>
          <output className={styles['waiting']}>
            <Loader size="sm" aria-hidden />
            {state.name === 'PageLoad' ? t.starting : t.signingInWithLink}
          </output>
        </>
      )}
      <ConsentBanner />
    </div>
  )
}
