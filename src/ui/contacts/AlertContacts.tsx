import type { Alert } from '../../domain/alerts/alert'
import { contactsSince, unansweredSince } from '../../domain/contact/contact'
import type { Patient } from '../../domain/patient/patient'
import { contactsTexts } from '../../texts/contacts'
import { useEdition } from '../edition'
import { useNow } from '../time'
import { ContactLines } from './ContactLines'
import { NotReached } from './NotReached'

/** Who was called and visited in the last day, or since the first of the open alerts was raised, and what is done where nobody answered. */
export function AlertContacts({
  record,
  alerts,
}: {
  readonly record: Patient
  readonly alerts: readonly Alert[]
}) {
  const t = contactsTexts(useEdition())
  const contacts = contactsSince(record, unansweredSince(alerts, useNow()))
  if (contacts.length === 0) return null
  return (
    <section>
      <NotReached record={record} alerts={alerts} />
      <h3>{t.latest}</h3>
      <ContactLines row={record} contacts={contacts} label={t.latest} />
    </section>
  )
}
