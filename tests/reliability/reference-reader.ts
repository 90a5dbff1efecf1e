import { newDeviceKey, newId } from '../server/sync/device'
import { fieldOf } from './line'
import type { Line } from './line'

const hello = 'query ($in: HelloIn!) { syncHello(in: $in) { epoch } }'
const pull =
  'query ($in: PullIn!) { syncPull(in: $in) { epoch more revokedScopes resetScopes scopes { scope base next put { __typename ... on PatientNote { id } } remove { id } } } }'

interface Patch {
  readonly scope: string
  readonly base: string
  readonly next: string
  readonly put: readonly { readonly id?: string }[]
  readonly remove: readonly { readonly id: string }[]
}
interface Pulled {
  readonly epoch: string
  readonly more: boolean
  readonly revokedScopes: readonly string[]
  readonly resetScopes: readonly string[]
  readonly scopes: readonly Patch[]
}

/**
 * A device that only reads: the notes of some patients, by pulls in small pages on top of the
 * cursor that it holds.
 */
export const createReferenceReader = (
  line: Line,
  user: string,
  patientIds: readonly string[],
  limit: number,
) => {
  const group = `group-${newId()}`
  const cursors = new Map<string, string>()
  const notes = new Map<string, Set<string>>()
  let epoch: string | null = null

  const sayHello = async (): Promise<void> => {
    const { publicKey } = await newDeviceKey()
    epoch = fieldOf<{ epoch: string }>(
      await line(
        hello,
        {
          in: {
            group,
            clientVersion: '3.15.0',
            schemaVersion: 1,
            devicePublicKey: publicKey,
            wallClock: new Date().toISOString(),
          },
        },
        user,
      ),
      'syncHello',
    ).epoch
  }
  /** One answer, applied where it fits. @returns whether there is more. */
  const step = async (): Promise<boolean> => {
    if (epoch === null) await sayHello()
    const scopes = patientIds.map((id) => `PATIENT:${id}`)
    const said = await line(
      pull,
      {
        in: {
          group,
          epoch,
          limit,
          cursors: scopes.map((scope) => ({ scope, cursor: cursors.get(scope) ?? null })),
        },
      },
      user,
    )
    const pulled = fieldOf<Pulled>(said, 'syncPull')
    for (const { scope, base, next, put, remove } of pulled.scopes) {
      if ((cursors.get(scope) ?? '') !== base) continue
      const held = notes.get(scope) ?? new Set<string>()
      notes.set(scope, held)
      for (const { id } of put) if (id !== undefined) held.add(id)
      for (const { id } of remove) held.delete(id)
      cursors.set(scope, next)
    }
    for (const scope of [...pulled.resetScopes, ...pulled.revokedScopes]) {
      cursors.delete(scope)
      notes.delete(scope)
    }
    epoch = pulled.epoch
    return pulled.more || pulled.resetScopes.length > 0
  }
  return {
    step,
    held: (): ReadonlySet<string> => new Set([...notes.values()].flatMap((ids) => [...ids])),
  }
}
export type ReferenceReader = ReturnType<typeof createReferenceReader>
