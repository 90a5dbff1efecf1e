import { sql } from 'kysely'
import type {
  ChatMessage,
  ChatParticipant,
  NamedReference,
  Person,
} from '../../../schema/generated/resolvers'
import { chatMessageSchema } from '../../../src/domain/chat/chat'
import type { Trx } from '../../db/database'
import { asColumns, plainFields } from '../../db/plain-fields'
import { nextRevision } from '../../db/revision'
import type { Counted } from '../../engine/subject-parts'

const plain = plainFields(
  chatMessageSchema,
  'message',
  'createdById',
  'isFromPatient',
  'createdBy',
  'organization',
)
const selectMessages = (trx: Trx) =>
  trx.selectFrom('chat_message as m').select([
    ...plain.from('m'),
    'm.author_id',
    'm.text',
    sql<Person>`case when m.author_id is null
        then (select jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from patient p where p.id = m.patient_id)
        else app_person(m.author_id) end`.as('author'),
    sql<NamedReference>`app_named_organization(m.organization_id)`.as('organization'),
  ])
type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

const messageOf = (row: MessageRow): ChatMessage => ({
  ...plain.of(row),
  message: row.text,
  createdById: row.author_id ?? row.patientId,
  isFromPatient: row.author_id === null,
  createdBy: row.author,
  organization: row.organization,
})

/** Which of a patient's messages are asked for; instants are ISO 8601. */
export interface ChatRange {
  readonly since: string | null
  readonly before: string | null
  readonly take: number
}

/** The newest messages of a range, newest last. Those of its first instant are all among them. */
export async function newestMessages(
  trx: Trx,
  patientId: string,
  { since, before, take }: ChatRange,
): Promise<readonly ChatMessage[]> {
  const rows = await selectMessages(trx)
    .where('m.patient_id', '=', patientId)
    .$if(since !== null, (query) => query.where('m.created_at', '>=', since ?? ''))
    .$if(before !== null, (query) => query.where('m.created_at', '<', before ?? ''))
    .orderBy('m.created_at', 'desc')
    .fetch(take, 'with ties')
    .execute()
  return rows
    .map(messageOf)
    .toSorted((a, b) =>
      a.createdAt === b.createdAt ? a.revision - b.revision : a.createdAt < b.createdAt ? -1 : 1,
    )
}

/** Messages by id; ids that are not visible are left out. */
export const messagesById = async (
  trx: Trx,
  ids: readonly string[],
): Promise<readonly ChatMessage[]> =>
  ids.length === 0
    ? []
    : (await selectMessages(trx).where('m.id', 'in', ids).execute()).map(messageOf)

/** How many messages there are, and when the newest came. */
export async function chatTotals(
  trx: Trx,
  patientId: string,
): Promise<{ readonly total: number; readonly last: string | null }> {
  const { total, last } = await trx
    .selectFrom('chat_message')
    .select([sql<number>`count(*)::int`.as('total'), ({ fn }) => fn.max('created_at').as('last')])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return { total, last: last ?? null }
}

/** The patient, then every member of staff who wrote, in the order of their first message. */
export async function participantsOf(
  trx: Trx,
  patientId: string,
): Promise<readonly ChatParticipant[]> {
  const patient = await trx
    .selectFrom('patient')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', patientId)
    .executeTakeFirst()
  const staff = await trx
    .selectFrom('chat_message')
    .select(({ fn }) => [
      sql<Person | null>`app_person(author_id)`.as('person'),
      fn.min('revision').as('first'),
    ])
    .where('patient_id', '=', patientId)
    .where('author_id', 'is not', null)
    .groupBy('author_id')
    .orderBy('first')
    .execute()
  return [
    ...(patient === undefined
      ? []
      : [
          {
            id: patient.id,
            firstName: patient.first_name,
            lastName: patient.last_name,
            isPatient: true,
          },
        ]),
    ...staff.flatMap(({ person }) =>
      person === null
        ? []
        : [
            {
              id: person.id,
              firstName: person.firstName ?? null,
              lastName: person.lastName ?? null,
              isPatient: false,
            },
          ],
    ),
  ]
}

/** Whether the acting organisation has the patient admitted now. */
export const isAdmittedHere = async (trx: Trx, patientId: string): Promise<boolean> =>
  (
    await sql<{ here: boolean }>`select place.admitted_by_own as here
      from app_patient_place(${patientId}) as place`.execute(trx)
  ).rows.some(({ here }) => here)

/** What a new message holds; instants are ISO 8601. */
export interface NewMessage {
  readonly id: string
  readonly organizationId: string
  readonly patientId: string
  readonly text: string
  readonly capturedAt: string
  readonly createdAt: string
  /** Who wrote it; the patient's app by the id and the hash of what it sent. */
  readonly by:
    { readonly authorId: string } | { readonly sourceId: string; readonly payloadHash: string }
}

/** Writes a message. @returns false where an id of it is taken */
export async function insertMessage(trx: Trx, message: NewMessage): Promise<boolean> {
  const { by, ...kept } = message
  const written = await trx
    .insertInto('chat_message')
    .values({
      ...asColumns(kept),
      author_id: 'authorId' in by ? by.authorId : null,
      source_id: 'sourceId' in by ? by.sourceId : null,
      payload_hash: 'sourceId' in by ? by.payloadHash : null,
      revision: await nextRevision(trx, message.organizationId),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The revision of a patient's newest message; 0: there is none. */
export async function chatHead(trx: Trx, patientId: string): Promise<number> {
  const row = await trx
    .selectFrom('chat_message')
    .select(({ fn }) => fn.max('revision').as('head'))
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  return row?.head ?? 0
}

/** The ids of all messages of a patient. */
export const messageIds = async (trx: Trx, patientId: string): Promise<readonly string[]> =>
  (
    await trx.selectFrom('chat_message').select('id').where('patient_id', '=', patientId).execute()
  ).map(({ id }) => id)

/**
 * What a device lacks, at most `most` messages (1 or more): the new ones in order, then older ones,
 * newest first.
 * @param held null: nothing is held yet @param head where the chat was before anything was read
 */
export async function messagesSince(
  trx: Trx,
  patientId: string,
  held: Counted | null,
  head: number,
  most: number,
): Promise<{
  readonly held: Counted
  readonly messages: readonly ChatMessage[]
}> {
  if (head === 0) return { held: { v: 0, c: null }, messages: [] }
  const found = selectMessages(trx).where('m.patient_id', '=', patientId)
  const added =
    held === null || held.v >= head
      ? []
      : await found
          .where('m.revision', '>', held.v)
          .where('m.revision', '<=', head)
          .orderBy('m.revision')
          .limit(most)
          .execute()
  const isCut = added.length >= most
  const v = isCut ? (added.at(-1)?.revision ?? head) : head
  const oldest = held === null ? head + 1 : held.c
  const room = most - added.length
  if (oldest === null || room <= 0)
    return { held: { v, c: oldest }, messages: added.map(messageOf) }
  const older = await found
    .where('m.revision', '<', oldest)
    .orderBy('m.revision', 'desc')
    .limit(room)
    .execute()
  const c = older.length < room ? null : (older.at(-1)?.revision ?? null)
  return { held: { v, c }, messages: [...added, ...older].map(messageOf) }
}
