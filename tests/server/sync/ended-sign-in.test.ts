import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeleteUserDocument } from '../../../schema/generated/documents/user'
import { beginEpoch, currentEpoch } from '../../../server/engine/epoch'
import { createIdentity, type Identity } from '../../../server/identity'
import { secretBox } from '../../../server/secret-box'
import { IdentityError } from '../../../server/identity/errors'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { codeAt } from '../identity/identity-server'
import { asLogin, somebodyWaits } from '../waits'
import { buildWorld, now } from '../world'
import { newDeviceKey, write } from './device'
import type { WireMutation } from './device'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const minute = 60_000
const hour = 60 * minute
const toolkit = '/identitytoolkit.googleapis.com'
const password = 'lantern-harbour-violet'

interface Tokens {
  readonly idToken: string
  readonly refreshToken: string
}
interface Listed {
  readonly id: string
  readonly operation: string
  readonly code: string | null
  readonly author: { readonly id: string }
}

// A device's key is no credential of its own: it ends with the sign-in that it was opened from.
onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let identity: Identity
  let time = now
  let people = 0
  /** What happens between a token's check and what it lets in. */
  let meanwhile: () => Promise<void> = async () => undefined
  /** The tokens of `token-<name>`, a name for each sign-in. */
  const signIns = new Map<string, Tokens>()
  const iso = (ms: number): string => new Date(ms).toISOString()
  const clock = { now: () => time }

  beforeAll(async () => {
    identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database: opened.database,
      clock,
      mailer: { send: async () => {} },
      config: {
        projectId: 'p',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 4, r: 1, p: 1 },
      },
    })
    await identity.createAccount({ uid: 'admin', email: 'admin@example.test', password })
    server = await startServer(opened.database, {
      clock,
      administration: identity.administration,
      verify: async (bearer) => {
        const tokens = signIns.get(bearer.replace('token-', ''))
        if (tokens === undefined) throw new IdentityError('INVALID_ID_TOKEN')
        const token = await identity.verify(tokens.idToken)
        await meanwhile()
        return token
      },
    })
  })
  beforeEach(() => {
    time = now
  })

  const post = async (endpoint: string, body: object): Promise<Record<string, unknown>> =>
    (await (
      await identity.routes.request(`${toolkit}/${endpoint}?key=k`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Mozilla/5.0 (Linux; Android 14; K) Chrome/140.0 Safari/537.36',
        },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, unknown>
  const refresh = async (refreshToken: string): Promise<void> => {
    await identity.routes.request('/securetoken.googleapis.com/v1/token?key=k', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
  }
  /** Keeps the tokens of an answer under a name. */
  const keep = (name: string, answer: Record<string, unknown>): void => {
    expect(answer['error']).toBeUndefined()
    signIns.set(name, {
      idToken: String(answer['idToken']),
      refreshToken: String(answer['refreshToken']),
    })
  }
  const signIn = async (uid: string, name: string): Promise<void> =>
    keep(
      name,
      await post('v1/accounts:signInWithPassword', { email: `${uid}@example.test`, password }),
    )
  const tokensOf = (name: string): Tokens => {
    const tokens = signIns.get(name)
    if (tokens === undefined) throw new Error(`${name} did not sign in`)
    return tokens
  }
  const listOf = async (name: string) =>
    (await post('lamplight/sessions:list', { idToken: tokensOf(name).idToken }))[
      'sessions'
    ] as readonly { readonly id: string; readonly isThisOne: boolean }[]
  const end = (name: string, sessionId: string | null) =>
    post('lamplight/sessions:end', { idToken: tokensOf(name).idToken, sessionId })
  const changePassword = async (name: string): Promise<void> =>
    keep(
      name,
      await post('v1/accounts:update', {
        idToken: tokensOf(name).idToken,
        password: 'willow-anchor-copper',
        currentPassword: password,
        returnSecureToken: true,
      }),
    )
  const putFactorOn = async (name: string): Promise<string> => {
    const { idToken } = tokensOf(name)
    await post('lamplight/password:prove', { idToken, currentPassword: password })
    const { totpSessionInfo } = (await post('v2/accounts/mfaEnrollment:start', {
      idToken,
      totpEnrollmentInfo: {},
    })) as { totpSessionInfo: { sessionInfo: string; sharedSecretKey: string } }
    const secret = totpSessionInfo.sharedSecretKey
    keep(
      name,
      await post('v2/accounts/mfaEnrollment:finalize', {
        idToken,
        totpVerificationInfo: {
          sessionInfo: totpSessionInfo.sessionInfo,
          verificationCode: codeAt(secret, time),
        },
      }),
    )
    return secret
  }
  const takeFactorOff = async (name: string, secret: string): Promise<void> => {
    const { idToken } = tokensOf(name)
    const { users } = (await post('v1/accounts:lookup', { idToken })) as {
      users: { mfaInfo: { mfaEnrollmentId: string }[] }[]
    }
    keep(
      name,
      await post('v2/accounts/mfaEnrollment:withdraw', {
        idToken,
        mfaEnrollmentId: users[0]?.mfaInfo[0]?.mfaEnrollmentId,
        currentPassword: password,
        // The code that enrolled was used: the next one, which the server takes half a minute early.
        verificationCode: codeAt(secret, time + 30_000),
      }),
    )
  }

  /** A clinician of ward A, with an account of their own; the id. */
  const person = async (organizations: readonly string[] = ['w']): Promise<string> => {
    people += 1
    const uid = `person${'abcdefghijklmnopqrstuvwxyz'[people % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(people / 26)]}`
    const since = iso(now - 365 * 24 * hour)
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('user_account')
        .values({ id: uid, email: `${uid}@example.test`, created_at: since })
        .execute()
      for (const organization_id of organizations)
        await trx
          .insertInto('user_organization')
          .values({ user_id: uid, organization_id, roles: '["Clinician"]', created_at: since })
          .execute()
      await trx
        .insertInto('ward_staff')
        .values({ ward_id: 'ward-A', user_id: uid, organization_id: 'w', assigned_at: since })
        .execute()
    })
    await identity.createAccount({ uid, email: `${uid}@example.test`, password })
    return uid
  }
  const remove = async (uid: string): Promise<void> => {
    await signIn('admin', 'admin')
    const answer = await server.ask(DeleteUserDocument.text, {
      as: 'admin',
      variables: { userId: uid },
    })
    expect(answer.errors).toEqual([])
  }

  const newTablet = (): Tablet =>
    createTablet(
      () => server,
      () => iso(time),
    )
  const call = (path: string, body: object): Promise<Response> =>
    server.fetch(`/Prod/sync/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  /** Whoever has the key: no token, no organisation. */
  const deliver = async (
    tablet: Tablet,
    by: SignedIn,
    ...mutations: readonly WireMutation[]
  ): Promise<readonly string[]> => {
    const answer = await call('deliver', {
      group: tablet.group,
      epoch: by.hello.epoch,
      clientVersion: '3.15.0',
      mutations,
    })
    expect(answer.status).toBe(200)
    const { results } = (await answer.json()) as {
      readonly results: readonly { readonly class: string; readonly code: string | null }[]
    }
    return results.map((result) =>
      result.code === null ? result.class : `${result.class}/${result.code}`,
    )
  }
  const isNoted = async (id: string): Promise<boolean> =>
    (await opened.database.kysely
      .selectFrom('patient_note')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  /** The supervisor's tray, of one author. */
  const trayOf = async (uid: string): Promise<readonly Listed[]> => {
    await signIn('admin', 'admin')
    const answer = await server.ask('{ refusedRecords { id operation code author { id } } }', {
      as: 'admin',
    })
    expect(answer.errors).toEqual([])
    return (answer.data as { refusedRecords: readonly Listed[] }).refusedRecords.filter(
      ({ author }) => author.id === uid,
    )
  }
  const readByAdmin = async (id: string): Promise<string> => {
    const answer = await server.ask(
      'mutation ($id: ID!) { openRefusedRecord(id: $id, reason: "To enter it") { input } }',
      { as: 'admin', variables: { id } },
    )
    expect(answer.errors).toEqual([])
    return (answer.data as { openRefusedRecord: { input: { text: string } } }).openRefusedRecord
      .input.text
  }
  const acuity = (by: SignedIn, at: number) =>
    by.command(
      'setPatientAcuityScore',
      { patientId: 'a1', score: 1, reason: null },
      { at: iso(at) },
    )

  /** Each way in which a device's sign-in is ended from elsewhere; `home` is another device. */
  const ways: readonly (readonly [
    string,
    (uid: string, ward: string, home: string) => Promise<unknown>,
  ])[] = [
    ['sign out everywhere else', (_uid, _ward, home) => end(home, null)],
    [
      'ending that one session',
      async (_uid, _ward, home) =>
        end(home, (await listOf(home)).find(({ isThisOne }) => !isThisOne)?.id ?? ''),
    ],
    ['a new password, set on another device', (_uid, _ward, home) => changePassword(home)],
    [
      'a reset by mail',
      async (uid) => {
        const code = new URL(await identity.passwordResetUrl(uid)).searchParams.get('oobCode')
        const answer = await post('v1/accounts:resetPassword', {
          oobCode: code,
          newPassword: 'willow-anchor-copper',
        })
        expect(answer['error']).toBeUndefined()
      },
    ],
    [
      'a password set by an administrator',
      (uid) => identity.setPassword(uid, 'willow-anchor-copper'),
    ],
    ['a second factor put on, on another device', (_uid, _ward, home) => putFactorOn(home)],
    ['a second factor taken off by an administrator', (uid) => identity.unenrolTotp(uid)],
    [
      'a refresh token that two people have',
      async (_uid, ward) => {
        const { refreshToken } = tokensOf(ward)
        const next = (await (
          await identity.routes.request('/securetoken.googleapis.com/v1/token?key=k', {
            method: 'POST',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({
              grant_type: 'refresh_token',
              refresh_token: refreshToken,
            }),
          })
        ).json()) as { refresh_token: string }
        await refresh(next.refresh_token)
        time += 2 * minute
        await refresh(refreshToken)
      },
    ],
    ['a disabled account', (uid) => identity.setDisabled(uid, true)],
    ['removal from the organisation', (uid) => remove(uid)],
    ['a deleted account', (uid) => identity.deleteAccount(uid)],
  ]

  describe.each(ways)('after %s', (_name, endIt) => {
    let uid: string
    let tablet: Tablet
    let ward: SignedIn
    let before: WireMutation
    beforeEach(async () => {
      uid = await person()
      tablet = newTablet()
      await signIn(uid, `${uid}-ward`)
      ward = await tablet.signIn(`${uid}-ward`)
      before = await ward.note('a1', 'Before it', { at: iso(time + minute) })
      time = now + 2 * hour
      await signIn(uid, `${uid}-home`)
      await endIt(uid, `${uid}-ward`, `${uid}-home`)
      time += hour
    })

    test('nothing of that device is applied by itself, whenever it says that it was written; all of it is in the supervisor’s tray', async () => {
      const forged = await ward.note('a1', 'Dated back', { at: iso(now + minute) })
      const late = await ward.note('a1', 'After it', { at: iso(time) })
      const score = await acuity(ward, now + minute)
      const all = [before, forged, late, score]
      expect(await deliver(tablet, ward, ...all)).toEqual(all.map(() => 'REJECTED/SESSION_REVOKED'))
      for (const { id } of all) expect(await isNoted(id)).toBe(false)
      expect(
        await opened.database.kysely
          .selectFrom('patient_acuity_score')
          .select('id')
          .where('id', '=', score.id)
          .execute(),
      ).toEqual([])
      const tray = await trayOf(uid)
      expect(tray.map(({ id }) => id).toSorted()).toEqual(
        all.map(({ id }) => `${tablet.group}.${id}`).toSorted(),
      )
      expect(await readByAdmin(`${tablet.group}.${before.id}`)).toBe('Before it')
    })

    test('a colleague who signs in on it delivers it to the tray as well, and its key opens nothing more', async () => {
      await signIn('admin', 'admin')
      const colleague = await tablet.signIn('admin')
      expect(await tablet.said(colleague, before)).toEqual(['REJECTED/SESSION_REVOKED'])
      expect(await tablet.said(colleague, before)).toEqual(['REJECTED/SESSION_REVOKED'])
      expect(await trayOf(uid)).toHaveLength(1)
      expect(codeOf(await tablet.askHello(`${uid}-ward`, ward.key))).not.toBe('ok')
    })

    test('its key takes nothing out of the tray', async () => {
      await deliver(tablet, ward, before)
      const given = await write(ward, {
        id: before.id,
        lane: before.lane,
        n: before.n,
        op: 'syncDiscard',
        plaintext: { op: 'syncDiscard', input: { op: 'addPatientNote', reason: 'Hidden' } },
      })
      await call('told', { group: tablet.group, ends: [], discards: [given] })
      expect(await trayOf(uid)).toHaveLength(1)
      expect(server.logged.some((line) => line.includes('sync-discard-not-kept'))).toBe(true)
    })
  })

  test('removed from one organisation, a person writes on in the other', async () => {
    const uid = await person(['w', 'h'])
    const [here, there] = [newTablet(), newTablet()]
    await signIn(uid, `${uid}-ward`)
    const ward = await here.signIn(`${uid}-ward`, 'w')
    const home = await there.signIn(`${uid}-ward`, 'h')
    const [lost, kept] = [
      await ward.note('a1', 'Of the one', { at: iso(now + minute) }),
      await home.note('h1', 'Of the other', { at: iso(now + minute) }),
    ]
    time = now + hour
    await remove(uid)
    expect(await deliver(here, ward, lost)).toEqual(['REJECTED/SESSION_REVOKED'])
    expect(await deliver(there, home, kept)).toEqual(['APPLIED'])
  })

  test('sign out everywhere else ends a device whose sign-in is over by itself, too', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    const note = await ward.note('a1', 'On a tablet that was left', { at: iso(now + minute) })
    time = now + 14 * hour
    await signIn(uid, `${uid}-home`)
    expect(await listOf(`${uid}-home`)).toHaveLength(1)
    await end(`${uid}-home`, null)
    expect(await deliver(tablet, ward, note)).toEqual(['REJECTED/SESSION_REVOKED'])
  })

  test('a device whose sign-in is over by itself is listed with its end, and its user ends it', async () => {
    const uid = await person()
    const [tablet, other] = [newTablet(), newTablet()]
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    await signIn(uid, `${uid}-other`)
    const kept = await other.signIn(`${uid}-other`)
    const [lost, after] = [
      await ward.note('a1', 'On a tablet that was lost', { at: iso(now + minute) }),
      await kept.note('a1', 'On another', { at: iso(now + minute) }),
    ]
    const devices = async () =>
      (await post('lamplight/sessions:list', { idToken: tokensOf(`${uid}-home`).idToken }))[
        'devices'
      ] as readonly { readonly id: string }[]
    await signIn(uid, `${uid}-home`)
    // Those of running sign-ins are listed, and end, with these.
    expect(await devices()).toEqual([])
    time = now + 14 * hour
    await signIn(uid, `${uid}-home`)
    const listed = await devices()
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual(
      expect.objectContaining({
        device: 'Chrome, Android',
        organization: 'West Ward',
        startedAt: iso(now),
        lastUsedAt: iso(now),
        until: iso(now + 84 * hour),
      }),
    )
    const ids = await opened.database.kysely
      .selectFrom('sync_session')
      .select('id')
      .where('user_id', '=', uid)
      .where('group_id', '=', tablet.group)
      .execute()
    expect(await end(`${uid}-home`, ids[0]?.id ?? '')).toEqual({ ended: 1 })
    expect(await devices()).toHaveLength(1)
    expect(await deliver(tablet, ward, lost)).toEqual(['REJECTED/SESSION_REVOKED'])
    expect(await deliver(other, kept, after)).toEqual(['APPLIED'])
    await signIn('admin', 'admin')
    const own = ids[0]?.id ?? ''
    expect(await end('admin', own)).toEqual({ ended: 0 })
    time = now + 84 * hour
    await signIn(uid, `${uid}-home`)
    expect(await devices()).toEqual([])
  })

  test('a sign-out of before does not keep what arrives after a new password', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    await post('lamplight/sessions:signOut', {
      refreshToken: tokensOf(`${uid}-ward`).refreshToken,
      leaves: true,
    })
    const forged = await ward.note('a1', 'Dated back', { at: iso(now - minute) })
    time = now + hour
    await identity.setPassword(uid, 'willow-anchor-copper')
    expect(await deliver(tablet, ward, forged)).toEqual(['REJECTED/SESSION_REVOKED'])
  })

  const changes: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
    ['changes its password', changePassword],
    ['puts a second factor on', putFactorOn],
    ['takes its second factor off', async (name) => takeFactorOff(name, await putFactorOn(name))],
  ]
  test.each(changes)(
    'a device that stays signed in and %s goes on, and every other ends',
    async (_name, change) => {
      const uid = await person()
      const [mine, other] = [newTablet(), newTablet()]
      for (const at of ['mine', 'other']) await signIn(uid, `${uid}-${at}`)
      const here = await mine.signIn(`${uid}-mine`)
      const there = await other.signIn(`${uid}-other`)
      const before = await here.note('a1', 'Before it', { at: iso(now + minute) })
      const elsewhere = await there.note('a1', 'Elsewhere', { at: iso(now + minute) })
      time = now + 2 * minute
      await change(`${uid}-mine`)
      time = now + hour
      const after = await here.note('a1', 'After it', { prev: before.id, at: iso(time) })
      expect(await mine.said(here, before, after)).toEqual(['APPLIED', 'APPLIED'])
      expect(await deliver(other, there, elsewhere)).toEqual(['REJECTED/SESSION_REVOKED'])
      const again = await mine.signIn(`${uid}-mine`, undefined, here.key)
      expect(again.sessionId).toBe(here.sessionId)
      // It hangs on the sign-in that follows: ended from elsewhere, it ends.
      await identity.endSessions(uid)
      expect(await deliver(mine, here, await here.note('a1', 'Ended'))).toEqual([
        'REJECTED/SESSION_REVOKED',
      ])
    },
  )

  test('before it says hello again, a device that changed the password ends with the session that followed', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-mine`)
    const here = await tablet.signIn(`${uid}-mine`)
    await changePassword(`${uid}-mine`)
    const own = (await listOf(`${uid}-mine`)).find(({ isThisOne }) => isThisOne)?.id ?? ''
    await end(`${uid}-mine`, own)
    expect(await deliver(tablet, here, await here.note('a1', 'Ended'))).toEqual([
      'REJECTED/SESSION_REVOKED',
    ])
  })

  test('who is signed out everywhere between the check of the token and the hello opens no session', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    meanwhile = () => identity.endSessions(uid)
    const key = await newDeviceKey()
    const answers = [
      await tablet.askHello(`${uid}-ward`, ward.key),
      await tablet.askHello(`${uid}-ward`, key),
    ]
    meanwhile = async () => undefined
    expect(answers.map(codeOf)).toEqual(['CONFLICT', 'UNAUTHORIZED'])
  })

  test('who is removed while the hello is under way opens no session', async () => {
    // Two connections at once, which PGlite has not.
    if (opened.url === null) return
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const key = await newDeviceKey()
    const hello = await opened.database.asSystem(async (trx) => {
      await trx
        .updateTable('user_organization')
        .set({ deleted_at: iso(time) })
        .where('user_id', '=', uid)
        .execute()
      const asked = tablet.askHello(`${uid}-ward`, key)
      await expect
        .poll(
          async () =>
            (
              await asLogin(opened.database, (login) =>
                sql<{ waits: number }>`select count(*)::int as waits from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`.execute(login),
              )
            ).rows[0]?.waits,
        )
        .toBe(1)
      return { asked }
    })
    expect(codeOf(await hello.asked)).toBe('CONFLICT')
  })

  const crossings: readonly (readonly [string, (uid: string, name: string) => Promise<unknown>])[] =
    [
      ['signed out everywhere', (_uid, name) => end(name, null)],
      ['disabled', (uid) => identity.setDisabled(uid, true)],
    ]
  test.each(crossings)(
    'who is %s while a device says hello from a second sign-in: neither waits for the other, and no session is opened',
    async (how, endAll) => {
      // Two connections at once, which PGlite has not.
      if (opened.url === null) return
      const uid = await person()
      const tablet = newTablet()
      await signIn(uid, `${uid}-first`)
      const ward = await tablet.signIn(`${uid}-first`)
      time = now + minute
      await signIn(uid, `${uid}-second`)
      await signIn(uid, `${uid}-home`)
      time = now + 2 * minute
      // The sign-in that the device's session is of was used last.
      await refresh(tokensOf(`${uid}-first`).refreshToken)
      const [ended, hello] = await opened.database
        .asSystem(async (trx) => {
          await trx
            .selectFrom('sync_session')
            .select('id')
            .where('user_id', '=', uid)
            .forUpdate()
            .execute()
          const ends = endAll(uid, `${uid}-home`)
          await somebodyWaits(opened.database)
          const says = tablet.askHello(`${uid}-second`, ward.key)
          await somebodyWaits(opened.database, 2)
          return [ends, says] as const
        })
        .then((both) => Promise.all(both))
      expect([ended ?? null, codeOf(hello)]).toEqual([
        how === 'disabled' ? null : { ended: 2 },
        'CONFLICT',
      ])
    },
  )

  test('a page that is locked gives its credential up and writes on: who opens it by password offline loses nothing', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    await post('lamplight/sessions:signOut', {
      refreshToken: tokensOf(`${uid}-ward`).refreshToken,
    })
    time = now + hour
    const later = await ward.note('a1', 'Written after the lock', { at: iso(now + minute) })
    expect(await deliver(tablet, ward, later)).toEqual(['APPLIED'])
  })

  describe('a device that nobody ended', () => {
    const day = 24 * hour
    const left = async (): Promise<readonly [string, Tablet, SignedIn]> => {
      const uid = await person()
      const tablet = newTablet()
      await signIn(uid, `${uid}-ward`)
      return [uid, tablet, await tablet.signIn(`${uid}-ward`)]
    }

    test.each([
      ['the user’s own sign-out', 72, true],
      ['the end of its offline lease of twelve hours', 84, false],
    ] as const)(
      'after %s writes for 72 hours more; what arrives later is in the tray',
      async (_name, hours, isSignedOut) => {
        const [uid, tablet, ward] = await left()
        const [one, two] = [
          await ward.note('a1', 'In time', { at: iso(now) }),
          await ward.note('a1', 'Too late', { at: iso(now) }),
        ]
        time = now + 1000
        if (isSignedOut)
          await post('lamplight/sessions:signOut', {
            refreshToken: tokensOf(`${uid}-ward`).refreshToken,
            leaves: true,
          })
        time = now + hours * hour
        expect(await deliver(tablet, ward, one)).toEqual(['APPLIED'])
        time += minute
        expect(await deliver(tablet, ward, two)).toEqual(['REJECTED/SESSION_REVOKED'])
        expect((await trayOf(uid)).map(({ id }) => id)).toEqual([`${tablet.group}.${two.id}`])
        expect(await deliver(tablet, ward, one)).toEqual(['APPLIED'])
      },
    )

    test('its key is over then; with a new one its user goes on', async () => {
      const [uid, tablet, ward] = await left()
      time = now + 84 * hour + minute
      await signIn(uid, `${uid}-ward`)
      const answer = await tablet.askHello(`${uid}-ward`, ward.key)
      expect([codeOf(answer), answer.errors[0]?.extensions?.reason]).toEqual([
        'CONFLICT',
        'SESSION_ENDED',
      ])
      const again = await tablet.signIn(`${uid}-ward`)
      expect(await tablet.said(again, await again.note('a1', 'With a new one'))).toEqual([
        'APPLIED',
      ])
    })

    test('each hello begins the lease anew', async () => {
      const [uid, tablet, ward] = await left()
      const note = await ward.note('a1', 'Kept back', { at: iso(now) })
      time = now + 80 * hour
      await signIn(uid, `${uid}-ward`)
      await tablet.signIn(`${uid}-ward`, undefined, ward.key)
      time = now + 6 * day
      expect(await deliver(tablet, ward, note)).toEqual(['APPLIED'])
    })

    test('the organisation’s lease counts, up to six days in all', async () => {
      const lease = (hours: number) =>
        opened.database.kysely
          .updateTable('organization')
          .set({ offline_lease_hours: hours })
          .where('id', '=', 'w')
          .execute()
      await lease(72)
      const [, tablet, ward] = await left()
      const [one, two] = [
        await ward.note('a1', 'On the sixth day', { at: iso(now) }),
        await ward.note('a1', 'Later', { at: iso(now) }),
      ]
      time = now + 6 * day
      expect(await deliver(tablet, ward, one)).toEqual(['APPLIED'])
      time += minute
      expect(await deliver(tablet, ward, two)).toEqual(['REJECTED/SESSION_REVOKED'])
      await lease(12)
    })

    test('after a restore the database knows no hello of since the backup: the lease begins with it', async () => {
      const [, tablet, ward] = await left()
      const note = await ward.note('a1', 'Of before the restore', { at: iso(now) })
      time = now + 10 * day
      const begun = await beginEpoch(
        opened.database,
        clock,
        await currentEpoch(opened.database, clock),
      )
      time += 83 * hour
      const restored = { ...ward, hello: { ...ward.hello, epoch: begun } }
      expect(await deliver(tablet, restored, note)).toEqual(['APPLIED'])
      // Of the other tests' clock there was none.
      await opened.database.kysely
        .updateTable('sync_epoch')
        .set({ created_at: iso(now) })
        .execute()
    })
  })

  test('the user’s own sign-out: what was written before is taken, in order, once; what was written after is in the tray', async () => {
    const uid = await person()
    const tablet = newTablet()
    await signIn(uid, `${uid}-ward`)
    const ward = await tablet.signIn(`${uid}-ward`)
    const one = await ward.note('a1', 'First', { at: iso(now + minute) })
    const two = await ward.note('a1', 'Second', { at: iso(now + minute), prev: one.id })
    const late = await ward.note('a1', 'After it', { at: iso(now + 3 * hour) })
    time = now + 2 * hour
    await post('lamplight/sessions:signOut', {
      refreshToken: tokensOf(`${uid}-ward`).refreshToken,
      leaves: true,
    })
    time = now + 4 * hour
    expect(await deliver(tablet, ward, two)).toEqual(['RETRY/OUT_OF_ORDER'])
    expect(await deliver(tablet, ward, one, two, late)).toEqual([
      'APPLIED',
      'APPLIED',
      'REJECTED/SESSION_REVOKED',
    ])
    expect(await deliver(tablet, ward, one, two)).toEqual(['APPLIED', 'APPLIED'])
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('created_by', '=', uid)
        .execute(),
    ).toHaveLength(2)
    expect((await trayOf(uid)).map(({ id }) => id)).toEqual([`${tablet.group}.${late.id}`])
  })
})
