import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentity } from '../../../server/identity'
import { openFactorSecret, openKey } from '../../../server/identity/sealed'
import { secretBox } from '../../../server/secret-box'
import { onBothEngines } from '../engines'
import {
  challengeOf,
  codeAt,
  projectId,
  startIdentityServer,
  tokenOf,
  type IdentityServer,
} from './identity-server'

/** That of the identity server of these tests. */
const box = secretBox(new Uint8Array(32))
const another = secretBox(new Uint8Array(32).fill(1))

onBothEngines(
  async () => undefined,
  (opened) => {
    let server: IdentityServer
    beforeAll(async () => {
      server = await startIdentityServer(opened.database)
    })
    afterAll(() => server.close())

    /** The server after a restart, with a secret. */
    const restarted = (secrets = box) =>
      createIdentity({
        database: opened.database,
        secrets,
        clock: { now: server.now },
        mailer: { send: async () => {} },
        config: { projectId, portalUrl: 'https://portal.example' },
      })
    const keys = async () =>
      (
        await sql<{ kid: string; jwk: string | object }>`
          select kid, private_jwk as jwk from identity_key`.execute(opened.database.kysely)
      ).rows
    const secretOf = async (uid: string, table = 'identity_factor') =>
      (
        await sql<{ secret: string }>`
          select secret from ${sql.table(table)} where uid = ${uid}`.execute(opened.database.kysely)
      ).rows[0]?.secret ?? ''
    /** Everything that the database keeps of keys and factors. */
    const kept = async () =>
      JSON.stringify([
        await keys(),
        await sql`select * from identity_factor`
          .execute(opened.database.kysely)
          .then(({ rows }) => rows),
        await sql`select * from identity_challenge`
          .execute(opened.database.kysely)
          .then(({ rows }) => rows),
      ])

    test('a copy of the database has neither a signing key nor a secret of a second factor', async () => {
      const person = await server.person({ totp: true })
      const auth = server.portal()
      await auth.answerChallenge(
        await challengeOf(auth, person),
        codeAt(person.secret, server.now()),
      )
      await tokenOf(auth)
      const enrolling = await server.person()
      const page = server.portal()
      await page.signInWithPassword(enrolling.email, enrolling.password)
      const started = await page.startTotpEnrolment(enrolling.password)
      if (started.kind !== 'started') throw new Error(started.kind)

      const all = await kept()
      for (const secret of [person.secret, started.secret]) expect(all).not.toContain(secret)
      expect(all).not.toContain('"kty"')
      expect(openFactorSecret(box, person.uid, await secretOf(person.uid))).toBe(person.secret)
      expect(
        openFactorSecret(box, enrolling.uid, await secretOf(enrolling.uid, 'identity_challenge')),
      ).toBe(started.secret)
      // It is bound to its account.
      const sealed = await secretOf(person.uid)
      expect(() => openFactorSecret(box, enrolling.uid, sealed)).toThrow('another secret')
    })

    test('a server with another secret believes no token of before, and signs with a key of its own', async () => {
      const person = await server.person()
      const auth = server.portal()
      await auth.signInWithPassword(person.email, person.password)
      const before = await tokenOf(auth)
      const stranger = restarted(another)
      await expect(stranger.verify(before)).rejects.toThrow()
      await stranger.customToken(person.uid)
      expect(
        (await keys()).filter(({ kid, jwk }) => openKey(another, kid, jwk as string) !== null),
      ).toHaveLength(1)
    })
  },
)
