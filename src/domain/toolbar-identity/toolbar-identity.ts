import { z } from 'zod'

/** The one clinical toolbar whose users may be linked to accounts (P138). */
export const toolbarSource = 'Quicksilva'
/** The types of identities of other systems. */
export const externalIdentityTypes = [toolbarSource] as const

/** Where a page that a toolbar opened asks whose account its user is linked to; below the base path of the API. */
export const toolbarAccountPath = '/toolbar/account'
/** Where its user is signed in, once they pressed. */
export const toolbarSignInPath = '/toolbar/sign-in'

/** The claim of a token for sign-in that an identity was given: good after a press, never from an address. */
export const pressedClaim = 'pressed'

/** A longer text is nobody's honest identity. */
export const longestIdentity = 4096

const externalId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7E]+(?: [\x21-\x7E]+)*$/)

/** What an identity says: whose it is, at which organisation, by the toolbar's own ids (P137). */
export const toolbarIdentitySchema = z.object({
  source: z.enum(externalIdentityTypes),
  organizationId: externalId,
  userId: externalId,
})
export type ToolbarIdentity = z.infer<typeof toolbarIdentitySchema>

const jsonOf = (part: string): unknown => {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

/**
 * What an encoded identity (a JWT) says, or null where it cannot be read or lacks something (P136 to P138).
 * Nothing of it is proved: the server alone knows the toolbar's key.
 */
export const decodeIdentity = (encoded: unknown): ToolbarIdentity | null => {
  if (typeof encoded !== 'string' || encoded.length > longestIdentity) return null
  const parts = encoded.split('.')
  if (parts.length !== 3) return null
  return toolbarIdentitySchema.safeParse(jsonOf(parts[1] ?? '')).data ?? null
}

/**
 * Whether a token for sign-in by token is one that a linked identity was given. Whoever is linked can have
 * such a token and send it: from an address it signs nobody in (docs/decisions/0056). Read without proof:
 * a token from which the claim was taken is no longer one that the server signed.
 */
export const isOfLinkedIdentity = (token: string): boolean => {
  const payload = jsonOf(token.split('.')[1] ?? '') as {
    readonly claims?: Readonly<Record<string, unknown>>
  } | null
  return payload?.claims?.[pressedClaim] !== undefined
}
