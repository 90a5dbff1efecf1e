import { PatientChatDocument } from '../../../schema/generated/documents/chat'
import { chatMessageSchema, type ChatMessage } from '../../domain/chat/chat'
import { subjectScope } from '../../domain/sync/scopes'
import { defineResource, goneFromTimeline, type Shown } from '../../engine/define'
import { readChat } from './chat.wire'

export interface PatientChatParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

const take = 50

/** By when the server had it; what waits is the newest. */
const oldestFirst = (a: Shown<ChatMessage>, b: Shown<ChatMessage>): number =>
  Number(a.waiting !== undefined) - Number(b.waiting !== undefined) ||
  Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
  a.revision - b.revision ||
  (a.id < b.id ? -1 : 1)

/** The chat with a patient, newest last, waiting and refused messages behind it. */
export const patientChat = defineResource({
  name: 'patientChat',
  table: 'chatMessage',
  document: PatientChatDocument,
  variables: ({ patientId, before }: PatientChatParams) => ({ patientId, take, before }),
  transport: { batch: true },
  wire: readChat,
  row: (value) => chatMessageSchema.parse(value),
  index: (row) => ({ subjectId: row.patientId, at: Date.parse(row.createdAt) }),
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  pulled: {
    entity: 'ChatMessage',
    scope: ({ patientId, before }) => (before === undefined ? subjectScope(patientId) : null),
  },
  arrange: (rows: readonly Shown<ChatMessage>[], _params, { receipt, pulled }) => {
    const waiting = rows.filter((row) => row.waiting !== undefined).length
    return {
      rows: rows.toSorted(oldestFirst),
      total:
        pulled?.isWhole === true
          ? rows.length
          : receipt?.total == null
            ? null
            : Math.max(receipt.total + waiting, rows.length),
      arrangedBy: 'server' as const,
    }
  },
  staleAfterMs: 60_000,
  gone: (kept, page, { before }) =>
    goneFromTimeline(kept, page, take, before === undefined ? null : Date.parse(before)),
  olderParams: ({ patientId }, rows: readonly Shown<ChatMessage>[], total) => {
    const oldest = rows.find((row) => row.waiting === undefined)
    return oldest === undefined || (total !== null && rows.length >= total)
      ? null
      : { patientId, before: oldest.createdAt }
  },
})
