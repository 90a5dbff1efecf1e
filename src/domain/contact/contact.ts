import { z } from 'zod'
import type { Alert } from '../alerts/alert'
import { personSchema } from '../organization/organization'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import type { WaitingCommand } from '../sync/waiting-command'
import { textOf } from '../text/text-of'

/** How each kind of contact may end. */
export const contactOutcomes = {
  call: ['spokenTo', 'noAnswer', 'leftMessage'],
  visit: ['seen', 'notAtHome'],
} as const
export const contactKinds = ['call', 'visit'] as const
export type ContactKind = (typeof contactKinds)[number]
/** Who was called or visited. */
export const contactPersons = ['patient', 'carer', 'other'] as const
export type ContactPerson = (typeof contactPersons)[number]
const outcomes = [...contactOutcomes.call, ...contactOutcomes.visit] as const
export type ContactOutcome = (typeof outcomes)[number]

/** Characters of a note at most. */
export const longestContactNote = 500
const mostAlerts = 50

/** A call or a visit about a patient, and what came of it. None is ever changed. */
export const patientContactSchema = z.object({
  id: z.string(),
  /** call or visit. */
  kind: z.enum(contactKinds),
  /** patient, carer (or a relative) or other. */
  withWhom: z.enum(contactPersons),
  /** alertResolved: an alert was resolved by it, and the alert says so. */
  outcome: z.enum([...outcomes, 'alertResolved']),
  note: z.string().nullable(),
  /** The alerts that it answers. */
  alertIds: z.array(z.string()),
  /** When it was recorded, by the author's device. */
  capturedAt: z.string(),
  createdBy: personSchema.nullable(),
})
export type PatientContact = z.infer<typeof patientContactSchema>

/** Whether a contact of this kind may end so. */
const isOutcomeOf = (kind: ContactKind, outcome: string): boolean =>
  contactOutcomes[kind].some((one) => one === outcome)

const input = z
  .object({
    patientId: z.string().min(1),
    kind: z.enum(contactKinds),
    withWhom: z.enum(contactPersons),
    outcome: z.enum(outcomes),
    note: textOf(longestContactNote).nullable(),
    /** Those that were open when it was recorded. */
    alertIds: z.array(z.string().min(1)).max(mostAlerts),
  })
  .refine(({ kind, outcome }) => isOutcomeOf(kind, outcome), { path: ['outcome'] })
/** Records a call or a visit. Its id is the command's. */
export const recordContact = {
  name: 'recordContact',
  version: 1,
  action: 'contact.record',
  input,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>

/** The part of a row that changes, as `unsent` names it. */
export const contactsPart = 'contacts'

interface WithContacts {
  readonly contacts: readonly PatientContact[]
}

/** Contacts since an instant (epoch milliseconds), the newest first. */
export const contactsSince = (
  { contacts }: WithContacts,
  sinceMs: number,
): readonly PatientContact[] =>
  contacts
    .filter(({ capturedAt }) => Date.parse(capturedAt) >= sinceMs)
    .toSorted(
      (a, b) => Date.parse(b.capturedAt) - Date.parse(a.capturedAt) || (a.id < b.id ? -1 : 1),
    )

const unanswered: readonly PatientContact['outcome'][] = ['noAnswer', 'leftMessage', 'notAtHome']
/** After so many contacts without an answer the ward has a procedure. */
const enough = 2
const dayMs = 24 * 3_600_000

/**
 * Since when contacts without an answer count, epoch milliseconds: the last day, and longer where an
 * open alert was raised before that. A new alert hides none that was there before it.
 */
export const unansweredSince = (
  alerts: readonly Pick<Alert, 'startedAt' | 'triggers'>[],
  nowMs: number,
): number =>
  Math.min(
    nowMs - dayMs,
    ...alerts.flatMap(({ startedAt, triggers }) =>
      triggers.length === 0
        ? [Date.parse(startedAt)]
        : triggers.map((one) => Date.parse(one.raisedAt ?? one.startedAt)),
    ),
  )

/** How often in a row nobody answered, up to now; 0: the last time somebody did, or it was once. */
export const timesUnanswered = (row: WithContacts, sinceMs: number): number => {
  // What anybody else says is not that the patient was reached, or was not.
  const newest = contactsSince(row, sinceMs).filter(({ withWhom }) => withWhom !== 'other')
  const answered = newest.findIndex(({ outcome }) => !unanswered.includes(outcome))
  const times = answered === -1 ? newest.length : answered
  return times < enough ? 0 : times
}

/** A contact of the user's own over a row of the server. @param waiting null: the server has it */
export const layContact = <Row extends WithContacts>(
  row: Row,
  contact: PatientContact,
  waiting: Waiting | null,
): Row => {
  if (row.contacts.some(({ id }) => id === contact.id)) return row
  const laid = { ...row, contacts: [...row.contacts, contact] }
  if (waiting === null) return laid
  // What was refused is not shown as if it were so.
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? laid : row, {
    ...waiting,
    part: contactsPart,
    wanted: contact.id,
    theirs: null,
    isShown,
  })
}
