import { contactsPart, type PatientContact } from '../../domain/contact/contact'
import { contactSaid } from '../../domain/contact/words'
import { formatStaffName } from '../../domain/identity'
import { allUnsentOf } from '../../domain/sync/unsent'
import { formatMoment } from '../../domain/time'
import { contactsTexts } from '../../texts/contacts'
import { UnsentMark } from '../clinical'
import { useEdition } from '../edition'
import { useNow } from '../time'
import styles from './contacts.module.css'

/** Calls and visits, one in a line with who and when, in the order in which they come. */
export function ContactLines({
  row,
  contacts,
  label,
}: {
  /** The row that says which of them are not sent. */
  readonly row: object
  readonly contacts: readonly PatientContact[]
  readonly label: string
}) {
  const edition = useEdition()
  const t = contactsTexts(edition)
  const now = useNow()
  return (
    <ul className={styles['contacts']} aria-label={label}>
      {contacts.map((contact) => (
        <li key={contact.id}>
          <strong>{contactSaid(contact, edition)}</strong>
          <span className={styles['quiet']}>
            {[
              t.by(
                formatStaffName(contact.createdBy),
                formatMoment(Date.parse(contact.capturedAt), now, edition),
              ),
              ...(contact.alertIds.length === 0 ? [] : [t.alerts(contact.alertIds.length)]),
            ].join(' · ')}
          </span>
          {contact.note !== null && (
            <span className={styles['note']} dir="auto">
              {contact.note}
            </span>
          )}
          <UnsentMark
            compact
            unsent={
              allUnsentOf(row, contactsPart).find(({ wanted }) => wanted === contact.id) ?? null
            }
          />
        </li>
      ))}
    </ul>
  )
}
