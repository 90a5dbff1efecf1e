import { sql } from 'kysely'
import type { Conflict, ContactInput, Person } from '../../../schema/generated/resolvers'
import {
  changedContact,
  contactParts,
  contactWords,
  judgeContact,
  type Contact,
  type ContactPart,
  type WantedContact,
} from '../../../src/domain/patient/contact'
import { conflict as refused, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { patientRow, requireReachable } from './edit'
import { readContact } from './register'
import { logPatientAction, requireForAdmission, takeCounters } from './registered'

/** What somebody wants a patient's contact details to be. */
export interface ContactChange {
  readonly patientId: string
  readonly newContact: ContactInput
  /** null: nobody looked, both are replaced. */
  readonly seen: ContactInput | null
}

const contactOf = ({ telephone, address }: ContactInput): Contact => ({
  telephone: telephone ?? null,
  address: address ?? null,
})

/** Who last changed one of these parts, and when; entries of earlier releases do not say which. */
const lastChange = ({ trx }: Scope, patientId: string, parts: readonly ContactPart[]) =>
  trx
    .selectFrom('action_log as l')
    .select(['l.at', sql<Person | null>`app_person(l.actor_id)`.as('author')])
    .where('l.patient_id', '=', patientId)
    .where('l.action', 'in', ['updatePatient', 'updatePatientContactDetails'])
    .where(
      sql<boolean>`(l.details->'fields' is null or l.details->'fields' ?| ${[...parts]}::text[])`,
    )
    .orderBy('l.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

const conflictOf = async (
  scope: Scope,
  patientId: string,
  { newContact, seen }: WantedContact,
  now: Contact,
  parts: readonly ContactPart[],
): Promise<Conflict> => {
  const last = await lastChange(scope, patientId, parts)
  return {
    fields: parts.map((part) => ({
      name: part,
      before: contactWords(part, seen),
      yours: contactWords(part, newContact),
      theirs: contactWords(part, now),
    })),
    changedBy: last?.author ?? null,
    changedAt: last?.at ?? null,
  }
}

/**
 * Changes what its author changed of telephone and address. What somebody else made another since
 * they looked stays, and is told.
 * @returns the patient's revision, and the versions to choose from of what was not done.
 * @throws NOT_FOUND, BAD_USER_INPUT naming the fields, CONFLICT (KEPT_ELSEWHERE)
 */
export async function changeContact(
  scope: Scope,
  { patientId, newContact, seen }: ContactChange,
): Promise<{ readonly revision: number; readonly conflict: Conflict | null }> {
  const { trx, acting } = scope
  // Written while the record was open, it is judged as of then.
  if (scope.openedThen !== patientId) await requireForAdmission(scope, patientId)
  const given = contactOf(newContact)
  const touched =
    seen === null ? contactParts : changedContact({ newContact: given, seen: contactOf(seen) })
  const ofTouched = (from: ContactInput) =>
    Object.fromEntries(touched.map((part) => [part, from[part]]))
  const read = { ...given, ...ofTouched(await readContact(scope, ofTouched(newContact))) }
  // As it is kept, what was typed may be what was seen.
  const wanted = seen === null ? null : { newContact: read, seen: contactOf(seen) }
  const changed = wanted === null ? contactParts : changedContact(wanted)
  const before = await patientRow(scope, patientId)
  if (before === undefined) throw notFound()
  // The lock: of two at once the second sees the first.
  await takeCounters(scope, [before.organization_id])
  const {
    rows: [kept],
  } = await sql<{ by: string | null }>`select app_patient_keeper(${patientId}) as by`.execute(trx)
  if (kept?.by !== acting.organizationId)
    throw refused('KEPT_ELSEWHERE', 'Another organisation keeps the details of this patient')
  const now = (await patientRow(scope, patientId)) ?? before
  const verdicts = changed.map((part) => ({
    part,
    verdict: wanted === null ? 'apply' : judgeContact(part, wanted, now),
  }))
  const partsOf = (sought: string): readonly ContactPart[] =>
    verdicts.flatMap(({ part, verdict }) => (verdict === sought ? [part] : []))
  const applied = partsOf('apply')
  const after: Contact = {
    ...contactOf(now),
    ...Object.fromEntries(applied.map((part) => [part, read[part]])),
  }
  const { telephone, address } = after
  const fields = applied.filter((part) => contactWords(part, after) !== contactWords(part, now))
  if (fields.length > 0) {
    await requireReachable(scope, patientId, after, 'newContact.')
    await sql`select app_change_contact(${patientId}, ${telephone}, ${address === null ? null : JSON.stringify(address)}::jsonb)`.execute(
      trx,
    )
    // Values stay with the record. Of what was not done the conflict has an entry of its own.
    await logPatientAction(scope, 'updatePatientContactDetails', patientId, { details: { fields } })
  }
  const open = partsOf('conflict')
  return {
    revision: (await patientRow(scope, patientId))?.revision ?? now.revision,
    conflict:
      wanted === null || open.length === 0
        ? null
        : await conflictOf(scope, patientId, wanted, now, open),
  }
}
