import { sql } from 'kysely'
import { chatIngestSchema, chatReadSchema, type ChatIngest } from '../../src/domain/chat/chat'
import {
  chatTotals,
  insertMessage,
  isAdmittedHere,
  newestMessages,
  type NameChannel,
} from '../areas/chat'
import type { Database, Trx } from '../db/database'
import { invalidBody, patientNotFound, Refusal } from './refusal'
import type { Storage } from './store-once'
import { requireSpan } from './time-span'

export const chatSchema = chatIngestSchema

/** Messages in one answer. */
const pageOfMessages = 100

/**
 * Whether the organisation chats, and whether it has somebody who reads what this patient writes.
 * @throws Refusal 404 for a foreign patient, 409 where the organisation has no chat
 */
const requireChat = async (trx: Trx, patientId: string): Promise<{ readonly isOpen: boolean }> => {
  const { rows } = await sql<{ features: Readonly<Record<string, boolean>> }>`select o.features
    from organization o, app_patient_place(${patientId})
    where o.id = current_setting('app.organization', true)`.execute(trx)
  const features = rows[0]?.features
  if (features === undefined) throw patientNotFound()
  if (features['patientChat'] !== true)
    throw new Refusal(409, 'CHAT_OFF', 'This organisation has no patient chat. Nothing was stored.')
  return { isOpen: features['wards'] !== true || (await isAdmittedHere(trx, patientId)) }
}

/** Messages of patients, from their app. */
export const chatStorage: Storage<ChatIngest, null> = {
  kind: 'chat-message',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx
      .selectFrom('chat_message')
      .select(['id', 'patient_id', 'created_at', 'payload_hash'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
    return row === undefined
      ? null
      : {
          id: row.id,
          patientId: row.patient_id,
          receivedAt: row.created_at,
          payloadHash: row.payload_hash ?? '',
          more: {},
        }
  },
  prepare: async (trx, item, nowMs) => {
    requireSpan({ startedAt: item.sentAt, endedAt: item.sentAt }, nowMs, {
      start: 'sentAt',
      end: 'sentAt',
    })
    const { isOpen } = await requireChat(trx, item.patientId)
    if (!isOpen)
      throw new Refusal(
        409,
        'CHAT_CLOSED',
        'The patient is not admitted here: nobody would read it. Nothing was stored.',
      )
    return null
  },
  insert: async (trx, base, item) =>
    (await insertMessage(trx, {
      id: base.id,
      organizationId: base.organization_id,
      patientId: item.patientId,
      text: item.message,
      capturedAt: item.sentAt < base.received_at ? item.sentAt : base.received_at,
      createdAt: base.received_at,
      by: { sourceId: base.source_id, payloadHash: base.payload_hash },
    }))
      ? {}
      : null,
}

/**
 * The conversation as a patient's app may show it: the newest 100 messages since an instant, newest
 * last.
 * @throws Refusal
 */
export const readChat = async (
  database: Database,
  nameChannel: NameChannel,
  organizationId: string,
  raw: unknown,
): Promise<Readonly<Record<string, unknown>>> => {
  const parsed = chatReadSchema.safeParse(raw)
  if (!parsed.success) throw invalidBody(parsed.error)
  const { patientId, since } = parsed.data
  return database.asOrganization(organizationId, async (trx) => {
    const { isOpen } = await requireChat(trx, patientId)
    const { total, last } = await chatTotals(trx, patientId)
    const messages = await newestMessages(trx, patientId, {
      since: since ?? null,
      before: null,
      take: pageOfMessages,
    })
    return {
      channel: nameChannel(patientId, organizationId),
      isOpen,
      totalMessages: total,
      lastMessageDate: last,
      messages: messages.map(
        ({ id, message, capturedAt, createdAt, isFromPatient, createdBy }) => ({
          id,
          message,
          // Before createdAt where it waited on a device: it may not know what was said meanwhile.
          writtenAt: capturedAt,
          createdAt,
          isFromPatient,
          // To the patient the staff are who they say they are, not their addresses.
          createdBy: { firstName: createdBy.firstName, lastName: createdBy.lastName },
        }),
      ),
    }
  })
}
