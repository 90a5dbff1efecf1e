import { problem, ProblemError, type ProblemCode } from '../../domain/problem'
import { fromBase64Url, textOf, toBase64Url, utf8 } from './bytes'
import type { Bytes, Ciphers } from './ciphers'

/** As src/platform/store's: what a body belongs to. */
export interface RowContext {
  readonly table: string
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  /** The row's revision where it has one; a body put back under a later revision does not open. */
  readonly version?: number
}

/** As src/platform/store's. */
export interface RowCodec {
  seal(context: RowContext, value: unknown): Promise<string>
  open(context: RowContext, sealed: string): Promise<unknown>
}

/** The names that a row is bound to: store, id, version, organisation, user (design/sync.md). */
const boundOf = ({
  table,
  id,
  userId,
  organizationId,
  version = 0,
}: RowContext): readonly string[] => ['row', table, id, String(version), organizationId, userId]

const refusal = (code: ProblemCode): ProblemError => new ProblemError(problem(code))

/** Not base64url at all is as little a sealed body as one whose tag is wrong. */
const bytesOf = (sealed: string): Bytes | null => {
  try {
    return fromBase64Url(sealed)
  } catch {
    return null
  }
}

/**
 * Rows as JSON under their owner's data key, as base64url text. Without a key it rejects with
 * ProblemError 'locked'; a body that was changed or moved, with 'unreadable'.
 */
export const encryptingCodec = (
  key: (context: RowContext) => CryptoKey | null,
  ciphers: Pick<Ciphers, 'seal' | 'open'>,
): RowCodec => {
  const needKey = (context: RowContext): CryptoKey => {
    const held = key(context)
    if (held === null) throw refusal('storage:locked')
    return held
  }
  return {
    seal: async (context, value) =>
      toBase64Url(
        await ciphers.seal(needKey(context), boundOf(context), utf8(JSON.stringify(value))),
      ),
    open: async (context, sealed) => {
      const held = needKey(context)
      const bytes = bytesOf(sealed)
      const plain = bytes === null ? null : await ciphers.open(held, boundOf(context), bytes)
      if (plain === null) throw refusal('storage:unreadable')
      return JSON.parse(textOf(plain)) as unknown
    },
  }
}
