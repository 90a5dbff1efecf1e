import { beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, startServer } from '../client'
import type { Answer, TestServer } from '../client'
import { onBothEngines } from '../engines'
import { buildWorld, now } from '../world'
import { newDeviceKey, toBase64url } from './device'
import type { WireMutation } from './device'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const minute = 60_000

// Internal staff who act as a user do it under both names, for an hour, and as long as they are
// staff: also by way of sync.
onBothEngines(buildWorld, (opened) => {
  let time = now
  let isActing = false
  let server: TestServer
  let tablet: Tablet
  const clock = { now: () => time }
  beforeAll(async () => {
    server = await startServer(opened.database, {
      clock,
      verify: async () => ({
        uid: 'nurse',
        email: null,
        authTime: time / 1000,
        claims: isActing ? { loggedInAs: 'staff' } : {},
      }),
    })
  })
  const setStaff = (is: boolean) =>
    opened.database.kysely
      .updateTable('user_account')
      .set({ is_internal_staff: is })
      .where('id', '=', 'staff')
      .execute()
  beforeEach(async () => {
    time = now
    isActing = false
    await setStaff(true)
    tablet = createTablet(
      () => server,
      () => new Date(time).toISOString(),
    )
  })
  /** The nurse's own page, and one on which staff act as the nurse. */
  const signIn = (): Promise<SignedIn> => {
    isActing = false
    return tablet.signIn('nurse')
  }
  const actAs = (): Promise<SignedIn> => {
    isActing = true
    return tablet.signIn('nurse')
  }
  const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
  const post = async (path: string, body: object) =>
    (await (
      await server.fetch(`/Prod/sync/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).json()) as {
      readonly standing?: string | null
      readonly results: readonly { readonly class: string; readonly code: string | null }[]
    }
  const deliver = async (by: SignedIn, mutation: WireMutation) => {
    const { results } = await post('deliver', {
      group: tablet.group,
      epoch: by.hello.epoch,
      clientVersion: '3.15.0',
      mutations: [mutation],
    })
    return results.map((result) => [result.class, result.code])
  }
  const standing = async (by: SignedIn) => {
    const words = new TextEncoder().encode(['standing', tablet.group, by.sessionId].join('|'))
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      by.key.privateKey,
      words,
    )
    const told = await post('told', {
      group: tablet.group,
      ends: [],
      discards: [],
      standing: { sessionId: by.sessionId, signature: toBase64url(new Uint8Array(signature)) },
    })
    return told.standing
  }
  const newest = () =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'logged_in_as'])
      .where('organization_id', '=', 'w')
      .orderBy('seq', 'desc')
      .executeTakeFirst()
  const isNoted = async (id: string): Promise<boolean> =>
    (await opened.database.kysely
      .selectFrom('patient_note')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined

  test('the key of a user’s own session is no key for who acts as them', async () => {
    const { key } = await signIn()
    isActing = true
    expect(reasonOf(await tablet.askHello('nurse', key))).toEqual(['CONFLICT', 'SESSION_ENDED'])
  })

  test('the key of who acted is no key for the user’s own session', async () => {
    const { key } = await actAs()
    isActing = false
    expect(reasonOf(await tablet.askHello('nurse', key))).toEqual(['CONFLICT', 'SESSION_ENDED'])
  })

  test('with a key of their own, what they write is logged under both names', async () => {
    await signIn()
    const staff = await actAs()
    expect(await tablet.said(staff, await staff.note('a1', 'by staff'))).toEqual(['APPLIED'])
    expect(await newest()).toMatchObject({ actor_id: 'nurse', logged_in_as: 'staff' })
  })

  test('the user’s own session goes on beside it, under one name', async () => {
    const nurse = await signIn()
    await actAs()
    isActing = false
    expect(await tablet.said(nurse, await nurse.note('a1', 'her own'))).toEqual(['APPLIED'])
    expect(await newest()).toMatchObject({ actor_id: 'nurse', logged_in_as: null })
  })

  test('the same key says hello again within the hour, and is another’s after it', async () => {
    const staff = await actAs()
    time = now + 59 * minute
    expect(codeOf(await tablet.askHello('nurse', staff.key))).toBe('ok')
    time = now + 61 * minute
    expect(reasonOf(await tablet.askHello('nurse', staff.key))).toEqual([
      'CONFLICT',
      'SESSION_ENDED',
    ])
    expect(codeOf(await tablet.askHello('nurse', await newDeviceKey()))).toBe('ok')
  })

  test('what was captured within the hour is refused after it, whoever delivers it', async () => {
    const staff = await actAs()
    const note = await staff.note('a1', 'late')
    time = now + 61 * minute
    const nurse = await signIn()
    expect(await tablet.said(nurse, note)).toEqual(['REJECTED/SESSION_REVOKED'])
    expect(await isNoted(note.id)).toBe(false)
    expect(await newest()).toEqual({
      action: 'syncRejected',
      actor_id: 'nurse',
      logged_in_as: 'staff',
    })
  })

  test('what is received within the hour is taken', async () => {
    const staff = await actAs()
    const note = await staff.note('a1', 'in time')
    time = now + 59 * minute
    expect(await tablet.said(staff, note)).toEqual(['APPLIED'])
  })

  test('what was captured by staff is refused once they are no longer staff', async () => {
    const staff = await actAs()
    const note = await staff.note('a1', 'dismissed')
    await setStaff(false)
    const nurse = await signIn()
    expect(await tablet.said(nurse, note)).toEqual(['REJECTED/SESSION_REVOKED'])
    expect(await isNoted(note.id)).toBe(false)
  })

  test('a user’s own session knows no hour', async () => {
    const nurse = await signIn()
    const note = await nurse.note('a1', 'long offline')
    time = now + 61 * minute
    await setStaff(false)
    expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
  })

  test('without a credential nothing of theirs is taken; it waits for a sign-in', async () => {
    const staff = await actAs()
    const note = await staff.note('a1', 'idle')
    expect(await deliver(staff, note)).toEqual([['RETRY', 'SIGN_IN_FIRST']])
    expect(await isNoted(note.id)).toBe(false)
    expect(await tablet.said(staff, note)).toEqual(['APPLIED'])
  })

  test('without a credential the user’s own is still taken', async () => {
    const nurse = await signIn()
    expect(await deliver(nurse, await nurse.note('a1', 'idle, her own'))).toEqual([
      ['APPLIED', null],
    ])
  })

  test('who acts may read on for the hour, and as long as they are staff', async () => {
    const staff = await actAs()
    expect(await standing(staff)).toBe('stands')
    await setStaff(false)
    expect(await standing(staff)).toBe('revoked')
    await setStaff(true)
    time = now + 61 * minute
    expect(await standing(staff)).toBe('revoked')
  })
})
