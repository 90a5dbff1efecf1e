import { may } from '../../domain/access/may'
import { useSession } from '../../engine/react'
import { accountTexts } from '../../texts/account'
import { useEdition, useTexts } from '../../ui/edition'
import { Page } from '../../ui/layout'
import styles from './account.module.css'
import { CallsSection } from './parts/CallsSection'
import { FactorDuty } from './parts/FactorDuty'
import { LinkCard } from './parts/LinkCard'
import { InvitationsSection } from './parts/InvitationsSection'
import { ProfileCard } from './parts/ProfileCard'
import { SecuritySection } from './parts/SecuritySection'
import { SessionsSection } from './parts/SessionsSection'
import { ToolbarSection } from './parts/ToolbarSection'

/** /account: the profile, the second factor (P168 to P172), the clinical toolbar, and where the user is signed in. */
export function AccountScreen() {
  const t = accountTexts(useEdition())
  const title = useTexts().shell.userMenu.account
  const { me, principal } = useSession()
  if (!me || !principal) return null
  const isLacking = me.lacksSecondFactor === true
  return (
    <Page narrow title={title}>
      {isLacking && <FactorDuty me={me} />}
      <p className={styles['quiet']}>{t.subtitle}</p>
      {!isLacking && may(principal, 'invitation.answer') && <InvitationsSection />}
      {!isLacking && (me.sharedRecord == null ? <ProfileCard me={me} /> : <LinkCard me={me} />)}
      {!isLacking && may(principal, 'call.receive') && <CallsSection />}
      {principal.kind === 'user' && <SecuritySection me={me} />}
      {!isLacking && may(principal, 'identity.link') && (
        <ToolbarSection me={me} principal={principal} />
      )}
      {principal.kind === 'user' && <SessionsSection />}
    </Page>
  )
}
