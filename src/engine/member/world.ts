import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Catalogue, Entities } from '../catalogue'
import type { CommandOf, Identified, Resource } from '../define'
import type { Ground } from '../ground'
import type { Network } from '../network'
import type { SyncServer } from '../protocol'
import type { SessionControl } from '../session/session'

/** What the parts of a member's runtime stand on. */
export interface MemberWorld {
  readonly ground: Ground
  readonly network: Network
  readonly session: SessionControl
  readonly catalogue: Catalogue
  readonly entities: Entities
}

/** A command that may wait, by its name. */
export const commandOf =
  ({ commands }: Entities): CommandOf =>
  (name) => {
    const known = commands.find((command) => command.name === name)
    return known?.waits === true ? known : undefined
  }

/** A resource by its name. */
export const resourceOf =
  ({ resources }: Entities) =>
  (name: string): Resource<unknown, Identified> | undefined =>
    resources.find((known) => known.name === name)

/** How this device shows a subject now; null: it does not. */
export type IdentityOf = (subjectId: string) => Promise<SeenIdentity | null>

/** The writing half of the sync protocol, asked through the network. */
export const syncServer = ({
  network: { ask },
  catalogue: { protocol },
}: Pick<MemberWorld, 'network' | 'catalogue'>): SyncServer => ({
  hello: (given, organizationId) => ask(protocol.hello, given, { organizationId }),
  push: (given) => ask(protocol.push, given),
  outcomes: (given) => ask(protocol.outcomes, given),
  ack: (given) => ask(protocol.ackResults, given),
  endSession: (given) => ask(protocol.endSession, given),
  discard: (given) => ask(protocol.discard, given),
  deliverIdle: (given) => ask(protocol.deliverIdle, given),
  tellIdle: (given) => ask(protocol.tellIdle, given),
})
