import { z } from 'zod'
import type { DocumentOpening } from './areas/document'
import type { SecretBox } from './secret-box'

/*
 * An address of a document holds what it stands for, sealed under the server's key: nobody reads it,
 * and nobody makes or alters one (AES-GCM authenticates).
 */

/** What the seal is bound to, so that nothing else that the key sealed is an address. */
const purpose = 'document-address'

const sealedSchema = z.object({
  documentId: z.string(),
  userId: z.string(),
  organizationId: z.string(),
  actedBy: z.object({ userId: z.string(), signedInMs: z.number() }).nullable(),
  untilMs: z.number(),
})

/** The text of an address that stands for an opening until an instant (epoch ms). */
export const sealAddress = (
  secrets: Pick<SecretBox, 'seal'>,
  opening: DocumentOpening,
  untilMs: number,
): string =>
  Buffer.from(secrets.seal(purpose, JSON.stringify({ ...opening, untilMs }))).toString('base64url')

/** What an address stands for at `nowMs`; null: it was altered, or its time is over. */
export const openAddress = (
  secrets: Pick<SecretBox, 'open'>,
  address: string,
  nowMs: number,
): DocumentOpening | null => {
  const sealed = secrets.open(purpose, Buffer.from(address, 'base64url').toString('utf8'))
  if (sealed === null) return null
  const { untilMs, ...opening } = sealedSchema.parse(JSON.parse(sealed))
  return nowMs < untilMs ? opening : null
}
