import { z } from 'zod'
import { chatMessageSchema, chatTextSchema, type ChatMessage } from '../../domain/chat/chat'
import { sendChatMessage as shared } from '../../domain/chat/commands'
import { authorOf } from '../../domain/identity'
import { defineWaitingCommand, type PlanContext } from '../../engine/define'

const sendSchema = z.object({ patientId: shared.input.shape.patientId, message: chatTextSchema })

const waitingMessage = (
  { patientId, message }: z.infer<typeof sendSchema>,
  { id, now, me }: PlanContext,
): ChatMessage => {
  const at = new Date(now).toISOString()
  const createdBy = authorOf(me)
  return {
    id,
    revision: 0,
    patientId,
    message,
    capturedAt: at,
    // No server time yet: the author's, and the row says that it waits.
    createdAt: at,
    createdById: createdBy.id,
    isFromPatient: false,
    createdBy,
    organization: { id: me.actingOrganization.id, name: me.actingOrganization.name },
  }
}

/** Writes to a patient. It may wait for 15 minutes, then its author is asked. */
export const sendChatMessage = defineWaitingCommand(shared, {
  input: sendSchema,
  plan: (input, context) => [
    { resource: 'patientChat', kind: 'add', row: waitingMessage(input, context) },
  ],
  settle: (row) => [{ resource: 'patientChat', row: chatMessageSchema.parse(row) }],
})
