import { internalTexts } from '../../texts/internal'
import { useEdition, useTexts } from '../../ui/edition'
import { Page } from '../../ui/layout'
import styles from './internal.module.css'
import { MailOutbox } from './parts/MailOutbox'
import { OrganizationUsers } from './parts/OrganizationUsers'

/** /admin, for internal staff: the kept emails, and the users of an organisation. */
export function AdminScreen() {
  const t = internalTexts(useEdition())
  return (
    <Page title={useTexts().doors.admin}>
      <p className={styles['quiet']}>{t.subtitle}</p>
      <MailOutbox />
      <OrganizationUsers />
    </Page>
  )
}
