import { randomUUID } from 'node:crypto'
import type {
  ChatMessage,
  MutationSendChatMessageArgs,
  PatientChat,
  QueryPatientChatArgs,
} from '../../../schema/generated/resolvers'
import { chatTextSchema } from '../../../src/domain/chat/chat'
import { isoNow } from '../../clock'
import { badInput, conflict, forbidden, notFound } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import {
  chatTotals,
  insertMessage,
  isAdmittedHere,
  messagesById,
  newestMessages,
  participantsOf,
} from './repository'

/** Names the channel of a chat: an HMAC under the server's key, without an id in it (K14). */
export type NameChannel = (patientId: string, organizationId: string) => string

const isOpen = async ({ trx, acting }: Scope, patientId: string): Promise<boolean> =>
  !acting.principal.features.has('wards') || isAdmittedHere(trx, patientId)

/** Who reads a record in an emergency is no party of the chat. */
async function requireParty(scope: Scope, patientId: string): Promise<void> {
  if ((await requirePatient(scope, patientId)).endsAt !== null)
    throw forbidden('This record is open in an emergency, and its chat is not')
}

/** Query fields of schema/chat.graphql. */
export const createChatQueries = (nameChannel: NameChannel) => ({
  async patientChat(scope: Scope, args: QueryPatientChatArgs): Promise<PatientChat> {
    const take = pageSize(args.take)
    const { patientId } = args
    await requireParty(scope, patientId)
    const { trx } = scope
    const { total, last } = await chatTotals(trx, patientId)
    return {
      channel: nameChannel(patientId, scope.acting.organizationId),
      messages: [
        ...(await newestMessages(trx, patientId, {
          since: args.sinceDate ?? null,
          before: args.before ?? null,
          take,
        })),
      ],
      participants: [...(await participantsOf(trx, patientId))],
      lastMessageDate: last,
      totalMessages: total,
      isOpen: await isOpen(scope, patientId),
      asOf: isoNow(scope.clock),
    }
  },
})

/** Mutation fields of schema/chat.graphql. */
export const chatMutations = {
  /** The id is the idempotency key; a request without one gets an id of ours. */
  async sendChatMessage(scope: Scope, args: MutationSendChatMessageArgs): Promise<ChatMessage> {
    const text = chatTextSchema.safeParse(args.message)
    if (!text.success)
      throw badInput(text.error.issues.map(({ message }) => ({ path: 'message', message })))
    const patientId = args.PatientId
    await requirePatient(scope, patientId)
    if (!(await isOpen(scope, patientId)))
      throw conflict('CHAT_CLOSED', 'The patient is not admitted here: nobody would read it')
    const createdAt = isoNow(scope.clock)
    const captured = args.capturedAt ?? createdAt
    const id = scope.idempotencyKey ?? randomUUID()
    const isNew = await insertMessage(scope.trx, {
      id,
      organizationId: scope.acting.organizationId,
      patientId,
      text: text.data,
      // A clock that runs ahead writes nothing in the future.
      capturedAt: captured < createdAt ? captured : createdAt,
      createdAt,
      by: { authorId: scope.acting.userId },
    })
    if (!isNew) throw keyReused()
    await logged(scope, {
      action: 'sendChatMessage',
      entityType: 'chatMessage',
      entityId: id,
      patientId,
    })
    const [message] = await messagesById(scope.trx, [id])
    if (message === undefined) throw notFound()
    return message
  },
}

/** What a repeat of a mutation is answered with. */
export const chatRereads = {
  async sendChatMessage(
    scope: Scope,
    { PatientId }: MutationSendChatMessageArgs,
    { id }: Kept,
  ): Promise<ChatMessage> {
    await requirePatient(scope, PatientId)
    const [message] = await messagesById(scope.trx, id === null ? [] : [id])
    if (message === undefined) throw notFound()
    return message
  },
}
