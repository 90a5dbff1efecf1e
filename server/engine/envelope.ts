import { z } from 'zod'
import type { MutationIn } from '../../schema/generated/resolvers'
import { seenIdentitySchema } from '../../src/domain/sync/seen-identity'
import { fromBase64url } from './bytes'
import type { EnvelopeNames } from './bytes'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const bytes = (schema: z.ZodString) =>
  schema.transform((text, context) => {
    const value = fromBase64url(text)
    if (value === null) context.addIssue('Not base64url')
    return value ?? Buffer.alloc(0)
  })

const envelopeSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,100}$/),
  lane: id,
  n: z.number().int().min(1),
  prev: id.nullish().transform((value) => value ?? null),
  op: z.string().regex(/^[A-Za-z]{1,60}$/),
  opVersion: z.number().int().min(1),
  sealed: bytes(z.string().min(1)),
  signature: bytes(z.string().length(86)),
  sessionId: z.string().min(1).max(600),
})

/** A command as it travels, its bytes decoded. */
export interface Envelope extends EnvelopeNames {
  readonly prev: string | null
  readonly sealed: Buffer
  readonly signature: Buffer
}

/** null for what no device sends. */
export const parseEnvelope = (given: MutationIn): Envelope | null =>
  envelopeSchema.safeParse(given).data ?? null

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())
const plaintextSchema = z.object({
  op: z.string(),
  input: z.record(z.string(), z.unknown()),
  seenIdentity: seenIdentitySchema.nullable(),
  capturedAt: instant,
  capturedAtEst: instant,
})

/** What the author wrote, once unsealed. */
export type Plaintext = z.infer<typeof plaintextSchema>

/** null for what is no plaintext of a command. */
export const parsePlaintext = (text: string): Plaintext | null => {
  try {
    return plaintextSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
