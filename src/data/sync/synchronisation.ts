import { problem, ProblemError } from '../../domain/problem'
import { webCiphers, type Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { OutboxStore } from '../../platform/store'
import { createVault, noKeyShare, type KeyOwner, type KeyShare } from '../../platform/vault'
import type { Command, Observable, SeenIdentity, SessionState } from '../kit'
import { createIntroduction } from './introduction'
import { createPushDelivery } from './push-delivery'
import type { SyncServer } from './server-port'
import { createWriter } from './writer'

/** Longest that a sign-in waits for its hello, milliseconds: it is complete without, but cannot write offline yet. */
const introduceAtMostMs = 5_000

const ownerOf = ({ status, me }: SessionState): KeyOwner | null =>
  status === 'signed-in' && me !== null ? { userId: me.id, organizationId: me.actingOrganization.id } : null

/** The sync protocol's writing half, wired: keys, hello, saving and delivery. */
export const createSynchronisation = (options: {
  readonly outbox: OutboxStore
  readonly server: SyncServer
  readonly session: () => SessionState
  readonly clock: Clock
  readonly newId: () => string
  readonly clientVersion: string
  readonly identity: (patientId: string) => Promise<SeenIdentity | null>
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
  readonly keyShare?: KeyShare | undefined
  readonly ciphers?: Ciphers | undefined
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof IDBKeyRange | undefined
}) => {
  const { outbox, server, clock, newId, command, report, ciphers = webCiphers, keyShare = noKeyShare, indexedDB, IDBKeyRange } = options
  const owner = (): KeyOwner | null => ownerOf(options.session())
  const vault = createVault({ ciphers, clock, keyShare, indexedDB, IDBKeyRange })
  const introduction = createIntroduction({
    outbox, vault, server, clock, newId, clientVersion: options.clientVersion,
    isOwner: (asked) => owner()?.userId === asked.userId && owner()?.organizationId === asked.organizationId,
  })
  const writer = createWriter({ outbox, vault, ciphers, introduction, clock, newId, identity: options.identity, command })
  const delivery = createPushDelivery({ outbox, server, introduction, owner, command, report })

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
    /** What a pull says of this device. A cold start does not wait for a hello: the answer tells when the epoch is another. */
    reading: {
      group: introduction.group,
      epoch: async (): Promise<string> => (await introduction.known(ownerNow()) ?? await introduction.ensure(ownerNow())).epoch,
      greet: async (): Promise<void> => { await introduction.again(ownerNow()) },
    },
    /** Resolves when the server was greeted, or that takes too long. */
    introduce: (): Promise<void> => Promise.race([introduce(false), clock.sleep(introduceAtMostMs)]),
    /** Follows the session and the line; returns the way to stop. */
    follow: (session: Observable<SessionState>, offline: Observable<boolean>, ready: () => void): (() => void) => {
      let last = ''
      const look = (): void => {
        const now = owner()
        const name = now === null ? '' : `${now.userId} ${now.organizationId}`
        if (name === last) return
        last = name
        if (now === null) {
          vault.lock()
          introduction.forget()
        } else void introduce(false).then(ready)
      }
      const ends = [
        session.subscribe(look),
        offline.subscribe(() => { if (!offline.get()) void introduce(true).then(ready) }),
      ]
      look()
      return () => { for (const end of ends) end() }
    },
    /** A chosen sign-out: every session that this user has on this device ends, and the server forgets the key of it. Never rejects. */
    endSessions: async (me: SessionState['me']): Promise<void> => {
      for (const { id } of me?.organizations ?? []) {
        const known = me === null ? null : await introduction.known({ userId: me.id, organizationId: id })
        if (known === null) continue
        try {
          await server.endSession({ group: await introduction.group(), sessionId: known.sessionId })
        } catch (thrown) {
          report(thrown, 'sign-out')
          return
        }
      }
    },
    /** A chosen sign-out: what the user's keys sealed on this device is unreadable from now on. */
    shred: (userId: string): Promise<void> => vault.shred(userId),
    close: (): void => vault.close(),
  }
}

