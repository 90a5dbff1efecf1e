import { problem, ProblemError } from '../../domain/problem'
import { isOlder } from '../../domain/release/older'
import type { KeyOwner } from '../../platform/vault'
import { clientVersion } from '../outbox/push'
import type { SyncServer } from '../protocol'
import type { SessionControl } from '../session/session'
import { createHandshake, type Handshake } from '../session/handshake'
import { isSame, signedInOwner } from '../session/session-state'
import type { OpenStore } from './open-store'
import type { MemberWorld } from './world'

/** Introduces this device for the members who use it. */
export const createMemberHandshake = (
  { ground, network, session }: Pick<MemberWorld, 'ground' | 'network' | 'session'>,
  server: Pick<SyncServer, 'hello'>,
  store: () => OpenStore,
) =>
  createHandshake({
    outbox: ground.outboxStore,
    vault: ground.vault,
    server: {
      hello: async (given, organizationId) => {
        const answer = await server.hello(given, organizationId)
        ground.outdated.set(isOlder(given.clientVersion, answer.minClient))
        return answer
      },
    },
    clock: ground.clock,
    serverTime: network.serverTime,
    newId: ground.newId,
    clientVersion,
    isOwner: (asked) => isSame(session.owner(), asked),
    leaseMs: ground.storage.leaseMs,
    onFresh: async (owner: KeyOwner) => {
      await ground.deviceStore.deleteCaches((known) => isSame(known, owner))
      if (isSame(store().current(), owner)) await session.reopen()
    },
  })

const memberNow = (session: SessionControl): KeyOwner => {
  const owner = signedInOwner(session.get())
  if (owner === null) throw new ProblemError(problem('no-token'))
  return owner
}

/** Says hello again for who is signed in. Rejects with ProblemError. */
export const renewHandshake = async (
  session: SessionControl,
  handshake: Handshake,
): Promise<void> => {
  await handshake.again(memberNow(session))
}

/**
 * The server's epoch for who is signed in. A cold start does not wait for a hello: the answer of a
 * pull tells when the epoch is another.
 */
export const memberEpoch = async (
  session: SessionControl,
  handshake: Handshake,
): Promise<string> => {
  const owner = memberNow(session)
  return ((await handshake.known(owner)) ?? (await handshake.ensure(owner))).epoch
}
