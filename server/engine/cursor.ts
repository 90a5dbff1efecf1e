import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import { z } from 'zod'
import { toBase64url } from './bytes'
import type { Vault } from './vault'

/** Whom and what a cursor is good for; it is of no use to anybody else. */
export interface CursorOwner {
  readonly scope: string
  readonly userId: string
  readonly organizationId: string
  readonly group: string
}

const hashOf = (owner: CursorOwner): string =>
  createHash('sha256')
    .update([owner.scope, owner.userId, owner.organizationId, owner.group].join('|'))
    .digest('base64url')
    .slice(0, 22)

const bodySchema = z.object({
  e: z.string(),
  s: z.string(),
  /**
   * Version of the acting organisation when it was made: a database that is behind it was restored.
   */
  o: z.number(),
  /** When it was made, ms by the server's clock. */
  t: z.number(),
  v: z.unknown(),
})

/** What a cursor says beside whose it is. */
export interface CursorContent<State> {
  readonly epoch: string
  readonly organizationVersion: number
  /**
   * When it was made, ms by the server's clock: the device holds everything that was committed
   * before.
   */
  readonly madeAt: number
  /** How far the device has come, in the scope's own terms. */
  readonly state: State
}

/** A signed cursor. */
export const writeCursor = <State>(
  vault: Vault,
  owner: CursorOwner,
  { epoch, organizationVersion, madeAt, state }: CursorContent<State>,
  schema: ZodType<State>,
): string => {
  const body = toBase64url(
    Buffer.from(
      JSON.stringify({
        e: epoch,
        s: hashOf(owner),
        o: organizationVersion,
        t: madeAt,
        v: z.encode(schema, state),
      } satisfies z.infer<typeof bodySchema>),
    ),
  )
  return `${body}.${vault.mac('cursor', body)}`
}

/** What a cursor says; null when it is not ours, or not this owner's. */
export function readCursor<State>(
  vault: Vault,
  owner: CursorOwner,
  cursor: string,
  schema: ZodType<State>,
): CursorContent<State> | null {
  const [body = '', mac = '', ...more] = cursor.split('.')
  if (more.length > 0 || !vault.isMac('cursor', body, mac)) return null
  const parsed = bodySchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (!parsed.success || parsed.data.s !== hashOf(owner)) return null
  const state = schema.safeParse(parsed.data.v)
  return state.success
    ? {
        epoch: parsed.data.e,
        organizationVersion: parsed.data.o,
        madeAt: parsed.data.t,
        state: state.data,
      }
    : null
}
