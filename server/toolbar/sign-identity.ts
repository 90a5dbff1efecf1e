import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT, type JWK } from 'jose'
import type { ToolbarIdentity } from '../../src/domain/toolbar-identity/toolbar-identity'
import type { Clock } from '../clock'
import { identitySeconds } from './read-identity'

/** What a toolbar does: signs who its user is, for one portal. @param key the private one, ES256, with its `kid` */
export const signIdentity = async (
  key: JWK,
  audience: string,
  clock: Clock,
  identity: ToolbarIdentity,
): Promise<string> => {
  const issuedAt = Math.floor(clock.now() / 1000)
  return new SignJWT({ ...identity })
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'JWT',
      ...(key.kid === undefined ? {} : { kid: key.kid }),
    })
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + identitySeconds)
    .sign(await importJWK(key, 'ES256'))
}
