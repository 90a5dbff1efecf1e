import { problem, ProblemError } from '../../domain/problem'
import type { Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { OldOutbox, OutboxStore, StoredCommand } from '../../platform/store'
import type { KeyOwner, Vault } from '../../platform/vault'
import type { Command, Observable, SeenIdentity, SessionState } from '../kit'
import { createIntroduction } from './introduction'
import { once } from './once'
import type { PushDelivery } from './push-delivery'
import type { SyncServer } from './server-port'
import { createWriter } from './writer'

/** How often a page that is never without a line says hello, milliseconds: each renews the leash. */
const helloEveryMs = 3_600_000

const ownerOf = ({ status, me }: SessionState): KeyOwner | null =>
  status === 'signed-in' && me !== null ? { userId: me.id, organizationId: me.actingOrganization.id } : null

/** The sync protocol's writing half, wired: keys, hello, saving and delivery. */
export const createSynchronisation = (options: {
  readonly outbox: OutboxStore
  readonly server: SyncServer
  readonly session: () => SessionState
  /** Whose page it is, or is becoming. */
  readonly isOwner: (owner: KeyOwner) => boolean
  readonly leashMs: (allowedMs: number) => number
  readonly onFresh: (owner: KeyOwner) => Promise<void>
  readonly vault: Vault
  readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
  readonly clock: Clock
  readonly newId: () => string
  readonly clientVersion: string
  readonly identity: (patientId: string) => Promise<SeenIdentity | null>
  readonly learn: (patientId: string) => Promise<void>
  readonly oldOutbox: () => Promise<OldOutbox>
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, server, clock, newId, command, report, ciphers, vault, isOwner, leashMs, onFresh } = options
  const owner = (): KeyOwner | null => ownerOf(options.session())
  const introduction = createIntroduction({ outbox, vault, server, clock, newId, clientVersion: options.clientVersion, isOwner, leashMs, onFresh })
  const writer = createWriter({ outbox, vault, ciphers, introduction, clock, newId, identity: options.identity, learn: options.learn, command })
  const adoption = once(async () => (await import('./adoption')).createAdoption({
    old: await options.oldOutbox(), me: () => options.session().status === 'signed-in' ? options.session().me : null, command, write: writer.adopt, report,
  }))
  const adopt = async (): Promise<void> => { await (await adoption())() }
  /** What delivers is fetched with the first thing to deliver. */
  const loadDelivery = once(async () => (await import('./push-delivery')).createPushDelivery({ outbox, server, introduction, owner, command, report }))
  const delivery: PushDelivery = {
    deliver: async (rows, now) => await (await loadDelivery()).deliver(rows, now),
    outcomes: async (rows) => await (await loadDelivery()).outcomes(rows),
    reach: async () => await (await loadDelivery()).reach(),
    tell: async (rows) => await (await loadDelivery()).tell(rows),
    ack: async (ids) => await (await loadDelivery()).ack(ids),
    epoch: introduction.epoch,
  }

  /** Says hello for whoever is signed in; a failure is reported, not thrown: sending says it again. */
  const introduce = async (anew: boolean): Promise<void> => {
    const now = owner()
    if (now === null) return
    try {
      await (anew ? introduction.again(now) : introduction.ensure(now))
    } catch (thrown) { report(thrown, 'hello') }
  }

  const ownerNow = (): KeyOwner => {
    const now = owner()
    if (now === null) throw new ProblemError(problem('no-token', 'No token found'))
    return now
  }

  return {
    ...writer,
    ...delivery,
    /** Whether what the server says of it can be kept here for its author to read. */
    isMine: (row: StoredCommand): boolean => row.author === owner()?.userId && row.organization === owner()?.organizationId,
    greet: async (): Promise<void> => { await introduction.again(ownerNow()) },
    /** What the version before left waiting moves into the sealed outbox. */
    adopt,
    /** What a pull says of this device. A cold start does not wait for a hello: the answer tells when the epoch is another. */
    reading: {
      group: introduction.group,
      epoch: async (): Promise<string> => (await introduction.known(ownerNow()) ?? await introduction.ensure(ownerNow())).epoch,
      greet: async (): Promise<void> => { await introduction.again(ownerNow()) },
    },
    /** Says hello for an owner and opens the vault with the answer. */
    hello: (who: KeyOwner, password?: string) => introduction.again(who, password),
    /** Follows the session and the line; returns the way to stop. */
    follow: (session: Observable<SessionState>, offline: Observable<boolean>, ready: () => void): (() => void) => {
      let last = ''
      const look = (): void => {
        const now = owner()
        const name = now === null ? '' : `${now.userId} ${now.organizationId}`
        if (name === last) return
        last = name
        if (now === null) introduction.forget()
        else void introduce(false).then(ready)
      }
      let stopRenewing = (): void => undefined
      const renew = (): void => {
        stopRenewing = clock.after(helloEveryMs, renew)
        if (!offline.get()) void introduce(true)
      }
      stopRenewing = clock.after(helloEveryMs, renew)
      const ends = [
        session.subscribe(look),
        offline.subscribe(() => { if (!offline.get()) void introduce(true).then(ready) }),
      ]
      look()
      return () => { stopRenewing(); for (const end of ends) end() }
    },
    /**
     * A chosen sign-out: every session that this user has on this device ends, and the server forgets the key of it. Ends nothing once
     * somebody else signed in, whose credential these questions would carry. Never rejects.
     */
    endSessions: async (me: NonNullable<SessionState['me']>): Promise<void> => {
      for (const { id } of me.organizations) {
        const known = await introduction.known({ userId: me.id, organizationId: id })
        const now = options.session().me
        if (now !== null && now.id !== me.id) return
        if (known === null) continue
        try {
          await server.endSession({ group: await introduction.group(), sessionId: known.sessionId })
        } catch (thrown) {
          report(thrown, 'sign-out')
          return
        }
      }
    },
  }
}

