import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld } from '../world'
import { createPuller } from './puller'
import type { Puller } from './puller'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const scopes = ['ROSTER:w', 'PATIENT:a1', 'ME:w']

// The very next pull says what a user may no longer have: a device that asks every few seconds is
// rid of it as quickly.
onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const asOwner = (statement: string) =>
    opened.database.asSystem((trx) => sql.raw(statement).execute(trx))

  let tablet: Tablet
  let carer: SignedIn
  let puller: Puller
  beforeEach(async () => {
    await asOwner(`update user_organization set roles = '["Care Assistant"]', deleted_at = null where user_id = 'care'; update user_account set deleted_at = null where id = 'care';
      update organization set features = '{"wards": true, "referrals": true}' where id = 'w'; delete from ward_staff where user_id = 'care';
      insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'care', 'w', '${at(9000)}')`)
    tablet = createTablet(
      () => server,
      () => at(0),
    )
    carer = await tablet.signIn('care')
    puller = createPuller(tablet, 'care', () => carer.hello.epoch)
    await puller.pull(scopes)
    // Once more, so that the view is known to be whole: what comes next must be noticed all the
    // same.
    await puller.pull(scopes)
    expect(puller.held('VirtualWardPatient')).toEqual(['a1', 'a2'])
    expect(puller.held('Patient')).toEqual(['a1'])
  })
  const removed = (
    answer:
      | {
          readonly scopes: readonly {
            readonly scope: string
            readonly remove: readonly { id: string; reason: string }[]
          }[]
        }
      | undefined,
  ) =>
    answer?.scopes
      .find(({ scope }) => scope === 'ROSTER:w')
      ?.remove.map(({ id, reason }) => [id, reason])

  test('taken off the ward: its patients are REVOKED and their records with them', async () => {
    await asOwner(`delete from ward_staff where user_id = 'care'`)
    const [answer] = await puller.pull(scopes)
    expect(removed(answer)).toEqual([
      ['a1', 'REVOKED'],
      ['a2', 'REVOKED'],
    ])
    expect(answer?.revokedScopes).toEqual(['PATIENT:a1'])
    expect([
      puller.held('VirtualWardPatient'),
      puller.held('Patient'),
      puller.held('Checkup'),
    ]).toEqual([[], [], []])
    expect(puller.held('Me')).toEqual(['care'])
  })

  test('put on another ward: its patients come, those of the old one go', async () => {
    await asOwner(`update ward_staff set ward_id = 'ward-B' where user_id = 'care'`)
    const [answer] = await puller.pull(scopes)
    expect(removed(answer)).toEqual([
      ['a1', 'REVOKED'],
      ['a2', 'REVOKED'],
    ])
    expect(puller.held('VirtualWardPatient')).toEqual(['b1'])
  })

  test('a role that no longer shows patients: roster and records are revoked whole', async () => {
    await asOwner(`update user_organization set roles = '["Self Care"]' where user_id = 'care'`)
    const [answer] = await puller.pull(scopes)
    expect(answer?.revokedScopes).toEqual(['ROSTER:w', 'PATIENT:a1'])
    expect([puller.held('VirtualWardPatient'), puller.held('Patient')]).toEqual([[], []])
  })

  test('a custom role that permits less: the same', async () => {
    await asOwner(`update user_organization set roles = '["Night Owl"]' where user_id = 'care'`)
    await puller.pull(scopes)
    const [before] = await puller.pull(scopes)
    expect(before?.revokedScopes).not.toContain('ROSTER:w')
    await asOwner(`update role set permissions = '["add_patient_notes"]' where name = 'Night Owl'`)
    const [answer] = await puller.pull(scopes)
    expect(answer?.revokedScopes).toEqual(['ROSTER:w', 'PATIENT:a1'])
    expect(puller.held('VirtualWardPatient')).toEqual([])
    await asOwner(
      `update role set permissions = '["view_patients", "add_patient_notes"]' where name = 'Night Owl'`,
    )
  })

  test('a role that oversees every ward, given and taken: the other ward comes and goes', async () => {
    await asOwner(
      `update user_organization set roles = '["Organisation Admin"]' where user_id = 'care'`,
    )
    await puller.pull(scopes)
    expect(puller.held('VirtualWardPatient')).toEqual(['a1', 'a2', 'b1'])
    await asOwner(
      `update user_organization set roles = '["Care Assistant"]' where user_id = 'care'`,
    )
    const [answer] = await puller.pull(scopes)
    expect(removed(answer)).toEqual([['b1', 'REVOKED']])
    expect(puller.held('VirtualWardPatient')).toEqual(['a1', 'a2'])
  })

  test('no member any more: nothing of the organisation is answered; no user any more: not signed in', async () => {
    const ask = () =>
      puller.askPull({
        cursors: [{ scope: 'ROSTER:w', cursor: puller.cursors.get('ROSTER:w') ?? null }],
      })
    await asOwner(`update user_organization set deleted_at = '${at(0)}' where user_id = 'care'`)
    const stranger = await ask()
    expect([codeOf(stranger), stranger.data]).toEqual(['FORBIDDEN', null])
    await asOwner(`update user_account set deleted_at = '${at(0)}' where id = 'care'`)
    const nobody = await ask()
    expect([nobody.status, codeOf(nobody), nobody.data]).toEqual([401, 'UNAUTHORIZED', null])
  })

  describe('what was written before and is still on the device', () => {
    test('is decided all the same, by who else delivers it, and by the right at capture', async () => {
      const note = await carer.note('a1', 'before the ward was taken', { at: at(5) })
      const nurse = await tablet.signIn('nurse')
      // The session began now, by the tests' clock: five minutes of slack before it.
      await asOwner(
        `delete from ward_staff where user_id = 'care'; update access_history set until = '${at(1)}' where user_id = 'care' and ward_id is not null`,
      )
      expect((await puller.pull(scopes))[0]?.revokedScopes).toEqual(['PATIENT:a1'])
      expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
    })
  })
})
