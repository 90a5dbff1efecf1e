import { useState } from 'react'
import type { InternalOrganization } from '../../data/internal'
import { internalTexts } from '../../texts/internal'
import { useEdition, useTexts } from '../../ui/edition'
import { Page } from '../../ui/layout'
import styles from './internal.module.css'
import { MailOutbox } from './parts/MailOutbox'
import { MailTroubles } from './parts/MailTroubles'
import { OrganizationPartners } from './parts/OrganizationPartners'
import { OrganizationIntegrations } from './parts/OrganizationIntegrations'
import { NobodyReached } from './parts/NobodyReached'
import { Organizations } from './parts/Organizations'
import { OrganizationUsers } from './parts/OrganizationUsers'

/** /admin, for internal staff: organisations, the users of one of them, and emails. */
export function AdminScreen() {
  const t = internalTexts(useEdition())
  const [shown, setShown] = useState<InternalOrganization | null>(null)
  return (
    <Page title={useTexts().doors.admin}>
      <p className={styles['quiet']}>{t.subtitle}</p>
      <NobodyReached />
      <Organizations onShow={setShown} />
      {shown !== null && <OrganizationUsers key={shown.id} organization={shown} />}
      {shown !== null && shown.type !== 'internal' && (
        <>
          <OrganizationPartners key={`partners ${shown.id}`} organization={shown} />
          <OrganizationIntegrations key={`integrations ${shown.id}`} organization={shown} />
        </>
      )}
      <MailTroubles />
      <MailOutbox />
    </Page>
  )
}
