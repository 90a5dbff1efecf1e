import { createHmac, generateKeyPairSync } from 'node:crypto'
import {
  errors,
  exportJWK,
  importJWK,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  importSPKI,
  SignJWT,
  UnsecuredJWT,
  type JWK,
} from 'jose'
import { CompiledQuery } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createFirebaseVerifier, KeysUnreachableError } from '../../../server/identity'
import {
  projectId,
  startIdentityServer,
  time,
  tokenOf,
  type IdentityServer,
  type Person,
} from './identity-server'
import { openKey } from '../../../server/identity/sealed'
import { secretBox } from '../../../server/secret-box'
import { onPglite } from '../engines'

let server: IdentityServer

const decoded = (token: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedIn = async (person: Person) => {
  const auth = server.portal()
  expect(await auth.signInWithPassword(person.email, person.password)).toEqual({ kind: 'success' })
  return auth
}
const ourKey = async (): Promise<{ kid: string; jwk: JWK }> => {
  const { rows } = await server.database.kysely.executeQuery<{ kid: string; private_jwk: string }>(
    CompiledQuery.raw('select kid, private_jwk from identity_key order by created_at desc'),
  )
  const row = rows[0]
  if (row === undefined) throw new Error('No key')
  const jwk = openKey(secretBox(new Uint8Array(32)), row.kid, row.private_jwk)
  if (jwk === null) throw new Error('A key of another secret')
  return { kid: row.kid, jwk }
}
/**
 * A token as ours, signed with our own key, with some claims changed: only those can be the reason
 * of a refusal.
 */
const ourToken = async (person: Person, change: Record<string, unknown> = {}): Promise<string> => {
  const { kid, jwk } = await ourKey()
  const now = Math.floor(server.now() / 1000)
  return new SignJWT({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: person.uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    ...change,
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(await importJWK(jwk, 'RS256'))
}
const refused = (token: string) => expect(server.identity.verify(token)).rejects

onPglite(
  async (database) => {
    server = await startIdentityServer(database)
  },
  () => {
    afterAll(() => server.close())

    describe('an ID token', () => {
      test('has the claims of a Firebase token', async () => {
        const person = await server.person()
        const token = await tokenOf(await signedIn(person))
        expect(decoded(token, 0)).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
        const claims = decoded(token, 1)
        expect(claims).toMatchObject({
          iss: `https://securetoken.google.com/${projectId}`,
          aud: projectId,
          sub: person.uid,
          user_id: person.uid,
          email: person.email,
          auth_time: expect.any(Number),
          firebase: { sign_in_provider: 'password' },
        })
        expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
      })

      test('made by this test in the same way is believed, so that the refusals below have one reason each', async () => {
        const person = await server.person()
        await expect(server.identity.verify(await ourToken(person))).resolves.toMatchObject({
          uid: person.uid,
        })
      })

      test('without a signature (alg none) is refused', async () => {
        const person = await server.person()
        const claims = decoded(await ourToken(person), 1)
        await refused(new UnsecuredJWT(claims).encode()).toMatchObject({ code: 'INVALID_ID_TOKEN' })
        for (const alg of ['none', 'None', 'NONE', ''])
          await refused(`${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}.`).toMatchObject({
            code: 'INVALID_ID_TOKEN',
          })
      })

      test('signed as HS256 with our public key as the secret is refused', async () => {
        const person = await server.person()
        const { kid, jwk } = await ourKey()
        const pem = await exportSPKI(
          (await importJWK({ kty: jwk.kty, n: jwk.n, e: jwk.e }, 'RS256', {
            extractable: true,
          })) as never,
        )
        const body = `${encoded({ alg: 'HS256', kid, typ: 'JWT' })}.${encoded(decoded(await ourToken(person), 1))}`
        for (const secret of [
          pem,
          pem.trim(),
          JSON.stringify({ kty: jwk.kty, n: jwk.n, e: jwk.e }),
        ]) {
          await refused(
            `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`,
          ).toMatchObject({ code: 'INVALID_ID_TOKEN' })
        }
        await expect(importSPKI(pem, 'RS256')).resolves.toBeDefined()
      })

      test('that brings or points to its own key (jwk, jku, x5u, kid as a path or SQL) is refused', async () => {
        const person = await server.person()
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
        const own = await exportJWK(publicKey)
        const { kid } = await ourKey()
        const claims = decoded(await ourToken(person), 1)
        const headers = [
          { kid, jwk: own },
          { jwk: own },
          { kid: 'own', jku: 'https://evil.example/keys' },
          { kid, x5u: 'https://evil.example/cert' },
          { kid: '../../../../dev/null' },
          { kid: "' or 1=1 --" },
          { kid: '__proto__' },
          {},
        ]
        for (const header of headers) {
          await refused(
            await new SignJWT(claims)
              .setProtectedHeader({ alg: 'RS256', ...header } as never)
              .sign(privateKey),
          ).toMatchObject({ code: 'INVALID_ID_TOKEN' })
        }
      })

      test('of another project, another issuer, without a subject or with a changed payload is refused', async () => {
        const person = await server.person()
        await refused(await ourToken(person, { aud: 'another-project' })).toMatchObject({
          code: 'INVALID_ID_TOKEN',
        })
        await refused(
          await ourToken(person, { iss: 'https://securetoken.google.com/another-project' }),
        ).toMatchObject({ code: 'INVALID_ID_TOKEN' })
        await refused(await ourToken(person, { sub: undefined })).toMatchObject({
          code: 'INVALID_ID_TOKEN',
        })
        await refused(await ourToken(person, { auth_time: undefined })).toMatchObject({
          code: 'INVALID_ID_TOKEN',
        })
        await refused(await ourToken(person, { sub: 'somebody-else' })).toMatchObject({
          code: 'USER_NOT_FOUND',
        })
        const [header, , signature] = (await ourToken(person)).split('.')
        await refused(
          `${header}.${encoded({ ...decoded(await ourToken(person), 1), sub: 'admin' })}.${signature}`,
        ).toMatchObject({ code: 'INVALID_ID_TOKEN' })
        for (const nonsense of ['', '.', '..', 'a.b.c', 'null', '{}'])
          await refused(nonsense).toMatchObject({ code: 'INVALID_ID_TOKEN' })
      })

      test('is refused from the second it expires, and one of the future is refused too', async () => {
        const person = await server.person()
        const now = Math.floor(server.now() / 1000)
        await refused(await ourToken(person, { exp: now - 1 })).toMatchObject({
          code: 'TOKEN_EXPIRED',
        })
        await refused(await ourToken(person, { nbf: now + 600 })).toMatchObject({
          code: 'INVALID_ID_TOKEN',
        })
      })

      test('a custom token is no ID token, and an ID token no custom token', async () => {
        const person = await server.person()
        await refused(await server.identity.customToken(person.uid)).toMatchObject({
          code: 'INVALID_ID_TOKEN',
        })
        expect(await server.portal().signInWithToken(await ourToken(person))).toMatchObject({
          kind: 'problem',
        })
      })
    })

    describe('a session', () => {
      test('gets fresh tokens while it runs, and ends after twelve hours however often it was refreshed', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const before = await tokenOf(auth)
        server.pass(time.hour)
        await refused(before).toMatchObject({ code: 'TOKEN_EXPIRED' })
        const fresh = await auth.idToken(true)
        expect(await server.identity.verify(fresh ?? '')).toMatchObject({
          uid: person.uid,
          authTime: decoded(before, 1).auth_time,
        })
        server.pass(11 * time.hour)
        expect(await auth.idToken(true)).toBeNull()
        expect(await auth.state()).toBe('signed-out')
        expect(auth.ended()).toBeNull()
      })

      test('of somebody who works where nobody is logged out goes on while it is used, and ends twelve hours after it was last', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        server.stays.add(person.uid)
        for (let day = 0; day < 4; day += 1) {
          server.pass(11 * time.hour)
          expect(await server.identity.verify((await auth.idToken(true)) ?? '')).toMatchObject({
            uid: person.uid,
          })
        }
        // Switched on again: what is left of the twelve hours counts.
        server.stays.delete(person.uid)
        server.pass(11 * time.hour)
        expect(await auth.idToken(true)).not.toBeNull()
        server.pass(2 * time.hour)
        expect(await auth.idToken(true)).toBeNull()
      })

      test('lies in the database without anything that could be shown again', async () => {
        const person = await server.person()
        const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
        const { refreshToken } = (
          await server.post(path, { email: person.email, password: person.password })
        ).body as { refreshToken: string }
        for (const table of [
          'identity_refresh_token',
          'identity_account',
          'identity_attempt',
          'identity_action_code',
        ]) {
          const { rows } = await server.database.kysely.executeQuery(
            CompiledQuery.raw(`select * from ${table}`),
          )
          expect(JSON.stringify(rows)).not.toContain(refreshToken)
          expect(JSON.stringify(rows)).not.toContain(person.password)
        }
      })

      test('goes on when keys are rotated: old tokens stay good, new ones come from the new key', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const old = await tokenOf(auth)
        await server.identity.rotateKeys()
        await expect(server.identity.verify(old)).resolves.toMatchObject({ uid: person.uid })
        const fresh = (await auth.idToken(true)) ?? ''
        expect(decoded(fresh, 0).kid).not.toBe(decoded(old, 0).kid)
        await expect(server.identity.verify(fresh)).resolves.toMatchObject({ uid: person.uid })
      })

      test('a made-up refresh token, or none, gets nothing', async () => {
        for (const body of [
          'grant_type=refresh_token&refresh_token=made-up',
          'grant_type=refresh_token',
          'grant_type=password&refresh_token=x',
          '',
        ]) {
          const answer = await fetch(`${server.origin}/securetoken.googleapis.com/v1/token?key=k`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            body,
          })
          expect(answer.status).toBe(400)
          expect(answer.headers.get('cache-control')).toBe('no-store')
        }
      })

      test('ends when the server ends it, also for tokens already out', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const token = await tokenOf(auth)
        await server.identity.endSessions(person.uid)
        await refused(token).toMatchObject({ code: 'TOKEN_EXPIRED' })
        expect(await auth.idToken(true)).toBeNull()
        expect(auth.ended()).toBe('revoked')
        const again = await signedIn(person)
        await expect(server.identity.verify(await tokenOf(again))).resolves.toMatchObject({
          uid: person.uid,
        })
      })

      test('of an account that is switched off ends, and the device hears that it was that', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const token = await tokenOf(auth)
        await server.identity.setDisabled(person.uid, true)
        await refused(token).toMatchObject({ code: 'USER_DISABLED' })
        expect(await auth.idToken(true)).toBeNull()
        expect(auth.ended()).toBe('disabled')
        expect(await auth.signInWithPassword(person.email, person.password)).toMatchObject({
          kind: 'problem',
          problem: { kind: 'unauthorized', ended: 'disabled' },
        })
        await server.identity.setDisabled(person.uid, false)
        expect(await auth.signInWithPassword(person.email, person.password)).toEqual({
          kind: 'success',
        })
        await tokenOf(auth)
        expect(auth.ended()).toBeNull()
      })
    })

    describe('a custom token', () => {
      test('signs its user in and carries its claims through refreshes', async () => {
        const person = await server.person()
        const auth = server.portal()
        expect(
          await auth.signInWithToken(
            await server.identity.customToken(person.uid, { loggedInAs: 'staff-1' }),
          ),
        ).toEqual({ kind: 'success' })
        expect(await server.identity.verify((await auth.idToken(true)) ?? '')).toMatchObject({
          uid: person.uid,
          claims: { loggedInAs: 'staff-1' },
        })
      })

      test('forged, unsigned, for nobody or too old is refused', async () => {
        const person = await server.person()
        const token = await server.identity.customToken(person.uid)
        const { privateKey } = generateKeyPairSync('rsa', {
          modulusLength: 2048,
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        })
        const forged = await new SignJWT(decoded(token, 1))
          .setProtectedHeader(decoded(token, 0) as { alg: string })
          .sign(await importPKCS8(privateKey, 'RS256'))
        const unsigned = `${encoded({ alg: 'none' })}.${encoded(decoded(token, 1))}.`
        for (const bad of [
          forged,
          unsigned,
          'nonsense',
          await server.identity.customToken('nobody'),
        ]) {
          expect(await server.portal().signInWithToken(bad)).toMatchObject({
            kind: 'problem',
            problem: { kind: 'unauthorized' },
          })
        }
        server.pass(5 * time.minute + 1000)
        expect(await server.portal().signInWithToken(token)).toMatchObject({ kind: 'problem' })
      })
    })

    test('a Firebase project’s tokens go the same way, with Google’s keys instead of ours', async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256')
      const verify = createFirebaseVerifier({
        projectId: 'lamplight-prod',
        clock: { now: () => server.now() },
        keys: async ({ kid }) => {
          if (kid === 'outage') throw new TypeError('fetch failed')
          if (kid !== 'google-1') throw new errors.JWKSNoMatchingKey()
          return publicKey
        },
      })
      const now = Math.floor(server.now() / 1000)
      const token = (change: object, kid = 'google-1') =>
        new SignJWT({
          iss: 'https://securetoken.google.com/lamplight-prod',
          aud: 'lamplight-prod',
          sub: 'u1',
          email: 'a@b.example',
          iat: now,
          exp: now + 3600,
          auth_time: now,
          ...change,
        })
          .setProtectedHeader({ alg: 'RS256', kid })
          .sign(privateKey)
      expect(await verify(await token({}))).toEqual({
        uid: 'u1',
        email: 'a@b.example',
        authTime: now,
        claims: {},
      })
      await expect(verify(await token({ aud: projectId }))).rejects.toMatchObject({
        code: 'INVALID_ID_TOKEN',
      })
      await expect(verify(await token({}, 'other'))).rejects.toMatchObject({
        code: 'INVALID_ID_TOKEN',
      })
      await expect(verify(await token({ exp: now - 1 }))).rejects.toMatchObject({
        code: 'TOKEN_EXPIRED',
      })
      // Google out of reach is no reason to sign anyone out.
      await expect(verify(await token({}, 'outage'))).rejects.toBeInstanceOf(KeysUnreachableError)
    })
  },
)
