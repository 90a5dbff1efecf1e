import { z } from 'zod'

/** What `POST /sync/deliver` answers (docs/sync-protocol.md): of each command class and code. */
export const idleAnswerSchema = z.object({
  epoch: z.string(),
  results: z.array(
    z
      .object({
        id: z.string(),
        class: z.string(),
        code: z.string().nullable(),
        retryAfterMs: z.number().nullable(),
      })
      .transform((result) => ({ ...result, argErrors: null })),
  ),
})
