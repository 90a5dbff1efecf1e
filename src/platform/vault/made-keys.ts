import type { SigningKey } from './contract'
import type { KeyOwner } from './key-share'
import type { VaultCiphers } from './vault-ciphers'

const nameOf = ({ userId, organizationId }: KeyOwner): string =>
  JSON.stringify([userId, organizationId])

/** Device keys that hello is being said with, until there is a data key to wrap them under. */
export const createMadeKeys = (ciphers: Pick<VaultCiphers, 'newSigningKey'>) => {
  const made = new Map<string, SigningKey & { readonly userId: string }>()
  return {
    get: (owner: KeyOwner): SigningKey | undefined => made.get(nameOf(owner)),
    make: async (owner: KeyOwner): Promise<SigningKey> => {
      const { privateKey, publicKey } = await ciphers.newSigningKey()
      made.set(nameOf(owner), { privateKey, publicKey, userId: owner.userId })
      return { privateKey, publicKey }
    },
    drop: (owner: KeyOwner): void => void made.delete(nameOf(owner)),
    dropUser: (userId: string): void => {
      for (const [name, key] of made) if (key.userId === userId) made.delete(name)
    },
  }
}
export type MadeKeys = ReturnType<typeof createMadeKeys>
