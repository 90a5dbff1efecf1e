import type { Keyring } from './ciphers'
import { createPull } from './server-pull'
import { createPush, nameSession, type MutationIn, type ServerBugs } from './server-push'
import { meOf } from './server-rows'
import {
  brokenAt,
  careOf,
  copyOf,
  heldAt,
  heldDuring,
  iso,
  newState,
  serverNow,
  users,
  type Care,
  type Effect,
  type ServerState,
  type SessionRow,
} from './server-state'
import { base64Url, fromBase64Url } from './ciphers'
import type { World } from './world'

export interface ServerFaults {
  /** Per mutation: the process dies before, or after, its transaction commits. */
  crashBefore: number
  crashAfter: number
  /** Per mutation: the database fails for a moment. */
  busy: number
  /** Per request: 5xx before anything is done, or by a proxy after all of it. */
  failBefore: number
  failAfter: number
  tooMany: number
  /** Per request: a token is refused that a fresh one would replace. */
  stale: number
}

export interface ServerRequest {
  readonly path: string
  readonly token: string | null
  readonly organization: string | null
  readonly body: unknown
}
export interface ServerAnswer {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Claims {
  readonly sub: string
  readonly serial: number
  readonly generation: string
}
/** A token as the identity provider makes it, unsigned. */
export const tokenOf = (claims: Claims): string => `head.${btoa(JSON.stringify(claims))}.signature`
export const claimsOf = (token: string | null): Claims =>
  token === null
    ? { sub: '', serial: 0, generation: '' }
    : (JSON.parse(atob(token.split('.')[1] ?? '')) as Claims)

class Refusal extends Error {
  readonly code: string
  readonly reason: string | undefined
  constructor(code: string, message: string, reason?: string) {
    super(message)
    this.code = code
    this.reason = reason
  }
}
class Crash extends Error {}

interface Operation {
  readonly operationName: string
  readonly variables: Record<string, unknown>
}

/** The service as the world meets it, whatever stands behind it. */
export interface Server {
  /** Notes as they are committed now. */
  effects(): readonly Effect[]
  /** Since when it has had one without a break: a newer backup may bring back what an older one took. */
  hasSince(effect: Effect): number
  /** Who applied what, in order of commit, and whether the chain of the log is whole. */
  actions(): { readonly applied: readonly string[]; readonly isWhole: boolean }
  epoch(): string
  isDown(): boolean
  restart(): void
  /** Null: the connection breaks. */
  handle(request: ServerRequest): ServerAnswer | null | Promise<ServerAnswer | null>
  readonly faults: ServerFaults
  /** Credentials (`uid.serial`) whose session was ended. */
  readonly ended: Set<string>
  /** Users whose account was closed. */
  readonly disabled: Set<string>
  /** Whether a user may open a patient now, and might ever not. */
  mayOpen(user: string, patient: string): boolean
  mayWrite(user: string): boolean
  /**
   * Whether a user might write about a patient during all of a while (epoch milliseconds); null:
   * for a part of it.
   */
  mightWrite(
    user: string,
    patient: string,
    from: number,
    to: number,
    kind?: Effect['kind'],
  ): boolean | null
  setOpens(user: string, patient: string, may: boolean): void
  setWrites(user: string, may: boolean): void
  notesOf(organization: string, patient: string): readonly Effect[]
  /** Of a patient, beside notes; absent where the world writes notes only. */
  careOf?(organization: string, patient: string): Care
  /** What was told of commands that were given up: the reason by id. */
  discards?(): ReadonlyMap<string, string>
  /**
   * Keeps a copy of the database; `restore` puts the newest (or an older one) back, and another
   * life of it begins.
   */
  backup(): void
  restore(): void
  /** From now on this server knows the newer portal's operations. */
  upgrade(): void
  onEffect: (effect: Effect) => void
  onRestore: () => void
}

export const createServer = (
  world: World,
  keyring: Keyring,
  faults: ServerFaults,
  bugs: ServerBugs,
  opVersions: readonly number[] = [1],
): Server => {
  let state: ServerState = newState('epoch-1')
  const backups: ServerState[] = []
  const broughtBack = new Map<string, number>()
  const stale = new Set<string>()
  const holder = keyring.newHolder()
  const macSecret = `mac ${holder.keyId}`
  let downUntil = 0
  let lives = 1
  let known = opVersions

  const crash = (): never => {
    downUntil = world.now() + world.random.between(200, 8_000)
    world.note('server crashes')
    throw new Crash()
  }
  const now = (): number => serverNow(world)
  const beginEpoch = (): void => {
    lives += 1
    state.epoch = `epoch-${lives}`
    world.note(`server begins ${state.epoch}`)
  }
  const pusher = createPush({
    world,
    keyring,
    bugs,
    holder,
    macSecret,
    state: () => state,
    opVersions: () => known,
    onEffect: (effect) => server.onEffect(effect),
    chance: {
      busy: () => world.random.chance(faults.busy),
      crashBefore: () => {
        if (world.random.chance(faults.crashBefore)) crash()
      },
      crashAfter: () => {
        if (world.random.chance(faults.crashAfter)) crash()
      },
    },
  })
  const pull = createPull({
    world,
    bugs,
    macSecret,
    state: () => state,
    mostRows: 3 + world.random.below(12),
    onAhead: beginEpoch,
  })

  const hello = (
    uid: string,
    organization: string,
    given: { readonly group: string; readonly devicePublicKey: string },
  ): unknown => {
    const { group, devicePublicKey: publicKey } = given
    const row: SessionRow = state.sessions.get(publicKey) ?? {
      id: publicKey,
      publicKey,
      user: uid,
      organization,
      group,
      createdAt: now(),
      revokedAt: null,
    }
    if (
      row.user !== uid ||
      row.organization !== organization ||
      row.group !== group ||
      row.revokedAt !== null
    )
      throw new Refusal(
        'CONFLICT',
        'SESSION_ENDED: this device key is no longer good here',
        'SESSION_ENDED',
      )
    state.sessions.set(publicKey, row)
    const name = `${uid} ${group}`
    const kek =
      state.keks.get(name) ??
      base64Url(Uint8Array.from({ length: 32 }, () => world.random.below(256)))
    state.keks.set(name, kek)
    return {
      epoch: state.epoch,
      serverTime: iso(now()),
      minClient: '3.13.0',
      sessionId: nameSession(macSecret, row),
      vaultPublicKey: holder.publicKey,
      vaultKeyId: holder.keyId,
      deviceKek: kek,
      offlineLeaseHours: 72,
      scopes: [
        { id: `ME:${organization}`, kind: 'ME', version: '1' },
        { id: `ROSTER:${organization}`, kind: 'ROSTER', version: '1' },
      ],
    }
  }
  const endSession = (uid: string, group: string, sessionId: string): boolean => {
    const row = [...state.sessions.values()].find(
      (one) => nameSession(macSecret, { ...one, revokedAt: null }) === sessionId,
    )
    if (row === undefined || row.user !== uid || row.group !== group) return false
    if (row.revokedAt === null) state.sessions.set(row.id, { ...row, revokedAt: now() })
    state.keks.delete(`${uid} ${group}`)
    return true
  }

  /** The two paths that ask for no credential. */
  const idle = (path: string, body: unknown): unknown => {
    if (path === '/sync/deliver')
      return pusher.deliver(body as Parameters<typeof pusher.deliver>[0])
    const { group, ends, discards } = body as {
      readonly group: string
      readonly ends: readonly Parameters<typeof pusher.endedBy>[1][]
      readonly discards: readonly MutationIn[]
    }
    for (const end of ends) {
      const ended = pusher.endedBy(group, end)
      for (const row of ended ?? [])
        if (row.revokedAt === null) state.sessions.set(row.id, { ...row, revokedAt: now() })
    }
    for (const { id, lane, n, op, opVersion, sealed, sessionId } of discards) {
      const text = keyring.openSealed(
        fromBase64Url(sealed),
        [id, lane, String(n), op, String(opVersion), sessionId].join('|'),
      )
      if (text !== null)
        state.discards.set(
          id,
          (JSON.parse(text) as { readonly input: { readonly reason: string } }).input.reason,
        )
    }
    return { ends: ends.map(() => true), discards: discards.map(({ id }) => id) }
  }

  const execute = (
    uid: string,
    header: string | null,
    { operationName, variables }: Operation,
  ): unknown => {
    const mine = users[uid] ?? []
    const organization = header ?? state.acting.get(uid) ?? mine[0] ?? ''
    if (!mine.includes(organization))
      throw new Refusal('FORBIDDEN', 'You do not have permission to do this')
    const me = (acting: string) => ({
      __typename: 'Me',
      ...meOf(uid, acting, server.mayWrite(uid)),
    })
    switch (operationName) {
      case 'Me':
        return { me: me(organization) }
      case 'DidLogin':
        return { didLogin: me(state.acting.get(uid) ?? mine[0] ?? '') }
      case 'SetActingOrganization': {
        const wanted = String(variables.organizationId)
        if (!mine.includes(wanted))
          throw new Refusal('FORBIDDEN', 'You do not have permission to do this')
        state.acting.set(uid, wanted)
        return { setActingOrganization: me(wanted) }
      }
      case 'SyncHello':
        return {
          syncHello: hello(
            uid,
            organization,
            variables.in as { group: string; devicePublicKey: string },
          ),
        }
      case 'SyncPush':
        return {
          syncPush: pusher.push(
            uid,
            variables.in as { group: string; epoch: string; mutations: readonly MutationIn[] },
          ),
        }
      case 'SyncPull':
        return {
          syncPull: pull(
            uid,
            organization,
            variables.in as {
              group: string
              epoch: string
              cursors: readonly { scope: string; cursor: string | null }[]
            },
          ),
        }
      case 'MutationOutcomes':
        return {
          mutationOutcomes: pusher.outcomes(
            uid,
            String(variables.group),
            variables.ids as readonly string[],
          ),
        }
      case 'SyncAckResults':
        return { syncAckResults: pusher.saidHello(uid, String(variables.group)) }
      case 'SyncDiscard': {
        const isKnown = pusher.saidHello(uid, String(variables.group))
        if (isKnown)
          for (const { id, reason } of variables.items as readonly {
            readonly id: string
            readonly reason: string
          }[])
            state.discards.set(id, reason)
        return { syncDiscard: isKnown }
      }
      case 'SyncEndSession':
        return {
          syncEndSession: endSession(uid, String(variables.group), String(variables.sessionId)),
        }
      default:
        throw new Error(`The model server does not know ${operationName}`)
    }
  }

  const dated = { date: '' }
  const json = (
    status: number,
    value: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): ServerAnswer => ({
    status,
    text: JSON.stringify(value),
    headers: { ...headers, date: dated.date },
  })
  const grant = (
    all: Map<string, readonly { at: number; is: boolean }[]>,
    name: string,
    is: boolean,
  ): void => void all.set(name, [...(all.get(name) ?? []), { at: now(), is }])

  const server: Server = {
    effects: () => state.effects,
    hasSince: ({ id, createdAt }) => Math.max(createdAt, broughtBack.get(id) ?? 0),
    actions: () => ({
      applied: state.actionLog
        .filter(({ entry }) => entry.startsWith('applied '))
        .map(({ entry }) => entry.slice(8)),
      isWhole: brokenAt(state.actionLog) === null,
    }),
    epoch: () => state.epoch,
    faults,
    ended: new Set(),
    disabled: new Set(),
    mayOpen: (user, patient) => heldAt(state.opens.get(`${user} ${patient}`), now()),
    mayWrite: (user) => heldAt(state.writes.get(user), now()),
    mightWrite: (user, patient, from, to, kind) => {
      const both = [
        heldDuring(state.opens.get(`${user} ${patient}`), from, to),
        ...(kind === 'watch' ? [] : [heldDuring(state.writes.get(user), from, to)]),
      ]
      return both.includes(false) ? false : both.includes(null) ? null : true
    },
    setOpens: (user, patient, may) => grant(state.opens, `${user} ${patient}`, may),
    setWrites: (user, may) => grant(state.writes, user, may),
    careOf: (organization, patient) => careOf(state, organization, patient),
    discards: () => state.discards,
    onEffect: () => undefined,
    onRestore: () => undefined,
    isDown: () => world.now() < downUntil,
    restart: () => {
      downUntil = 0
    },
    upgrade: () => {
      if (known.length > 1) return
      known = [1, 2]
      world.note('server is upgraded')
    },
    backup: () => {
      backups.push(copyOf(state))
      world.note('server is backed up')
    },
    restore: () => {
      const [from] = backups.slice(world.random.chance(0.7) ? -1 : 0)
      if (from === undefined) return
      const before = new Set(state.effects.map(({ id }) => id))
      state = copyOf(from)
      for (const { id } of state.effects) if (!before.has(id)) broughtBack.set(id, now())
      downUntil = world.now() + world.random.between(200, 5_000)
      world.note(`server is restored to ${state.effects.length} notes`)
      if (bugs.keepsEpochAfterRestore !== true) beginEpoch()
      server.onRestore()
    },
    notesOf: (organization, patient) =>
      state.effects
        .filter(
          (effect) =>
            effect.kind === 'note' &&
            effect.organization === organization &&
            effect.patient === patient,
        )
        .toSorted((a, b) => b.capturedAt - a.capturedAt || (a.id < b.id ? 1 : -1)),
    handle: ({ path, token, organization, body }) => {
      if (server.isDown()) return world.random.chance(0.5) ? null : json(503, { message: 'Away' })
      dated.date = new Date(now()).toUTCString()
      if (path === '/maintenance') return json(200, {})
      const { sub: uid, serial, generation } = claimsOf(token)
      if (world.random.chance(faults.failBefore))
        return world.random.chance(0.5)
          ? json(world.random.pick([500, 502, 503, 504]), { message: 'Broken' })
          : { status: 502, text: '<html>' }
      if (world.random.chance(faults.tooMany))
        return json(
          429,
          {
            errors: [
              {
                message: 'Too many requests',
                extensions: { code: 'TOO_MANY', retryAfter: 1 + world.random.below(20) },
              },
            ],
          },
          { 'retry-after': '5' },
        )
      if (path.startsWith('/sync/')) {
        try {
          const answer = json(200, idle(path, body))
          return world.random.chance(faults.failAfter)
            ? { status: 502, text: '<html>Bad gateway</html>' }
            : answer
        } catch (thrown) {
          if (thrown instanceof Crash) return null
          throw thrown
        }
      }
      if (world.random.chance(faults.stale)) stale.add(`${uid}.${serial}.${generation}`)
      if (
        users[uid] === undefined ||
        server.disabled.has(uid) ||
        server.ended.has(`${uid}.${serial}`) ||
        stale.has(`${uid}.${serial}.${generation}`)
      ) {
        return json(401, {
          errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }],
        })
      }
      const operations = (Array.isArray(body) ? body : [body]) as readonly Operation[]
      try {
        const results = operations.map((operation) => {
          try {
            return { data: execute(uid, organization, operation) }
          } catch (thrown) {
            if (!(thrown instanceof Refusal)) throw thrown
            return {
              errors: [
                {
                  message: thrown.message,
                  extensions: { code: thrown.code, reason: thrown.reason },
                },
              ],
              data: null,
            }
          }
        })
        if (world.random.chance(faults.failAfter))
          return { status: 502, text: '<html>Bad gateway</html>' }
        return json(200, Array.isArray(body) ? results : results[0])
      } catch (thrown) {
        if (thrown instanceof Crash) return null
        throw thrown
      }
    },
  }
  return server
}
