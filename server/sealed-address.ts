import { z } from 'zod'
import type { Opening } from './graphql/opening'
import type { SecretBox } from './secret-box'

/*
 * An address holds what it stands for, sealed under the server's key: nobody reads it, and nobody
 * makes or alters one (AES-GCM authenticates).
 */

/** What there are addresses of. */
export type SealedKind = 'document' | 'checkup-file'

/** What the seal is bound to, so that nothing else that the key sealed is an address of this kind. */
const purposeOf = (kind: SealedKind): string => `${kind}-address`

const sealedSchema = z.object({
  id: z.string(),
  userId: z.string(),
  byLink: z.boolean().optional(),
  organizationId: z.string(),
  signIn: z.object({ sessionId: z.string().nullable(), authTime: z.number() }),
  actedBy: z.object({ userId: z.string(), signedInMs: z.number() }).nullable(),
  untilMs: z.number(),
})

/** The text of an address that stands for an opening until an instant (epoch ms). */
export const sealAddress = (
  secrets: Pick<SecretBox, 'seal'>,
  kind: SealedKind,
  opening: Opening,
  untilMs: number,
): string =>
  Buffer.from(secrets.seal(purposeOf(kind), JSON.stringify({ ...opening, untilMs }))).toString(
    'base64url',
  )

/** What an address stands for at `nowMs`; null: it was altered, or its time is over. */
export const openAddress = (
  secrets: Pick<SecretBox, 'open'>,
  kind: SealedKind,
  address: string,
  nowMs: number,
): Opening | null => {
  const sealed = secrets.open(purposeOf(kind), Buffer.from(address, 'base64url').toString('utf8'))
  if (sealed === null) return null
  // Of a former release it may lack something: it is asked for again.
  const read = sealedSchema.safeParse(JSON.parse(sealed))
  if (!read.success || nowMs >= read.data.untilMs) return null
  const { untilMs: _until, ...opening } = read.data
  return opening
}
