import { Loader } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../ui/edition'
import styles from './card.module.css'
import { ConsentBanner } from './parts/ConsentBanner'
import { CredentialsForm } from './parts/CredentialsForm'
import { OneTimeCodeForm } from './parts/OneTimeCodeForm'
import { useSignIn } from './use-sign-in'

/** /login: PageLoad, TokenLogin, UsernamePassword, OneTimePassword (P089). */
export function LoginScreen() {
  const t = useTexts().signIn
  const [params] = useSearchParams()
  const { state, signIn, verify, otherAccount } = useSignIn(params.get('linkedIdentityToken'), params.get('actingOrganizationId'))
  return (
    <div className={styles['column']} data-state={state.name}>
      {state.name === 'OneTimePassword' ? (
        <OneTimeCodeForm busy={state.busy} wrongCode={state.wrongCode} alert={state.alert} onVerify={verify} onOtherAccount={otherAccount} />
      ) : state.name === 'UsernamePassword' ? (
        <CredentialsForm busy={state.busy} incorrectPassword={state.incorrectPassword} alert={state.alert} onSubmit={signIn} />
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
