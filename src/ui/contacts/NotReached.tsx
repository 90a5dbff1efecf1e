import { Link } from 'react-router-dom'
import type { Alert } from '../../domain/alerts/alert'
import { timesUnanswered, unansweredSince } from '../../domain/contact/contact'
import type { Patient } from '../../domain/patient/patient'
import { contactsTexts } from '../../texts/contacts'
import { useMay, usePrincipal } from '../access'
import { useEdition } from '../edition'
import { Banner } from '../feedback'
import { paths } from '../paths'
import { useNow } from '../time'
import styles from './contacts.module.css'

/** What the ward does where nobody answered twice in a row or more; nothing where somebody did. */
export function NotReached({
  record,
  alerts,
}: {
  readonly record: Patient
  /** Those that are open. */
  readonly alerts: readonly Alert[]
}) {
  const t = contactsTexts(useEdition()).notReached
  const mayWrite = useMay('ward.edit')
  const organizationId = usePrincipal()?.organizationId
  const times = timesUnanswered(record, unansweredSince(alerts, useNow()))
  if (times === 0) return null
  const { wardAdmission: admission, noAnswerProcedure: procedure } = record
  const isOwn =
    admission?.organization === undefined || admission.organization.id === organizationId
  return (
    <Banner title={t.title(times)}>
      {admission === null ? (
        t.noWard
      ) : procedure === null ? (
        <>
          {t.none} {mayWrite && isOwn && <Link to={paths.wards()}>{t.write}</Link>}
        </>
      ) : (
        <>
          {t.of(admission.ward.name)}
          <span className={styles['procedure']} dir="auto">
            {procedure}
          </span>
        </>
      )}
    </Banner>
  )
}
