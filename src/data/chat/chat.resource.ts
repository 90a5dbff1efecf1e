import { chatMessageSchema, type ChatMessage } from '../../domain/chat/chat'
import { subjectScope } from '../../domain/sync/scopes'
import { defineScoped, type Shown } from '../../engine/define'

export interface PatientChatParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

/** By when the server had it; what waits is the newest. */
const oldestFirst = (a: Shown<ChatMessage>, b: Shown<ChatMessage>): number =>
  Number(a.waiting !== undefined) - Number(b.waiting !== undefined) ||
  Date.parse(a.createdAt) - Date.parse(b.createdAt) ||
  a.revision - b.revision ||
  (a.id < b.id ? -1 : 1)

/** The chat with a patient, newest last, waiting and refused messages behind it. */
export const patientChat = defineScoped({
  name: 'patientChat',
  table: 'chatMessage',
  row: (value) => chatMessageSchema.parse(value),
  index: (row) => ({ subjectId: row.patientId, at: Date.parse(row.createdAt) }),
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  entity: 'ChatMessage',
  scope: ({ patientId }: PatientChatParams) => subjectScope(patientId),
  before: ({ before }) => before,
  arrange: (rows: readonly Shown<ChatMessage>[], _params, { pulled }) => ({
    rows: rows.toSorted(oldestFirst),
    total: pulled?.isWhole === true ? rows.length : null,
    arrangedBy: 'server' as const,
  }),
  staleAfterMs: 60_000,
  olderParams: ({ patientId }, rows: readonly Shown<ChatMessage>[], total) => {
    const oldest = rows.find((row) => row.waiting === undefined)
    return oldest === undefined || (total !== null && rows.length >= total)
      ? null
      : { patientId, before: oldest.createdAt }
  },
})
