import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginEpoch, currentEpoch } from '../../../server/engine/epoch'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { buildWorld, now } from '../world'
import { toBase64url, write } from './device'
import type { WireMutation } from './device'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const minute = 60_000

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  const iso = (ms: number): string => new Date(ms).toISOString()
  const newTablet = (): Tablet =>
    createTablet(
      () => server,
      () => iso(time),
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
  })
  afterEach(() => {
    time = now
  })

  const post = (path: string, body: unknown, to = server): Promise<Response> =>
    to.fetch(`/Prod/sync/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  /** As a device on which nobody is signed in: no token, no organisation. */
  const deliver = async (tablet: Tablet, epoch: string, ...mutations: readonly WireMutation[]) => {
    const answer = await post('deliver', {
      group: tablet.group,
      epoch,
      clientVersion: '3.15.0',
      mutations,
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as {
      readonly epoch: string
      readonly results: readonly {
        readonly id: string
        readonly class: string
        readonly code: string | null
        readonly server?: unknown
      }[]
    }
  }
  const said = async (
    tablet: Tablet,
    by: SignedIn,
    ...mutations: readonly WireMutation[]
  ): Promise<readonly string[]> =>
    (await deliver(tablet, by.hello.epoch, ...mutations)).results.map((result) =>
      result.code === null ? result.class : `${result.class}/${result.code}`,
    )
  const kept = (id: string) =>
    opened.database.kysely
      .selectFrom('sync_mutation')
      .select(['author_id', 'delivered_by', 'class'])
      .where('id', '=', id)
      .executeTakeFirst()
  const noted = (id: string) =>
    opened.database.kysely
      .selectFrom('patient_note')
      .select(['text', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirst()
  const signEnd = async (by: SignedIn, group: string, sessionIds: readonly string[]) => ({
    sessionId: by.sessionId,
    sessionIds,
    signature: toBase64url(
      new Uint8Array(
        await crypto.subtle.sign(
          { name: 'ECDSA', hash: 'SHA-256' },
          by.key.privateKey,
          new TextEncoder().encode(['end', group, ...sessionIds].join('|')),
        ),
      ),
    ),
  })

  test('C5 a device whose databases were taken tells how many records went with them: the log says so, and nothing else is done', async () => {
    const before = server.logged.length
    const told = await post('told', { group: 'g'.repeat(36), ends: [], discards: [], lost: 3 })
    expect([told.status, await told.json()]).toEqual([
      200,
      { ends: [], discards: [], standing: null },
    ])
    expect(
      server.logged.slice(before).filter((line) => line.includes('device-lost-records')),
    ).toEqual([expect.stringContaining('"lost":3')])
    const wrong = await post('told', { group: 'g', ends: [], discards: [], lost: -1 })
    expect(wrong.status).toBe(400)
  })

  describe('delivery without a credential', () => {
    test('a note is taken under its author’s name, in order, and nobody is told a row', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const one = await nurse.note('a1', 'first')
      const two = await nurse.note('a1', 'second', { prev: one.id })
      expect(await said(tablet, nurse, two)).toEqual(['RETRY/OUT_OF_ORDER'])
      const { results } = await deliver(tablet, nurse.hello.epoch, one, two)
      expect(results).toEqual(
        [one, two].map(({ id }) => ({
          id,
          class: 'APPLIED',
          code: null,
          replay: false,
          retryAfterMs: null,
        })),
      )
      expect(await noted(one.id)).toEqual({ text: 'first', created_by: 'nurse' })
      expect(await kept(one.id)).toEqual({
        author_id: 'nurse',
        delivered_by: null,
        class: 'APPLIED',
      })
      // Its author finds it done, with the row.
      expect((await tablet.push(nurse, one)).results).toMatchObject([
        { class: 'APPLIED', replay: true, server: { text: 'first' } },
      ])
    })

    test('what is not proved leaves no row: another’s key, another tablet, a session that was never given out, changed bytes', async () => {
      const [tablet, other] = [newTablet(), newTablet()]
      const nurse = await tablet.signIn('nurse')
      const elsewhere = await other.signIn('nurse')
      const note = await nurse.note('a1', 'forged')
      const forged = [
        { ...note, signature: (await nurse.note('a1', 'another')).signature },
        await elsewhere.note('a1', 'of another tablet'),
        await write(
          { ...nurse, sessionId: nurse.sessionId.replace(/\.[\w-]{43}$/, `.${'A'.repeat(43)}`) },
          { id: note.id, lane: 'a1', n: 1, op: 'addPatientNote', plaintext: {} },
        ),
        { ...note, op: 'no such-op' },
      ]
      for (const mutation of forged) {
        expect(await said(tablet, nurse, mutation)).toEqual(['RETRY/NOT_PROVED'])
        expect(await kept(mutation.id)).toBeUndefined()
      }
      expect(await said(tablet, nurse, note)).toEqual(['APPLIED'])
    })

    test('of a mixed push only what is proved is done', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const [good, bad] = [await nurse.note('a1', 'good'), await nurse.note('a2', 'bad')]
      expect(await said(tablet, nurse, { ...bad, signature: good.signature }, good)).toEqual([
        'RETRY/NOT_PROVED',
        'APPLIED',
      ])
    })

    test('a refusal is kept for its author, without its reasons', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const note = await nurse.note('a1', '')
      expect((await deliver(tablet, nurse.hello.epoch, note)).results).toEqual([
        { id: note.id, class: 'REJECTED', code: 'INVALID', replay: false, retryAfterMs: null },
      ])
      expect(await kept(note.id)).toMatchObject({ author_id: 'nurse', class: 'REJECTED' })
    })

    test('another life of the database is not guessed at: everything is held until somebody signs in', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const note = await nurse.note('a1', 'between lives')
      const begun = await beginEpoch(
        opened.database,
        { now: () => time },
        await currentEpoch(opened.database, { now: () => time }),
      )
      expect(await deliver(tablet, nurse.hello.epoch, note)).toEqual({
        epoch: begun,
        results: [{ id: note.id, class: 'EPOCH', code: null, replay: false, retryAfterMs: null }],
      })
      expect(await kept(note.id)).toBeUndefined()
    })

    test('a closed alert that is over its time waits for a person, whatever the device says of the time', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const close = await nurse.command(
        'setAlertStatus',
        {
          patientId: 'a1',
          alerts: [
            {
              id: 'no-alert',
              status: 'closed',
              triggerIds: ['t'],
              outcome: 'rang',
              outcomeText: null,
            },
          ],
        },
        { at: iso(now) },
      )
      const note = await nurse.note('a2', 'a note may wait', { at: iso(now) })
      time = now + 16 * minute
      expect(await said(tablet, nurse, close, note)).toEqual(['RETRY/SIGN_IN_FIRST', 'APPLIED'])
      expect(await kept(close.id)).toBeUndefined()
      time = now + 14 * minute
      expect(await said(tablet, nurse, close)).not.toEqual(['RETRY/SIGN_IN_FIRST'])
    })

    test('a device and an address may ask so often; a body that no device sends is refused', async () => {
      const limited = await startServer(opened.database, {
        clock: { now: () => time },
        idlePerMinute: { group: 2, address: 5 },
      })
      const body = { group: 'group-limits', ends: [], discards: [] }
      const statuses: number[] = []
      for (let at = 0; at < 4; at += 1) statuses.push((await post('told', body, limited)).status)
      statuses.push(
        (await post('told', { ...body, group: 'group-others' }, limited)).status,
        (await post('told', { ...body, group: 'group-third1' }, limited)).status,
      )
      expect(statuses).toEqual([200, 200, 429, 429, 200, 429])
      for (const wrong of [
        {},
        { group: 'group-0001', epoch: 'e', clientVersion: '3.15.0', mutations: [] },
        { ...body, ends: [{}] },
      ])
        expect((await post('deliver', wrong)).status).toBe(400)
    })
  })

  describe('a sign-out offline', () => {
    const live = async (tablet: Tablet, by: SignedIn): Promise<boolean> =>
      (await tablet.askHello(by.user, by.key, by.user === 'carer' ? 'h' : undefined)).errors
        .length === 0

    test('ends the named sessions when it arrives: what was written before is accepted, the device’s key is deleted', async () => {
      const tablet = newTablet()
      const [west, hill] = [await tablet.signIn('multi', 'w'), await tablet.signIn('multi', 'h')]
      const before = await west.note('a1', 'before it was heard')
      time = now + minute
      const end = await signEnd(west, tablet.group, [west.sessionId, hill.sessionId])
      expect(
        await (await post('told', { group: tablet.group, ends: [end], discards: [] })).json(),
      ).toEqual({ ends: [true], discards: [], standing: null })
      time = now + 2 * minute
      const after = await west.note('a1', 'after it was heard')
      expect(await said(tablet, west, before, after)).toEqual([
        'APPLIED',
        'REJECTED/SESSION_REVOKED',
      ])
      for (const session of [west, hill])
        expect(
          (await tablet.askHello('multi', session.key, session === hill ? 'h' : 'w')).errors[0]
            ?.extensions?.reason,
        ).toBe('SESSION_ENDED')
      expect((await tablet.signIn('multi', 'w')).hello.deviceKek).not.toBe(west.hello.deviceKek)
    })

    test('a user who signed in again before it was heard keeps session and key', async () => {
      const tablet = newTablet()
      const first = await tablet.signIn('nurse')
      time = now + minute
      const again = await tablet.signIn('nurse')
      await post('told', {
        group: tablet.group,
        ends: [await signEnd(first, tablet.group, [first.sessionId])],
        discards: [],
      })
      expect(await live(tablet, first)).toBe(false)
      expect(await live(tablet, again)).toBe(true)
      expect((await tablet.signIn('nurse', undefined, again.key)).hello.deviceKek).toBe(
        first.hello.deviceKek,
      )
    })

    test('ends nothing that the one who signed did not name, nor another’s session, nor with a wrong signature', async () => {
      const [tablet, other] = [newTablet(), newTablet()]
      const [nurse, care] = [await tablet.signIn('nurse'), await tablet.signIn('care')]
      const elsewhere = await other.signIn('nurse')
      const good = await signEnd(nurse, tablet.group, [nurse.sessionId])
      for (const end of [
        await signEnd(nurse, tablet.group, [nurse.sessionId, care.sessionId]),
        await signEnd(nurse, tablet.group, [elsewhere.sessionId]),
        { ...good, signature: (await signEnd(care, tablet.group, [nurse.sessionId])).signature },
        { ...good, sessionIds: [nurse.sessionId, nurse.sessionId] },
      ])
        await post('told', { group: tablet.group, ends: [end], discards: [] })
      for (const [where, session] of [
        [tablet, nurse],
        [tablet, care],
        [other, elsewhere],
      ] as const)
        expect(await live(where, session)).toBe(true)
    })
  })

  describe('a command that was given up', () => {
    const reasons = (id: string) =>
      opened.database.kysely
        .selectFrom('client_mutation')
        .select(['user_id', 'result'])
        .where('key', '=', `discard ${id}`)
        .execute()
    const entries = async (id: string): Promise<number> =>
      (
        await opened.database.kysely
          .selectFrom('action_log')
          .select('seq')
          .where('action', '=', 'syncDiscarded')
          .where('entity_id', '=', id)
          .execute()
      ).length

    test('is told with the sealed words of its author, once, whoever is there', async () => {
      const tablet = newTablet()
      const nurse = await tablet.signIn('nurse')
      const discard = await nurse.note('a1', '', { op: 'syncDiscard' })
      const sealed = await write(nurse, {
        id: discard.id,
        lane: 'a1',
        n: 3,
        op: 'syncDiscard',
        plaintext: {
          op: 'syncDiscard',
          input: { op: 'addPatientNote', reason: 'Written for somebody else' },
        },
      })
      for (let at = 0; at < 2; at += 1)
        expect(
          await (await post('told', { group: tablet.group, ends: [], discards: [sealed] })).json(),
        ).toEqual({ ends: [], discards: [sealed.id], standing: null })
      expect(await reasons(sealed.id)).toMatchObject([
        {
          user_id: 'nurse',
          result: { op: 'addPatientNote', lane: 'a1', reason: 'Written for somebody else' },
        },
      ])
      expect(await entries(sealed.id)).toBe(1)
    })

    test('is not told by who cannot sign for its author', async () => {
      const tablet = newTablet()
      const [nurse, care] = [await tablet.signIn('nurse'), await tablet.signIn('care')]
      const sealed = await write(
        { ...nurse, key: care.key },
        {
          id: 'forged-discard-1',
          lane: 'a1',
          n: 3,
          op: 'syncDiscard',
          plaintext: { op: 'syncDiscard', input: { op: 'addPatientNote', reason: 'Forged' } },
        },
      )
      await post('told', { group: tablet.group, ends: [], discards: [sealed] })
      expect(await reasons(sealed.id)).toEqual([])
    })
  })
})
