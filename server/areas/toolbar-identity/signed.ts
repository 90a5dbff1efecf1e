import type { ToolbarIdentity } from '../../../src/domain/toolbar-identity/toolbar-identity'

/** An identity that a toolbar signed for this portal. */
export interface SignedIdentity extends ToolbarIdentity {
  /** Of this one alone. */
  readonly nonce: string
  /** Epoch seconds, by the toolbar's clock. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** So far the clock of a toolbar may be from ours. */
export const clockToleranceSeconds = 10

/** What an encoded identity says; null: it is not believed. */
export type ReadIdentity = (encoded: string) => Promise<SignedIdentity | null>
