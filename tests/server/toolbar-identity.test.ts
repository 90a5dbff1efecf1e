import type { JWK } from 'jose'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { leaveOrganization } from '../../server/db/across/members'
import type { Mail } from '../../server/graphql/mailer'
import { createIdentity, type Identity } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { publicOf } from '../../server/toolbar/keys'
import { createReadIdentity } from '../../server/toolbar/read-identity'
import { signIdentity } from '../../server/toolbar/sign-identity'
import {
  decodeIdentity,
  isOfLinkedIdentity,
} from '../../src/domain/toolbar-identity/toolbar-identity'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { onBothEngines } from './engines'
import {
  badIdentities,
  goodClaims,
  makeToolbarKey,
  portalOrigin,
  signed,
} from './forged-identities'
import { buildWorld, now } from './world'

const offer = `query ($identity: String!) { externalAuthIdentity(identity: $identity) { type externalOrgId externalUserId isLinked isLinkedToOther } }`
const link = `mutation ($externalOrgId: ID!, $externalUserId: ID!, $type: ExternalAuthIdentityType!, $identity: String!) {
  linkExternalAuthIdentity(externalOrgId: $externalOrgId, externalUserId: $externalUserId, type: $type, identity: $identity) { id type externalOrgId externalUserId linkedAt } }`
const unlink = 'mutation ($id: ID!) { unlinkExternalAuthIdentity(id: $id) }'
const me = '{ me { id externalAuthIdentities { id type externalOrgId externalUserId } } }'
const jones = { externalOrgId: 'G82027', externalUserId: 'dr-jones', type: 'Quicksilva' }
const password = 'lantern-harbour-violet'
const users = ['nurse', 'multi', 'manager', 'care'] as const

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let identity: Identity
  let key: JWK
  let time = now
  const clock = { now: () => time }
  const mails: Mail[] = []
  beforeAll(async () => {
    identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database: opened.database,
      clock,
      mailer: { send: async () => {} },
      config: {
        projectId: 'p',
        portalUrl: portalOrigin,
        passwordCost: { logN: 4, r: 1, p: 1 },
      },
    })
    for (const uid of users)
      await identity.createAccount({ uid, email: `${uid}@example.test`, password })
    key = await makeToolbarKey()
    server = await startServer(opened.database, {
      clock,
      administration: identity.administration,
      verify: identity.verify,
      mailer: { send: async (mail) => void mails.push(mail) },
      readIdentity: createReadIdentity({
        keys: publicOf(key),
        audience: () => portalOrigin,
        clock,
      }),
    })
  })
  beforeEach(async () => {
    // Each test is a day later: no sign-in, nonce or try of one reaches the next.
    time += 86_400_000
    mails.length = 0
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('external_identity').execute()
      await trx
        .updateTable('organization')
        .set({ features: JSON.stringify({ wards: true, ehrIntegrations: true }) })
        .where('id', '=', 'w')
        .execute()
      await trx.updateTable('user_account').set({ enrolled_in_totp_mfa: false }).execute()
    })
  })

  const toolkit = async (endpoint: string, body: object) =>
    (await (
      await identity.routes.request(
        `/identitytoolkit.googleapis.com/v1/accounts:${endpoint}?key=k`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
      )
    ).json()) as Record<string, unknown>
  const signIn = async (uid: string): Promise<string> =>
    String(
      (await toolkit('signInWithPassword', { email: `${uid}@example.test`, password }))['idToken'],
    )
  const ask = async (
    query: string,
    idToken: string,
    variables: object = {},
    { idempotencyKey, actingIn }: { idempotencyKey?: string; actingIn?: string } = {},
  ): Promise<Answer> => {
    const response = await server.app.request('/Prod/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${idToken}`,
        ...(actingIn === undefined ? {} : { 'x-acting-organization-id': actingIn }),
      },
      body: JSON.stringify({
        query,
        variables,
        ...(idempotencyKey === undefined ? {} : { extensions: { idempotencyKey } }),
      }),
    })
    const body = (await response.json()) as { data?: Answer['data']; errors?: Answer['errors'] }
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
  }
  const fresh = (more: Record<string, unknown> = {}) => signed(key, goodClaims(time, more))
  const bySignedLink = async (idToken: string, more: Record<string, unknown> = {}) =>
    ask(link, idToken, { ...jones, identity: await fresh(), ...more })
  const linkedRows = () =>
    opened.database.kysely
      .selectFrom('external_identity')
      .select(['user_id', 'organization_id', 'type', 'external_org_id', 'external_user_id'])
      .execute()
  const post = async (path: 'account' | 'sign-in', encoded: unknown) => {
    const response = await server.fetch(`/Prod/toolbar/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: encoded }),
    })
    return response.status === 200
      ? ((await response.json()) as Record<string, unknown>)
      : response.status
  }
  const fromToolbar = async (encoded: unknown): Promise<unknown> => {
    const answer = await post('sign-in', encoded)
    return typeof answer === 'number' ? answer : answer['signIn']
  }
  const newestActions = async () =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'entity_id', 'details'])
      .where('organization_id', '=', 'w')
      .orderBy('seq', 'desc')
      .limit(5)
      .execute()

  test('P313 C549 an identity that the toolbar signed is linked to the account: me has it, the action log and a mail tell it', async () => {
    const token = await signIn('nurse')
    const encoded = await fresh()
    expect((await ask(offer, token, { identity: encoded })).data).toEqual({
      externalAuthIdentity: { ...jones, isLinked: false, isLinkedToOther: false },
    })
    const answer = await ask(link, token, { ...jones, identity: encoded })
    expect(answer.errors).toEqual([])
    expect(answer.data?.['linkExternalAuthIdentity']).toMatchObject({
      ...jones,
      linkedAt: new Date(time).toISOString(),
    })
    expect((await ask(me, token)).data?.['me']).toMatchObject({
      externalAuthIdentities: [jones],
    })
    expect(await linkedRows()).toEqual([
      {
        user_id: 'nurse',
        organization_id: 'w',
        type: 'Quicksilva',
        external_org_id: 'G82027',
        external_user_id: 'dr-jones',
      },
    ])
    expect((await newestActions())[0]).toEqual({
      action: 'linkExternalAuthIdentity',
      actor_id: 'nurse',
      entity_id: 'nurse',
      details: jones,
    })
    expect(mails).toEqual([
      expect.objectContaining({
        to: 'nurse@example.test',
        subject: 'A clinical toolbar was linked to your Lamplight account',
      }),
    ])
    expect(mails[0]?.text).toContain('dr-jones')
    // Offered again, it says so.
    expect((await ask(offer, token, { identity: await fresh() })).data).toEqual({
      externalAuthIdentity: { ...jones, isLinked: true, isLinkedToOther: false },
    })
  })

  test('K26 identities that are malformed, forged, over, or for somebody else are not believed, and link nothing', async () => {
    const token = await signIn('nurse')
    for (const [why, encoded] of await badIdentities(key, time)) {
      const offered = await ask(offer, token, { identity: encoded })
      expect([offered.errors, offered.data], why).toEqual([[], { externalAuthIdentity: null }])
      expect(codeOf(await ask(link, token, { ...jones, identity: encoded })), why).toBe(
        'BAD_USER_INPUT',
      )
      expect([null, 400], why).toContain(await fromToolbar(encoded))
      expect([{ account: null }, 400], why).toContainEqual(await post('account', encoded))
    }
    expect(await linkedRows()).toEqual([])
    expect(mails).toEqual([])
  })

  test('P135 P136 P137 P138 C458 C459 what cannot be decoded, lacks something or is of another source is nothing before it is sent', async () => {
    const bad = new Map(await badIdentities(key, time))
    const unreadable = [
      'nothing',
      'no JWT',
      'two parts',
      'four parts',
      'a payload that is no JSON',
      'of another source',
      'of no source',
      'of no user',
      'of a user without a name',
      'a user that is a number',
      'a user with a line break',
      'of no organisation',
      'an organisation that is a list',
      'very long',
    ]
    for (const why of unreadable) {
      expect(bad.has(why), why).toBe(true)
      expect(decodeIdentity(bad.get(why)), why).toBeNull()
    }
    expect(decodeIdentity(undefined)).toBeNull()
    expect(decodeIdentity({ source: 'Quicksilva' })).toBeNull()
    expect(decodeIdentity(await fresh())).toEqual({
      source: 'Quicksilva',
      organizationId: 'G82027',
      userId: 'dr-jones',
    })
  })

  test('the ids that are linked are those that were signed', async () => {
    const token = await signIn('nurse')
    for (const more of [
      { externalUserId: 'dr-smith' },
      { externalOrgId: 'G82028' },
      { identity: await fresh({ userId: 'dr-smith' }) },
    ])
      expect(codeOf(await bySignedLink(token, more))).toBe('BAD_USER_INPUT')
    expect(await linkedRows()).toEqual([])
  })

  test('an identity links once: shown again it is not believed, also after the link is gone', async () => {
    const token = await signIn('nurse')
    const encoded = await fresh()
    const linked = await ask(link, token, { ...jones, identity: encoded })
    const { id } = (linked.data ?? {})['linkExternalAuthIdentity'] as { id: string }
    expect((await ask(unlink, token, { id })).data).toEqual({ unlinkExternalAuthIdentity: id })
    expect((await ask(offer, token, { identity: encoded })).data).toEqual({
      externalAuthIdentity: null,
    })
    expect(codeOf(await ask(link, token, { ...jones, identity: encoded }))).toBe('BAD_USER_INPUT')
    expect(await linkedRows()).toEqual([])
  })

  test('used identities are forgotten once they are over', async () => {
    await bySignedLink(await signIn('nurse'))
    time += 86_400_000
    await bySignedLink(await signIn('nurse'), {
      identity: await fresh({ userId: 'dr-smith' }),
      externalUserId: 'dr-smith',
    })
    const kept = await opened.database.kysely
      .selectFrom('spent_external_identity')
      .select('hash')
      .execute()
    expect(kept).toHaveLength(1)
  })

  test('K26 the password is asked for after the identity was signed; a sign-in of before, or by token, links nothing', async () => {
    const before = await signIn('nurse')
    time += 60_000
    const refused = await bySignedLink(before)
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'PASSWORD_FIRST',
    })
    const byToken = await toolkit('signInWithCustomToken', {
      token: await identity.customToken('nurse', {}),
    })
    expect(codeOf(await bySignedLink(String(byToken['idToken'])))).toBe('CONFLICT')
    expect(await linkedRows()).toEqual([])
    expect(codeOf(await bySignedLink(await signIn('nurse')))).toBe('ok')
  })

  test('one identity belongs to one account: a second is refused, and the first keeps it', async () => {
    expect(codeOf(await bySignedLink(await signIn('nurse')))).toBe('ok')
    const second = await bySignedLink(await signIn('manager'))
    expect(second.errors[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'LINKED_ELSEWHERE',
    })
    expect((await linkedRows()).map((row) => row.user_id)).toEqual(['nurse'])
    // The second is told so before they try, and not whose it is.
    const offered = await ask(offer, await signIn('manager'), { identity: await fresh() })
    expect(offered.data).toEqual({
      externalAuthIdentity: { ...jones, isLinked: false, isLinkedToOther: true },
    })
  })

  test('of two accounts that link one identity at once one wins', async () => {
    const tokens = [await signIn('nurse'), await signIn('manager')]
    const answers = await Promise.all(tokens.map((token) => bySignedLink(token)))
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'ok'])
    expect(await linkedRows()).toHaveLength(1)
  })

  test('of two that use one identity at once one wins', async () => {
    const encoded = await fresh()
    const tokens = [await signIn('nurse'), await signIn('manager')]
    const answers = await Promise.all(
      tokens.map((token) => ask(link, token, { ...jones, identity: encoded })),
    )
    expect(answers.filter((answer) => codeOf(answer) === 'ok')).toHaveLength(1)
  })

  test('linked again to the same account it stays as it is, and nobody is told twice', async () => {
    const token = await signIn('nurse')
    const first = await bySignedLink(token)
    const again = await bySignedLink(token)
    expect(again.data).toEqual(first.data)
    expect(mails).toHaveLength(1)
  })

  test('a repeat under the same key is answered as the first', async () => {
    const token = await signIn('nurse')
    const input = { ...jones, identity: await fresh() }
    const repeated = '0190c3a4-0000-7000-8000-000000000001'
    const first = await ask(link, token, input, { idempotencyKey: repeated })
    expect(first.errors).toEqual([])
    expect((await ask(link, token, input, { idempotencyKey: repeated })).data).toEqual(first.data)
    expect(mails).toHaveLength(1)
  })

  test('P175 C267 whoever may not link identities is neither offered one nor linked', async () => {
    const care = await signIn('care')
    expect(codeOf(await ask(offer, care, { identity: await fresh() }))).toBe('FORBIDDEN')
    expect(codeOf(await bySignedLink(care))).toBe('FORBIDDEN')
    expect(codeOf(await ask(unlink, care, { id: 'x' }))).toBe('FORBIDDEN')
    const nurse = await signIn('nurse')
    await opened.database.asSystem((trx) =>
      trx.updateTable('organization').set({ features: '{}' }).where('id', '=', 'w').execute(),
    )
    expect(codeOf(await bySignedLink(nurse))).toBe('FORBIDDEN')
  })

  test('a link is its owner’s to end', async () => {
    const nurse = await signIn('nurse')
    const linked = (await bySignedLink(nurse)).data?.['linkExternalAuthIdentity'] as { id: string }
    expect(codeOf(await ask(unlink, await signIn('manager'), { id: linked.id }))).toBe('NOT_FOUND')
    expect(await linkedRows()).toHaveLength(1)
    expect(codeOf(await ask(unlink, nurse, { id: linked.id }))).toBe('ok')
    expect(await linkedRows()).toEqual([])
    expect((await newestActions())[0]).toMatchObject({
      action: 'unlinkExternalAuthIdentity',
      actor_id: 'nurse',
      details: jones,
    })
    expect(codeOf(await ask(unlink, nurse, { id: linked.id }))).toBe('NOT_FOUND')
  })

  test('P084 a linked identity signs its user in, where it was linked, once; the action log has it', async () => {
    const multi = await signIn('multi')
    const linked = await ask(link, multi, { ...jones, identity: await fresh() }, { actingIn: 'w' })
    expect(linked.errors).toEqual([])
    const encoded = await signIdentity(key, portalOrigin, clock, {
      source: 'Quicksilva',
      organizationId: 'G82027',
      userId: 'dr-jones',
    })
    const signInBy = (await fromToolbar(encoded)) as { token: string; actingOrganizationId: string }
    expect(isOfLinkedIdentity(signInBy.token)).toBe(true)
    expect(signInBy.actingOrganizationId).toBe('w')
    expect((await newestActions())[0]).toEqual({
      action: 'signInByExternalIdentity',
      actor_id: 'multi',
      entity_id: 'multi',
      details: jones,
    })
    const session = await toolkit('signInWithCustomToken', { token: signInBy.token })
    expect((await ask(me, String(session['idToken']))).data?.['me']).toMatchObject({ id: 'multi' })
    expect(await fromToolbar(encoded)).toBeNull()
  })

  test('whose account it is is told before, and neither uses it up nor is a sign-in; used up, it is nobody’s', async () => {
    await bySignedLink(await signIn('nurse'))
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ first_name: 'Nora', last_name: 'Hill' })
        .where('id', '=', 'nurse')
        .execute(),
    )
    const encoded = await fresh()
    const nora = { account: { name: 'Nora Hill', email: 'nurse@example.test' } }
    expect(await post('account', encoded)).toEqual(nora)
    expect(await post('account', encoded)).toEqual(nora)
    expect((await newestActions())[0]?.action).toBe('linkExternalAuthIdentity')
    expect(await fromToolbar(encoded)).toMatchObject({ actingOrganizationId: 'w' })
    expect(await post('account', encoded)).toEqual({ account: null })
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ first_name: null, last_name: null })
        .where('id', '=', 'nurse')
        .execute(),
    )
    expect(await post('account', await fresh())).toEqual({
      account: { name: 'nurse@example.test', email: 'nurse@example.test' },
    })
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ enrolled_in_totp_mfa: true })
        .where('id', '=', 'nurse')
        .execute(),
    )
    expect(await post('account', await fresh())).toEqual({ account: null })
    const other = await fresh({ userId: 'dr-smith' })
    expect(await post('account', other)).toEqual({ account: null })
  })

  test('an identity that is nobody’s signs nobody in, and can still be linked', async () => {
    const encoded = await fresh()
    expect(await fromToolbar(encoded)).toBeNull()
    expect(codeOf(await ask(link, await signIn('nurse'), { ...jones, identity: encoded }))).toBe(
      'ok',
    )
  })

  test('a linked identity signs nobody in where the account has a second factor', async () => {
    await bySignedLink(await signIn('nurse'))
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ enrolled_in_totp_mfa: true })
        .where('id', '=', 'nurse')
        .execute(),
    )
    expect(await fromToolbar(await fresh())).toBeNull()
  })

  test('a linked identity signs nobody in whose account is switched off: it is not used up, and nothing is logged', async () => {
    await bySignedLink(await signIn('nurse'))
    const setDisabled = (is_disabled: boolean) =>
      opened.database.asSystem((trx) =>
        sql`update identity_account set is_disabled = ${is_disabled} where uid = 'nurse'`.execute(
          trx,
        ),
      )
    await setDisabled(true)
    onTestFinished(async () => void (await setDisabled(false)))
    const encoded = await fresh()
    expect(await fromToolbar(encoded)).toBeNull()
    expect((await newestActions())[0]?.action).toBe('linkExternalAuthIdentity')
    await setDisabled(false)
    expect(await fromToolbar(encoded)).toMatchObject({ actingOrganizationId: 'w' })
  })

  test('a linked identity signs nobody in whose organisation switched it off, whose role is gone, or who was removed', async () => {
    await bySignedLink(await signIn('nurse'))
    const setRoles = (roles: string) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('user_organization')
          .set({ roles })
          .where('user_id', '=', 'nurse')
          .where('organization_id', '=', 'w')
          .execute(),
      )
    await setRoles('["Read Only"]')
    expect(await fromToolbar(await fresh())).toBeNull()
    await setRoles('["Clinician"]')
    const features = (flags: object) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('organization')
          .set({ features: JSON.stringify(flags) })
          .where('id', '=', 'w')
          .execute(),
      )
    await features({})
    expect(await fromToolbar(await fresh())).toBeNull()
    await features({ ehrIntegrations: true })
    const setRemoved = (deleted_at: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('user_organization')
          .set({ deleted_at })
          .where('user_id', '=', 'nurse')
          .where('organization_id', '=', 'w')
          .execute(),
      )
    await setRemoved(new Date(time).toISOString())
    expect(await fromToolbar(await fresh())).toBeNull()
    await setRemoved(null)
    expect(await fromToolbar(await fresh())).toMatchObject({ actingOrganizationId: 'w' })
  })

  test('whoever is removed from the organisation keeps no link of it: another account can have the identity', async () => {
    await bySignedLink(await signIn('nurse'))
    const leaver = { organizationId: 'w', userId: 'nurse', at: new Date(time).toISOString() }
    await opened.database.asOrganization('w', (trx) =>
      leaveOrganization(trx, leaver, () => Promise.resolve()),
    )
    onTestFinished(() =>
      opened.database.asSystem(async (trx) => {
        for (const table of ['user_account', 'user_organization'] as const)
          await sql`update ${sql.table(table)} set deleted_at = null`.execute(trx)
      }),
    )
    expect(await linkedRows()).toEqual([])
    expect(codeOf(await bySignedLink(await signIn('manager')))).toBe('ok')
  })

  test('without a toolbar nothing is believed', async () => {
    const none = createReadIdentity({ keys: null, audience: () => portalOrigin, clock })
    expect(await none(await fresh())).toBeNull()
  })
})
