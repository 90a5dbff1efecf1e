import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onPglite } from './engines'
import { createTablet, type SignedIn, type Tablet } from './sync/tablet'
import { at, buildWorld } from './world'

const list =
  '{ refusedRecords { id operation code patientId author { firstName } writtenAt refusedAt purgedAt openedAt outcome } }'
const open =
  'mutation ($id: ID!, $reason: String!) { openRefusedRecord(id: $id, reason: $reason) { id operation input patientName patientBirthDate } }'
const settle =
  'mutation ($id: ID!, $outcome: RefusedRecordOutcome!) { settleRefusedRecord(id: $id, outcome: $outcome) { outcome } }'

interface Listed {
  readonly id: string
  readonly operation: string
  readonly code: string
  readonly patientId: string | null
  readonly author: { readonly firstName: string }
  readonly refusedAt: string
  readonly purgedAt: string
  readonly openedAt: string | null
  readonly outcome: string | null
}

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let id = ''
  const words = 'Fell at six, no injury seen'
  const ask = (query: string, variables: Record<string, unknown> = {}, more: Ask = {}) =>
    server.ask(query, { as: 'admin', variables, ...more })
  const listed = async (more: Ask = {}): Promise<readonly Listed[]> => {
    const answer = await ask(list, {}, more)
    expect(answer.errors).toEqual([])
    return (answer.data as { refusedRecords: readonly Listed[] }).refusedRecords
  }
  const membership = (deletedAt: string | null) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ deleted_at: deletedAt })
        .where('user_id', '=', 'nurse')
        .where('organization_id', '=', 'w')
        .execute(),
    )
  const account = (deletedAt: string | null) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'nurse')
        .execute(),
    )
  const logged = (action: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('action', '=', action)
      .orderBy('seq')
      .execute()
  beforeAll(async () => {
    server = await startServer(opened.database)
    tablet = createTablet(
      () => server,
      () => at(0),
    )
    nurse = await tablet.signIn('nurse')
    // Refused: whom they saw is not who the patient is.
    const refused = await nurse.note('a1', words, {
      seen: { name: 'Somebody Else', birthDate: '1950-01-01', identifierLast4: null, revision: 1 },
    })
    await tablet.push(nurse, refused)
    id = `${tablet.group}.${refused.id}`
    await tablet.push(nurse, await nurse.note('a1', 'This one is accepted'))
  })

  describe('the tray', () => {
    test('holds nothing of who can still decide about it', async () => {
      expect(await listed()).toEqual([])
    })

    test('holds what was refused of who left the organisation, without a word of it', async () => {
      await membership(at(0))
      const rows = await listed()
      expect(rows).toMatchObject([
        { id, operation: 'addPatientNote', patientId: 'a1', openedAt: null, outcome: null },
      ])
      expect(JSON.stringify(rows)).not.toContain('Fell')
    })

    test('says until when it is kept: ninety-one days after it was refused', async () => {
      const [row] = await listed()
      expect(Date.parse(row?.purgedAt ?? '') - Date.parse(row?.refusedAt ?? '')).toBe(
        91 * 86_400_000,
      )
    })

    test('holds what was refused of whose account is gone', async () => {
      await membership(null)
      expect(await listed()).toEqual([])
      await account(at(0))
      expect(await listed()).toHaveLength(1)
      await account(null)
      await membership(at(0))
    })

    test('holds nothing of another organisation', async () => {
      expect(await listed({ in: 'h', as: 'carer' }).catch(() => [])).toEqual([])
      const answer = await ask(open, { id, reason: 'To know' }, { as: 'owl', in: 'p' })
      expect(['NOT_FOUND', 'FORBIDDEN']).toContain(codeOf(answer))
    })

    test('is nobody’s who may not change patients and users', async () => {
      for (const as of ['owl', 'multi'])
        expect(codeOf(await ask(list, {}, { as, in: 'w' }))).toBe('FORBIDDEN')
    })
  })

  describe('opening one', () => {
    test('asks for a reason', async () => {
      for (const reason of ['', '  ', 'x'.repeat(501)])
        expect(codeOf(await ask(open, { id, reason }))).toBe('BAD_USER_INPUT')
      expect((await listed())[0]?.openedAt).toBeNull()
      expect(await logged('openRefusedRecord')).toEqual([])
    })

    test('shows what was written, and whom its author saw', async () => {
      const answer = await ask(open, { id, reason: 'The nurse has left us' })
      expect(answer.errors).toEqual([])
      expect(answer.data).toMatchObject({
        openRefusedRecord: {
          id,
          operation: 'addPatientNote',
          input: { text: words },
          patientName: 'Somebody Else',
          patientBirthDate: '1950-01-01',
        },
      })
      expect((await listed())[0]?.openedAt).not.toBeNull()
    })

    test('is an entry of the action log, which holds neither the words nor the reason', async () => {
      const entries = await logged('openRefusedRecord')
      expect(entries).toMatchObject([
        { actor_id: 'admin', patient_id: 'a1', details: { op: 'addPatientNote' } },
      ])
      expect(JSON.stringify(entries)).not.toMatch(/Fell|left us/)
    })

    test('again is another look', async () => {
      const again = await ask(open, { id, reason: 'To write it again' })
      expect(again.data).toMatchObject({ openRefusedRecord: { input: { text: words } } })
      expect(await logged('openRefusedRecord')).toHaveLength(2)
    })

    test('keeps no word of it, and the reason beside it', async () => {
      const acts = await opened.database.kysely
        .selectFrom('refused_record_act')
        .selectAll()
        .orderBy('at')
        .execute()
      expect(acts.map(({ reason }) => reason).toSorted()).toEqual([
        'The nurse has left us',
        'To write it again',
      ])
      expect(JSON.stringify(acts)).not.toContain('Fell')
    })

    test('of an unknown one finds nothing', async () => {
      expect(codeOf(await ask(open, { id: 'group.unknown', reason: 'To know' }))).toBe('NOT_FOUND')
    })

    test('of one whose author came back finds nothing', async () => {
      await membership(null)
      expect(codeOf(await ask(open, { id, reason: 'To know' }))).toBe('NOT_FOUND')
      await membership(at(0))
    })

    test('says so where this server has no key for it', async () => {
      const [group, command] = id.split('.') as [string, string]
      const row = await opened.database.kysely
        .selectFrom('sync_mutation')
        .select('sealed')
        .where('id', '=', command)
        .where('group_id', '=', group)
        .executeTakeFirstOrThrow()
      const sealed = async (bytes: Uint8Array | null) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('sync_mutation')
            .set({ sealed: bytes })
            .where('id', '=', command)
            .execute(),
        )
      await sealed(new Uint8Array(200))
      const answer = await ask(open, { id, reason: 'To know' })
      expect([codeOf(answer), answer.errors[0]?.extensions?.reason]).toEqual([
        'CONFLICT',
        'UNREADABLE',
      ])
      await sealed(row.sealed)
    })
  })

  test('what was done about it is kept and logged; said again, the last counts', async () => {
    for (const outcome of ['PASSED_ON', 'ENTERED'])
      expect((await ask(settle, { id, outcome })).data).toEqual({
        settleRefusedRecord: { outcome },
      })
    expect((await listed())[0]?.outcome).toBe('ENTERED')
    expect((await logged('settleRefusedRecord')).map(({ details }) => details)).toEqual([
      { op: 'addPatientNote', outcome: 'PASSED_ON' },
      { op: 'addPatientNote', outcome: 'ENTERED' },
    ])
  })

  const roles = (given: readonly string[]) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(given) })
        .where('user_id', '=', 'admin')
        .where('organization_id', '=', 'w')
        .execute(),
    )

  test('who may not open its patient neither sees it, nor opens it, nor settles it', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('role')
        .values({
          id: 'r-near',
          organization_id: 'w',
          name: 'Near',
          permissions: JSON.stringify(['edit_patients', 'create_users']),
          description: 'Sees their own wards',
        })
        .execute()
      await trx.deleteFrom('ward_staff').where('user_id', '=', 'admin').execute()
    })
    await roles(['Near'])
    expect(await listed()).toEqual([])
    for (const [mutation, more] of [
      [open, { reason: 'Why not' }],
      [settle, { outcome: 'ENTERED' }],
    ] as const)
      expect(codeOf(await ask(mutation, { id, ...more }))).toBe('NOT_FOUND')
    await roles(['Organisation Admin'])
    expect(await listed()).toHaveLength(1)
  })

  test('of a patient whom the organisation does not have any more it is for nobody here', async () => {
    const link = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_organization')
        .selectAll()
        .where('patient_id', '=', 'a1')
        .where('organization_id', '=', 'w')
        .executeTakeFirstOrThrow(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('patient_organization')
        .where('patient_id', '=', 'a1')
        .where('organization_id', '=', 'w')
        .execute(),
    )
    expect(await listed()).toEqual([])
    expect(codeOf(await ask(open, { id, reason: 'Why not' }))).toBe('NOT_FOUND')
    await opened.database.asSystem((trx) =>
      trx.insertInto('patient_organization').values(link).execute(),
    )
    expect(await listed()).toHaveLength(1)
  })

  test('nothing that waits is hidden behind a hundred that were settled', async () => {
    await opened.database.asSystem(async (trx) => {
      await sql`insert into sync_mutation select (jsonb_populate_record(m, jsonb_build_object(
        'id', 'later-' || i, 'n', m.n + 1000 + i, 'created_at', m.created_at + interval '1 minute'))).*
        from sync_mutation m, generate_series(1, 101) i where m.id = ${id.split('.')[1]}`.execute(
        trx,
      )
      await sql`delete from refused_record_act`.execute(trx)
      await sql`insert into refused_record_act (id, organization_id, group_id, command_id, kind, outcome, at, by_user)
        select 'act-' || m.id, 'w', m.group_id, m.id, 'settled', 'ENTERED', now(), 'admin' from sync_mutation m where m.id like 'later-%'`.execute(
        trx,
      )
    })
    const rows = await listed()
    expect(rows).toHaveLength(100)
    expect(rows[0]).toMatchObject({ id, outcome: null })
    const listedIds = new Set(rows.map((row) => row.id))
    const beyond = Array.from({ length: 101 }, (_, i) => `${tablet.group}.later-${i + 1}`).filter(
      (one) => !listedIds.has(one),
    )
    expect(beyond).toHaveLength(2)
    for (const one of beyond)
      expect(codeOf(await ask(settle, { id: one, outcome: 'PASSED_ON' }))).toBe('ok')
    await opened.database.asSystem((trx) =>
      sql`delete from sync_mutation where id like 'later-%'`.execute(trx),
    )
  })

  test('what its author gave up before they left is not in the tray', async () => {
    await membership(null)
    await tablet.signIn('nurse')
    const [, command] = id.split('.')
    await server.ask(
      'mutation ($g: ID!, $items: [DiscardIn!]!) { syncDiscard(group: $g, items: $items) }',
      {
        as: 'nurse',
        variables: {
          g: tablet.group,
          items: [{ id: command, lane: 'a1', op: 'addPatientNote', reason: 'On paper' }],
        },
      },
    )
    await membership(at(0))
    expect(await listed()).toEqual([])
  })
})
