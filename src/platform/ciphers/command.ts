import { toBase64Url, utf8 } from './bytes'
import type { Bytes, Ciphers, Holder } from './ciphers'

/** What names a command on its way, in the clear (docs/sync-protocol.md, "A command"). */
export interface CommandNames {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly op: string
  readonly opVersion: number
  readonly sessionId: string
}

const hex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A command as pushed: sealed to the server, so that the device cannot read it, and signed by its
 * author's device key, so that its author cannot be changed. Both base64url. Done once, at writing.
 */
export const sealCommand = async (
  ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>,
  names: CommandNames,
  plaintext: unknown,
  holder: Holder,
  signingKey: CryptoKey,
): Promise<{ readonly sealed: string; readonly signature: string }> => {
  const { id, lane, n, op, opVersion, sessionId } = names
  const said = [id, lane, String(n), op, String(opVersion)]
  const sealed = await ciphers.sealTo(
    holder,
    utf8([...said, sessionId].join('|')),
    utf8(JSON.stringify(plaintext)),
  )
  const signature = await ciphers.sign(
    signingKey,
    utf8([...said, hex(await ciphers.digest(sealed))].join('|')),
  )
  return { sealed: toBase64Url(sealed), signature: toBase64Url(signature) }
}
