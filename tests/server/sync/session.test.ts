import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { beginEpoch, currentEpoch } from '../../../server/engine/epoch'
import { minClient } from '../../../server/engine/parts'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { fromBase64url, newDeviceKey } from './device'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const hour = 3_600_000
const end = 'mutation ($g: ID!, $s: ID!) { syncEndSession(group: $g, sessionId: $s) }'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  const clock = { now: () => time }
  const iso = (ms: number): string => new Date(ms).toISOString()
  const newTablet = (): Tablet =>
    createTablet(
      () => server,
      () => iso(time),
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock })
  })
  const asOwner = (statement: string) =>
    opened.database.asSystem((trx) => sql.raw(statement).execute(trx))

  describe('hello', () => {
    test('answers what a device needs, and no secret lies readable in the database', async () => {
      const nurse = await newTablet().signIn('nurse')
      expect(nurse.hello).toMatchObject({
        serverTime: at(0),
        minClient,
        offlineLeaseHours: 12,
        epoch: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })
      expect(nurse.hello.scopes).toEqual([
        { id: 'ME:w', kind: 'ME', version: '1' },
        { id: 'ROSTER:w', kind: 'ROSTER', version: 'ward-A' },
      ])
      expect(fromBase64url(nurse.hello.deviceKek)).toHaveLength(32)
      const kept = JSON.stringify(
        await Promise.all([
          opened.database.kysely.selectFrom('device_kek').selectAll().execute(),
          opened.database.kysely.selectFrom('vault_key').selectAll().execute(),
        ]),
      )
      expect(kept).not.toContain(nurse.hello.deviceKek)
      expect(kept).not.toContain('MIGHAgEAMBMGByqGSM49') // a private P-256 key in the clear begins so
    })

    test('said again with the same key it is the same session; another key of the same user is another', async () => {
      const tablet = newTablet()
      const first = await tablet.signIn('nurse')
      const again = await tablet.signIn('nurse', undefined, first.key)
      const other = await tablet.signIn('nurse')
      expect(again.sessionId).toBe(first.sessionId)
      expect(other.sessionId).not.toBe(first.sessionId)
    })

    test('the key that wraps is one for a user on a tablet: another user, another tablet, another key', async () => {
      const [one, two] = [newTablet(), newTablet()]
      const kek = async (tablet: Tablet, user: string): Promise<string> =>
        (await tablet.signIn(user)).hello.deviceKek
      const nurse = await kek(one, 'nurse')
      expect(await kek(one, 'nurse')).toBe(nurse)
      expect(await kek(one, 'care')).not.toBe(nurse)
      expect(await kek(two, 'nurse')).not.toBe(nurse)
    })

    test('the organisation decides how long a device may read without saying hello', async () => {
      await asOwner(`update organization set offline_lease_hours = 72 where id = 'h'`)
      expect((await newTablet().signIn('carer')).hello.offlineLeaseHours).toBe(72)
      await expect(
        asOwner(`update organization set offline_lease_hours = 73 where id = 'h'`),
      ).rejects.toThrow()
    })

    test('wrong input is named: group, version and a key that is not on the curve', async () => {
      const good = await newDeviceKey()
      const bytes = fromBase64url(good.publicKey)
      bytes[90] = (bytes[90] ?? 0) ^ 1
      const query = (group: string, clientVersion: string, devicePublicKey: string) =>
        server.ask('query ($in: HelloIn!) { syncHello(in: $in) { epoch } }', {
          as: 'nurse',
          variables: {
            in: { group, clientVersion, schemaVersion: 1, devicePublicKey, wallClock: at(0) },
          },
        })
      for (const [answer, path] of [
        [await query('a', '3.15.0', good.publicKey), 'in.group'],
        [await query('group-0001', '3', good.publicKey), 'in.clientVersion'],
        [
          await query('group-0001', '3.15.0', Buffer.from(bytes).toString('base64url')),
          'in.devicePublicKey',
        ],
        [await query('group-0001', '3.15.0', 'AAAA'), 'in.devicePublicKey'],
      ] as const) {
        expect(codeOf(answer)).toBe('BAD_USER_INPUT')
        expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([{ path }])
      }
    })

    test('a key is one session\u2019s: not another user\u2019s, organisation\u2019s or tablet\u2019s', async () => {
      const [tablet, other] = [newTablet(), newTablet()]
      const { key } = await tablet.signIn('multi', 'w')
      for (const answer of [
        await tablet.askHello('nurse', key),
        await tablet.askHello('multi', key, 'h'),
        await other.askHello('multi', key, 'w'),
      ]) {
        expect(codeOf(answer)).toBe('CONFLICT')
        expect(answer.errors[0]?.extensions?.reason).toBe('SESSION_ENDED')
      }
    })
  })

  describe('a session that was ended', () => {
    test('takes what was captured before, whoever delivers it, and refuses what was captured after; its key is shredded', async () => {
      const tablet = newTablet()
      time = now
      const nurse = await tablet.signIn('nurse')
      const before = await nurse.note('a1', 'before signing out', { at: iso(now + hour) })
      const after = await nurse.note('a1', 'after signing out', { at: iso(now + 3 * hour) })
      time = now + 2 * hour
      const answer = await server.ask(end, {
        as: 'nurse',
        variables: { g: tablet.group, s: nurse.sessionId },
      })
      expect(answer.data).toEqual({ syncEndSession: true })
      time = now + 4 * hour
      const care = await tablet.signIn('care')
      expect(await tablet.said(care, before, after)).toEqual([
        'APPLIED',
        'REJECTED/SESSION_REVOKED',
      ])
      expect(codeOf(await tablet.askHello('nurse', nurse.key))).toBe('CONFLICT')
      expect((await tablet.signIn('nurse')).hello.deviceKek).not.toBe(nurse.hello.deviceKek)
      time = now
    })

    test('can be ended by its own user alone', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      expect(
        (await server.ask(end, { as: 'care', variables: { g: tablet.group, s: nurse.sessionId } }))
          .data,
      ).toEqual({ syncEndSession: false })
      expect(await tablet.said(nurse, await nurse.note('a1', 'still here'))).toEqual(['APPLIED'])
    })
  })

  describe('rights that were lost while a device was offline', () => {
    const offline = async (
      user: string,
      lose: string,
    ): Promise<readonly [Tablet, SignedIn, string, string]> => {
      const tablet = newTablet()
      time = now
      const author = await tablet.signIn(user)
      const before = await author.note('a1', 'while she might', { at: iso(now + hour) })
      const after = await author.note('a1', 'when she might not', { at: iso(now + 3 * hour) })
      await asOwner(lose.replaceAll('$lost', `'${iso(now + 2 * hour)}'`))
      time = now + 4 * hour
      const other = await tablet.signIn('admin')
      const [first = '', second = ''] = await tablet.said(other, before, after)
      time = now
      return [tablet, author, first, second]
    }

    test('a removed member: nothing is taken, since before is the device’s own word', async () => {
      const [, , before, after] = await offline(
        'manager',
        `update user_organization set deleted_at = $lost where user_id = 'manager'`,
      )
      expect([before, after]).toEqual(['REJECTED/SESSION_REVOKED', 'REJECTED/SESSION_REVOKED'])
    })

    test('a patient who left the ward: before is accepted, after refused', async () => {
      const [, , before, after] = await offline(
        'owl',
        `update ward_admission set discharged_at = $lost where patient_id = 'a1'`,
      )
      await asOwner(`update ward_admission set discharged_at = null where patient_id = 'a1'`)
      expect([before, after]).toEqual(['APPLIED', 'REJECTED/NOT_FOUND'])
    })

    test('a custom role that permits less, or more, since: what it permitted at capture counts', async () => {
      const set = (permissions: readonly string[]) =>
        `update role set permissions = '${JSON.stringify(permissions)}' where id = 'owl'; update access_history set until = $lost where role_name = 'Night Owl'`
      const [, , before, after] = await offline('owl', set(['view_patients']))
      expect([before, after]).toEqual(['APPLIED', 'REJECTED/FORBIDDEN'])
      await asOwner(`delete from access_history where role_name = 'Night Owl'`)
      const [, , early, late] = await offline('owl', set(['view_patients', 'add_patient_notes']))
      expect([early, late]).toEqual(['REJECTED/FORBIDDEN', 'APPLIED'])
      await asOwner(`delete from access_history where role_name = 'Night Owl'`)
    })

    test('a custom role that is renamed or deleted leaves what it permitted behind, and a description changes nothing', async () => {
      const history = async () =>
        await opened.database.kysely
          .selectFrom('access_history')
          .select(['role_name', 'permissions', 'user_id', 'since'])
          .where('role_name', 'is not', null)
          .orderBy('until')
          .execute()
      await asOwner(
        `insert into role (id, organization_id, name, description, permissions) values ('r1', 'w', 'Early Bird', 'x', '["view_patients"]'); update role set description = 'y' where id = 'r1'`,
      )
      expect(await history()).toEqual([])
      await asOwner(`update role set name = 'Late Bird' where id = 'r1'`)
      await asOwner(`delete from role where id = 'r1'`)
      expect(await history()).toMatchObject([
        { role_name: 'Early Bird', permissions: ['view_patients'], user_id: null },
        { role_name: 'Late Bird', permissions: ['view_patients'], user_id: null },
      ])
      await asOwner(`delete from access_history where role_name is not null`)
    })

    test('a lesser role: before is accepted, after refused', async () => {
      const [, , before, after] = await offline(
        'owl',
        `
        update user_organization set roles = '["Read Only"]' where user_id = 'owl'; update access_history set until = $lost where user_id = 'owl'`,
      )
      expect([before, after]).toEqual(['APPLIED', 'REJECTED/FORBIDDEN'])
    })

    test('taken off the ward: before is accepted, after refused', async () => {
      const [, , before, after] = await offline(
        'care',
        `
        delete from ward_staff where user_id = 'care'; update access_history set until = $lost where user_id = 'care' and ward_id is not null`,
      )
      expect([before, after]).toEqual(['APPLIED', 'REJECTED/NOT_FOUND'])
    })

    test('what was captured more than 90 days ago is refused', async () => {
      const tablet = newTablet()
      time = now - 91 * 24 * hour
      await asOwner(
        `update user_organization set created_at = created_at - interval '1 year' where user_id = 'nurse'`,
      )
      const nurse = await tablet.signIn('nurse')
      const old = await nurse.note('a1', 'long ago')
      // The device said hello all the while.
      await asOwner(`update sync_session set last_hello_at = '${iso(now)}'`)
      time = now
      expect(await tablet.said(nurse, old)).toEqual(['REJECTED/TOO_OLD'])
    })
  })

  describe('a new epoch', () => {
    test('every push of the old one is answered EPOCH and does nothing', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const note = await nurse.note('a1', 'between lives')
      const old = await currentEpoch(opened.database, clock)
      const begun = await beginEpoch(opened.database, clock, old)
      expect(await beginEpoch(opened.database, clock, old)).toBe(begun)
      const pushed = await tablet.push(nurse, note)
      expect(pushed).toMatchObject({
        epoch: begun,
        results: [{ id: note.id, class: 'EPOCH', replay: false }],
      })
      expect(
        await opened.database.kysely
          .selectFrom('patient_note')
          .select('id')
          .where('id', '=', note.id)
          .execute(),
      ).toEqual([])
      const again = await tablet.signIn('nurse', undefined, nurse.key)
      expect(again.hello.epoch).toBe(begun)
      expect(await tablet.said(again, note)).toEqual(['APPLIED'])
    })
  })
})
