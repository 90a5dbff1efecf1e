import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { KeyOwner, Vault } from '../../platform/vault'
import type { Handshake, HandshakeRecord } from '../session/handshake'

/** Longest a person waits for a hello before the words say that nothing was saved, milliseconds. */
const helloAtMostMs = 5_000

/** Keys and session to write with. */
export const createWritingSession = (options: {
  readonly vault: Vault
  readonly handshake: Handshake
  readonly clock: Pick<Clock, 'sleep'>
}) => {
  const { vault, handshake, clock } = options
  const holds = ({ userId, organizationId }: KeyOwner): boolean =>
    vault.owner()?.userId === userId &&
    vault.owner()?.organizationId === organizationId &&
    vault.key() !== null

  /** From memory, another tab, or a hello. */
  const acquainted = async (owner: KeyOwner): Promise<HandshakeRecord> => {
    let known = await handshake.known(owner)
    if (known === null || (!holds(owner) && !(await vault.resume(owner)))) {
      await Promise.race([handshake.ensure(owner), clock.sleep(helloAtMostMs)]).catch(
        () => undefined,
      )
      known = await handshake.known(owner)
    }
    // Another tab said hello with a new key.
    if (known !== null && holds(owner) && vault.signing()?.publicKey !== known.devicePublicKey)
      await vault.rereadSigning()
    if (known === null || !holds(owner) || vault.signing()?.publicKey !== known.devicePublicKey)
      throw new ProblemError(problem('storage:not-met'))
    return known
  }

  return {
    acquainted,
    /** As this page knows it, without a question to the store; null: it has to be asked. */
    remembered: (owner: KeyOwner): ReturnType<Handshake['remembered']> => {
      const met = handshake.remembered(owner)
      return met !== null &&
        holds(owner) &&
        vault.signing()?.publicKey === met.acquaintance.devicePublicKey
        ? met
        : null
    },
  }
}
