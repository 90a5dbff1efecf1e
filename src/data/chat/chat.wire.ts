import { z } from 'zod'
import { chatMessageSchema, type ChatMessage } from '../../domain/chat/chat'
import type { Page } from '../../engine/define'

const chatSchema = z.object({
  patientChat: z.object({
    messages: z.array(chatMessageSchema),
    totalMessages: z.number().int(),
    asOf: z.string(),
  }),
})

export const readChat = (answer: unknown): Page<ChatMessage> => {
  const { messages, totalMessages, asOf } = chatSchema.parse(answer).patientChat
  return { rows: messages, total: totalMessages, asOf: Date.parse(asOf) }
}
