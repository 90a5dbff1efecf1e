import { z } from 'zod'
import type { Ended, Envelope } from '../protocol'

/** Notices that this device keeps until the server has heard them. */
export interface ToldLater {
  readonly ends: readonly Ended[]
  readonly discards: readonly Envelope[]
}

const keptSchema: z.ZodType<ToldLater> = z.object({
  ends: z.array(
    z.object({ sessionId: z.string(), sessionIds: z.array(z.string()), signature: z.string() }),
  ),
  discards: z.array(
    z.object({
      id: z.string(),
      lane: z.string(),
      n: z.number(),
      prev: z.null(),
      op: z.string(),
      opVersion: z.number(),
      sealed: z.string(),
      signature: z.string(),
      sessionId: z.string(),
    }),
  ),
})
const nothing: ToldLater = { ends: [], discards: [] }
export const readNotices = (kept: unknown): ToldLater => keptSchema.safeParse(kept).data ?? nothing
