import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../../engine/react'
import { may } from '../../domain/access/may'
import { welcomeTexts } from '../../texts/welcome'
import { useDetail } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { SlotPanel, useSlots } from '../../ui/slots'
import styles from './WelcomeScreen.module.css'

/** Adding several patients at once, for who may, and its dialog (P052, P053, O109). */
function AddPatients() {
  const t = welcomeTexts(useEdition())
  const dialog = useDetail('dialog')
  const slot = useSlots('patientListDialogs').find(({ id }) => id === 'bulk-add-patients')
  if (slot === undefined) return null
  return (
    <>
      <Button variant="default" onClick={() => dialog.open(slot.id)}>
        {t.addPatients}
      </Button>
      <Button variant="default" component="a" href={paths.importTemplate()} download>
        {t.template}
      </Button>
      {dialog.id === slot.id && (
        <Suspense>
          <SlotPanel slot={slot} props={{ onClose: dialog.close }} />
        </Suspense>
      )}
    </>
  )
}

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
        <AddPatients />
      </div>
    </Page>
  )
}
