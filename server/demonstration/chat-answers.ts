import { z } from 'zod'
import { pause, type IngestClient } from './ingest-client'
import { demonstrationIngestKeys } from './organizations'
import { demonstrationPatients } from './people'
import { hashOf } from './random'

/** All patients are asked after once in so long: an answer comes within 20 s. */
const roundMs = 12_000
/** What staff wrote longer ago than this is history, and nobody answers it. */
const answeredWithinMs = 10 * 60_000

const conversationSchema = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      message: z.string(),
      createdAt: z.string(),
      isFromPatient: z.boolean(),
    }),
  ),
})
type Message = z.infer<typeof conversationSchema>['messages'][number]

/** What the patients of the simulator say: nothing of how they are, which their readings tell. */
const answers = [
  'Simulated answer: thank you, I have read this.',
  'Simulated answer: yes, I will do that.',
  'Simulated answer: thank you. Nothing else to tell at the moment.',
] as const

/** The answer of a simulated patient to the end of a conversation; null: there is nothing to answer. */
export const answerTo = (
  messages: readonly Message[],
  nowMs: number,
): { readonly id: string; readonly message: string } | null => {
  const last = messages.at(-1)
  if (last === undefined || last.isFromPatient) return null
  if (nowMs - Date.parse(last.createdAt) > answeredWithinMs) return null
  return {
    id: `answer-${last.id}`,
    message: answers[hashOf(last.id, 'answer') % answers.length] ?? answers[0],
  }
}

/** Answers what staff of Riverside write, as a patient's app would, until the signal. */
export const answerChats = async (
  client: Pick<IngestClient, 'send' | 'readChat'>,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): Promise<void> => {
  const key = demonstrationIngestKeys.find(({ organization }) => organization === 'riverside')
  const patients = demonstrationPatients.filter(
    ({ organization, ward }) => organization === 'riverside' && ward !== null,
  )
  if (key === undefined || patients.length === 0) return
  while (!signal.aborted) {
    for (const { id: patientId } of patients) {
      await pause(roundMs / patients.length, signal)
      if (signal.aborted) return
      const since = new Date(now() - answeredWithinMs).toISOString()
      const read = conversationSchema.safeParse(await client.readChat(key, { patientId, since }))
      const answer = read.success ? answerTo(read.data.messages, now()) : null
      if (answer !== null)
        await client.send(key, 'chat-messages', [
          { ...answer, patientId, sentAt: new Date(now()).toISOString() },
        ])
    }
  }
}
