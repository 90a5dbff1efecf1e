import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useSession } from '../../engine/react'
import { may } from '../../domain/access/may'
import { welcomeTexts } from '../../texts/welcome'
import { useEdition } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import styles from './WelcomeScreen.module.css'

/** The first-use page (P050, P051). */
export function WelcomeScreen() {
  const t = welcomeTexts(useEdition())
  const { me, principal } = useSession()
  if (!me || !principal) return null
  const organization = me.actingOrganization.name
  return (
    <Page
      narrow
      title={me.firstName ? t.greetingNamed(me.firstName, organization) : t.greeting(organization)}
    >
      <p className={styles['lead']}>{t.lead}</p>
      <div className={styles['actions']}>
        {may(principal, 'virtual-ward.view') && (
          <Button component={Link} to={paths.virtualWard()}>
            {t.toWard}
          </Button>
        )}
        {may(principal, 'profile.update') && (
          <Button component={Link} to={paths.account()} variant="default">
            {t.toAccount}
          </Button>
        )}
      </div>
    </Page>
  )
}
