import { problem, ProblemError } from '../../domain/problem'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { KeyOwner } from '../../platform/vault'
import type { Catalogue, Entities } from '../catalogue'
import type { CommandOf, Identified, Resource } from '../define'
import type { DeviceServices } from '../device-services'
import type { Network } from '../network'
import type { SyncServer } from '../protocol'
import type { Handshake } from '../session/handshake'
import type { SessionControl } from '../session/session'
import { signedInOwner } from '../session/session-state'

/** What the parts of a user's runtime are made of. */
export interface UserContext {
  readonly services: DeviceServices
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
  entities: { protocol },
}: Pick<UserContext, 'network' | 'entities'>): SyncServer => ({
  hello: (given, organizationId) => ask(protocol.hello, given, { organizationId }),
  push: (given) => ask(protocol.push, given),
  outcomes: (given) => ask(protocol.outcomes, given),
  ack: (given) => ask(protocol.ackResults, given),
  endSession: (given) => ask(protocol.endSession, given),
  discard: (given) => ask(protocol.discard, given),
  deliverIdle: (given) => ask(protocol.deliverIdle, given),
  tellIdle: (given) => ask(protocol.tellIdle, given),
})

const ownerNow = (session: SessionControl): KeyOwner => {
  const owner = signedInOwner(session.get())
  if (owner === null) throw new ProblemError(problem('no-token'))
  return owner
}

/** Says hello again for who is signed in. Rejects with ProblemError. */
export const renewHandshake = async (
  session: SessionControl,
  handshake: Handshake,
): Promise<void> => {
  await handshake.again(ownerNow(session))
}

/** The same where an answer told that the server's life is another. Rejects with ProblemError. */
export const meetEpoch = async (
  session: SessionControl,
  handshake: Handshake,
  epoch: string,
): Promise<void> => {
  await handshake.anew(ownerNow(session), epoch)
}

/**
 * The server's epoch for who is signed in. A cold start does not wait for a hello: the answer of a
 * pull tells when the epoch is another.
 */
export const serverEpoch = async (
  session: SessionControl,
  handshake: Handshake,
): Promise<string> => {
  const owner = ownerNow(session)
  return ((await handshake.known(owner)) ?? (await handshake.ensure(owner))).epoch
}
