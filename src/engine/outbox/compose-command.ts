import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Me } from '../../domain/user/me'
import { fromBase64Url, sealCommand, type Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { SigningKey } from '../../platform/vault'
import type { NewCommand, StoredCommand } from '../store'
import type { SyncedCommand } from '../define'
import type { Handshake, HandshakeRecord } from '../session/handshake'
import type { WaitingBody } from './waiting'
import { keeperOf } from '../session/session-state'

/** What somebody does, before it has a number in its lane. */
export interface Wanted {
  readonly id: string
  readonly command: SyncedCommand<unknown>
  readonly input: unknown
  readonly me: Me
  /** When it was first written, `est` by the server's time as it was told then. */
  readonly captured?:
    | {
        readonly at: number
        readonly est?: number | undefined
        readonly sessionId: string
      }
    | undefined
}

/** What somebody does, and about whom. */
export interface Writing extends Wanted {
  /** The subject when the form was opened; null: as shown now. */
  readonly seen?: SeenIdentity | null
  /** The row that it replaces. */
  readonly replaces?: StoredCommand
}

interface Times {
  readonly capturedAt: number
  /** By the server's time. */
  readonly estimate: number
}

const timesOf = (
  { captured }: Wanted,
  session: HandshakeRecord,
  { handshake, clock, now }: Parameters<typeof composeCommand>[1],
): Times => {
  // In another session than it was first written in, it is captured now: a session speaks for its
  // own time alone.
  const kept = captured?.sessionId === session.sessionId ? captured : undefined
  const capturedAt = kept?.at ?? now
  // The wall clock may have been put right since: how long ago it was by that one says nothing
  // then.
  const told = kept?.est
  const estimate = Math.max(
    told ?? handshake.estimate(session) - (clock.now() - capturedAt),
    session.beganAt,
  )
  return { capturedAt, estimate }
}

/** A command under a number of its lane: sealed to the server, signed, and its author's copy. */
export const composeCommand = (
  wanted: Wanted,
  by: {
    readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
    readonly handshake: Pick<Handshake, 'estimate'>
    readonly clock: Pick<Clock, 'now'>
    readonly signing: SigningKey
    /** When its author acted now, epoch milliseconds. */
    readonly now: number
  },
  session: HandshakeRecord,
  n: number,
  seenIdentity: SeenIdentity | null,
): NewCommand => {
  const { id, command, input, me } = wanted
  const subjectId = command.subject(input)
  const { capturedAt, estimate } = timesOf(wanted, session, by)
  const { ttlMs } = command.waiting
  const plaintext = {
    op: command.name,
    input: command.plain(input),
    seenIdentity,
    capturedAt: new Date(capturedAt).toISOString(),
    capturedAtEst: new Date(estimate).toISOString(),
  }
  const holder = { keyId: session.vaultKeyId, publicKey: fromBase64Url(session.vaultPublicKey) }
  const body: WaitingBody = {
    input,
    capturedAt,
    capturedAtEst: estimate,
    changes: command.plan(input, { id, now: capturedAt, me }),
    subject:
      subjectId === null || seenIdentity === null ? null : { id: subjectId, ...seenIdentity },
  }
  const names = {
    id,
    lane: command.lane(input),
    n,
    op: command.name,
    opVersion: command.version,
    sessionId: session.sessionId,
  }
  return {
    ...names,
    seal: sealCommand(by.ciphers, names, plaintext, holder, by.signing.privateKey),
    author: keeperOf(me),
    organization: me.actingOrganization.id,
    capturedAt,
    expiresAt: ttlMs === null ? null : estimate + ttlMs,
    value: body,
  }
}
