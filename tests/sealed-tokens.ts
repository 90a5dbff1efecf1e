import type { SealedTokens } from '../src/platform/auth'

/** A tab's sealed tokens in memory: what a page keeps for the next one of the tab. */
export const sealedTokens = (): SealedTokens & { readonly kept: ReadonlyMap<string, string> } => {
  const kept = new Map<string, string>()
  return {
    kept,
    read: async (name) => kept.get(name) ?? null,
    keep: async (name, secret) => void kept.set(name, secret),
    forget: (name) => void kept.delete(name),
  }
}
