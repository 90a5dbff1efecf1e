import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AcceptDutyDocument,
  LeaveDutyDocument,
  WardDutyDocument,
} from '../../schema/generated/documents/duty'
import { firstBrokenAction } from '../../server/db/action-log'
import { acceptDuty, wardDuty, type Duty } from '../../src/data/duty'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld, now } from './world'

const minute = 60_000
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let at = now
  const iso = (ms: number): string => new Date(ms).toISOString()
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => at } })
  })
  beforeEach(async () => {
    at = now
    await opened.database.asSystem((trx) => trx.deleteFrom('ward_duty').execute())
  })

  const ask = (document: { readonly text: string }, variables: object, options: Ask = {}) =>
    server.ask(document.text, { as: 'nurse', variables: { ...variables }, ...options })
  const accept = (as: string, instead: string | null = null, options: Ask = {}) =>
    ask(
      AcceptDutyDocument,
      { wardId: 'ward-A', instead, dataAsOf: iso(now - minute) },
      { as, ...options },
    )
  const accepted = async (as: string, instead: string | null = null, options: Ask = {}) => {
    const answer = await accept(as, instead, options)
    expect(answer.errors).toEqual([])
    return (acceptDuty.wire(answer.data) as { readonly value: Duty }).value
  }
  const leave = (as: string, id: string, options: Ask = {}) =>
    ask(LeaveDutyDocument, { id }, { as, ...options })
  const read = async (as = 'nurse') => {
    const answer = await ask(WardDutyDocument, { wardId: 'ward-A' }, { as })
    expect(answer.errors).toEqual([])
    return wardDuty.wire(answer.data)
  }
  const logged = async () =>
    (
      await opened.database.asSystem((trx) =>
        sql<{ action: string; actor_id: string; entity_id: string; details: object }>`
          select action, actor_id, entity_id, details from action_log where action ~ 'Duty' order by seq desc limit 1`.execute(
          trx,
        ),
      )
    ).rows[0]

  test('nobody is on duty before somebody accepts', async () => {
    expect(await read()).toEqual({ current: null, acceptances: [], asOf: iso(now) })
  })

  test('who accepts is on duty since then, by the server’s clock, with of when the data was; the log says so', async () => {
    const duty = await accepted('nurse')
    expect(duty).toMatchObject({
      user: { id: 'nurse' },
      isOwn: true,
      acceptedAt: iso(now),
      dataAsOf: iso(now - minute),
      handedOverBy: null,
      leftAt: null,
    })
    expect((await read('care')).current).toEqual({ ...duty, isOwn: false })
    expect(await logged()).toMatchObject({
      action: 'acceptDuty',
      actor_id: 'nurse',
      entity_id: 'ward-A',
      details: { dutyId: duty.id, dataAsOf: iso(now - minute) },
    })
  })

  test('who takes over ends the duty before, and names who handed over; the last acceptances are kept, the latest first', async () => {
    const first = await accepted('nurse')
    at = now + 30 * minute
    const second = await accepted('care', first.id)
    expect(second.handedOverBy?.id).toBe('nurse')
    const { current, acceptances } = await read()
    expect(current?.id).toBe(second.id)
    expect(acceptances.map(({ id, leftAt }) => [id, leftAt])).toEqual([
      [second.id, null],
      [first.id, iso(at)],
    ])
    expect(await logged()).toMatchObject({
      action: 'acceptDutyFrom',
      actor_id: 'care',
      details: { userId: 'nurse' },
    })
  })

  test('who gave no name is told by e-mail to their own organisation alone, and of who has a name no e-mail', async () => {
    await opened.database.asSystem((trx) =>
      sql`update user_account set first_name = null, last_name = '' where id = 'nurse'`.execute(
        trx,
      ),
    )
    const first = await accepted('nurse')
    at = now + 30 * minute
    const { user, handedOverBy } = await accepted('care', first.id)
    expect([user?.email, handedOverBy?.email]).toEqual([null, 'nurse@example.test'])
    const seenIn = (organizationId: string) =>
      opened.database.asOrganization(organizationId, (trx) =>
        sql<{ email: string | null }>`select app_person('nurse') ->> 'email' as email`.execute(trx),
      )
    expect((await seenIn('w')).rows).toEqual([{ email: 'nurse@example.test' }])
    expect((await seenIn('h')).rows).toEqual([{ email: null }])
    await opened.database.asSystem((trx) =>
      sql`update user_account set first_name = 'NURSE', last_name = 'Tester' where id = 'nurse'`.execute(
        trx,
      ),
    )
  })

  test('somebody else took over meanwhile: nothing is done', async () => {
    const first = await accepted('nurse')
    const second = await accepted('care', first.id)
    expect(reasonOf(await accept('manager', first.id))).toEqual(['CONFLICT', 'OTHER_ON_DUTY'])
    expect(reasonOf(await accept('manager', null))).toEqual(['CONFLICT', 'OTHER_ON_DUTY'])
    expect((await read()).current?.id).toBe(second.id)
  })

  test('who is on duty does not take over from themselves', async () => {
    const { id } = await accepted('nurse')
    expect(reasonOf(await accept('nurse', id))).toEqual(['CONFLICT', 'OWN_DUTY'])
  })

  test('of two who accept at once one is on duty', async () => {
    const answers = await Promise.all([accept('nurse'), accept('care'), accept('manager')])
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'ok'])
    const { acceptances } = await read()
    expect(acceptances).toHaveLength(1)
  })

  test('leaving ends one’s own duty and hands over to nobody; who accepts then has it from nobody', async () => {
    const { id } = await accepted('nurse')
    at = now + minute
    const left = await leave('nurse', id)
    expect(left.errors).toEqual([])
    expect((await read()).current).toBeNull()
    expect((await read()).acceptances[0]?.leftAt).toBe(iso(at))
    expect(await logged()).toMatchObject({ action: 'leaveDuty', actor_id: 'nurse' })
    expect((await accepted('care')).handedOverBy).toBeNull()
    expect(reasonOf(await leave('nurse', id))).toEqual(['CONFLICT', 'NOT_ON_DUTY'])
  })

  test('the open tasks on the ward of whoever leaves are those of whoever takes over, and nobody’s where nobody does', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('patient_task').execute()
      for (const [id, patient, assignee, ended] of [
        ['here', 'a1', 'nurse', null],
        ['done', 'a1', 'nurse', iso(now - minute)],
        ['others', 'a1', 'care', null],
        ['elsewhere', 'b1', 'nurse', null],
      ] as const)
        await sql`insert into patient_task (id, organization_id, patient_id, text, due_at, due_set_at, assignee_id, assignee_set_at, captured_at, created_at, created_by, ended_at, ended_as, ended_by, revision)
          values (${id}, 'w', ${patient}, 'Ring', ${iso(now)}, ${iso(now)}, ${assignee}, ${iso(now)}, ${iso(now)}, ${iso(now)}, 'nurse', ${ended}, ${ended === null ? null : 'done'}, ${ended === null ? null : 'nurse'}, 1)`.execute(
          trx,
        )
    })
    const doers = async () =>
      (
        await opened.database.asSystem((trx) =>
          trx
            .selectFrom('patient_task')
            .select(['id', 'assignee_id', 'revision'])
            .orderBy('id')
            .execute(),
        )
      ).map(({ id, assignee_id, revision }) => [id, assignee_id, Number(revision) > 1])
    const unchanged = [
      ['done', 'nurse', false],
      ['elsewhere', 'nurse', false],
    ]
    const first = await accepted('nurse')
    const second = await accepted('manager', first.id)
    expect(await doers()).toEqual([
      ...unchanged,
      ['here', 'manager', true],
      ['others', 'care', false],
    ])
    at += minute
    await leave('manager', second.id)
    expect(await doers()).toEqual([...unchanged, ['here', null, true], ['others', 'care', false]])
  })

  test('whose ward was taken from them can still leave it', async () => {
    const { id } = await accepted('nurse')
    const staff = (sqlText: ReturnType<typeof sql>) =>
      opened.database.asSystem((trx) => sqlText.execute(trx))
    await staff(sql`delete from ward_staff where user_id = 'nurse' and ward_id = 'ward-A'`)
    try {
      expect(codeOf(await ask(WardDutyDocument, { wardId: 'ward-A' }))).toBe('NOT_FOUND')
      const left = await leave('nurse', id)
      expect(left.errors).toEqual([])
      expect(left.data).toMatchObject({ leaveDuty: { id, leftAt: iso(now) } })
    } finally {
      await staff(
        sql`insert into ward_staff (user_id, ward_id, organization_id, assigned_at) values ('nurse', 'ward-A', 'w', ${iso(now)})`,
      )
    }
    expect((await read()).current).toBeNull()
  })

  test('nobody ends the duty of somebody else by leaving', async () => {
    const { id } = await accepted('nurse')
    expect(codeOf(await leave('care', id))).toBe('NOT_FOUND')
    expect((await read()).current?.id).toBe(id)
  })

  test('a repeat under the same key is answered as the first, and changes nothing', async () => {
    const first = await accepted('nurse', null, { key: 'duty-key-1' })
    at = now + minute
    expect(await accepted('nurse', null, { key: 'duty-key-1' })).toEqual(first)
    const left = await leave('nurse', first.id, { key: 'duty-key-2' })
    at = now + 2 * minute
    const again = await leave('nurse', first.id, { key: 'duty-key-2' })
    expect(again.errors).toEqual([])
    expect(again.data).toEqual(left.data)
    expect((await read()).acceptances).toHaveLength(1)
  })

  test('a ward that is not the user’s has no duty for them; another organisation’s neither', async () => {
    for (const [wardId, options] of [
      ['ward-B', {}],
      ['nowhere', {}],
    ] as const) {
      expect(codeOf(await ask(WardDutyDocument, { wardId }, options))).toBe('NOT_FOUND')
      expect(codeOf(await ask(AcceptDutyDocument, { wardId, instead: null }, options))).toBe(
        'NOT_FOUND',
      )
    }
    const there = await ask(WardDutyDocument, { wardId: 'ward-A' }, { as: 'carer', in: 'h' })
    expect(codeOf(there)).not.toBe('ok')
    expect(
      (await ask(WardDutyDocument, { wardId: 'ward-B' }, { as: 'multi', in: 'w' })).errors,
    ).toEqual([])
  })

  test('Read Only sees who is on duty and takes nothing over', async () => {
    await accepted('nurse')
    expect((await read('reader')).current?.user?.id).toBe('nurse')
    expect(codeOf(await accept('reader'))).toBe('FORBIDDEN')
  })

  test('who is signed in as somebody else neither takes over nor leaves in their name', async () => {
    const acting = await startServer(opened.database, {
      clock: { now: () => at },
      verify: () =>
        Promise.resolve({
          uid: 'nurse',
          email: null,
          authTime: at / 1000,
          claims: { loggedInAs: 'staff' },
        }),
    })
    const asNurse = (document: { readonly text: string }, variables: object) =>
      acting.ask(document.text, { as: 'nurse', variables: { ...variables } })
    const ward = { wardId: 'ward-A' }
    expect(codeOf(await asNurse(WardDutyDocument, ward))).toBe('ok')
    expect(codeOf(await asNurse(AcceptDutyDocument, { ...ward, instead: null }))).toBe('FORBIDDEN')
    expect((await read()).current).toBeNull()
    const { id } = await accepted('nurse')
    expect(codeOf(await asNurse(LeaveDutyDocument, { id }))).toBe('FORBIDDEN')
    expect((await read()).current?.id).toBe(id)
  })

  test('data of the future was not handed over', async () => {
    const answer = await ask(AcceptDutyDocument, {
      wardId: 'ward-A',
      instead: null,
      dataAsOf: iso(now + 10 * minute),
    })
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    expect((await read()).current).toBeNull()
  })

  describe('ends with what it stands on, and the log says why:', () => {
    const run = (...statements: readonly string[]) =>
      opened.asOwner(async (trx) => {
        for (const statement of statements) await sql.raw(statement).execute(trx)
      })
    const rolesOf = (user: string, ...roles: string[]) =>
      `update user_organization set roles = '${JSON.stringify(roles)}', deleted_at = null where organization_id = 'w' and user_id = '${user}'`
    const assigned = `insert into ward_staff (user_id, ward_id, organization_id, assigned_at) values ('nurse', 'ward-A', 'w', '${iso(now)}') on conflict do nothing`
    const owl = (permissions: string[]) =>
      `update role set permissions = '${JSON.stringify(permissions)}' where id = 'owl'`
    /** The world again, whatever a test took. */
    beforeEach(() =>
      run(
        `update user_account set deleted_at = null where id = 'nurse'`,
        rolesOf('nurse', 'Clinician'),
        rolesOf('owl', 'Night Owl'),
        owl(['view_patients', 'add_patient_notes']),
        assigned,
      ),
    )
    const act = async (query: string, options: Ask = {}) => {
      const answer = await server.ask(query, { as: 'admin', ...options })
      expect(answer.errors).toEqual([])
      return answer
    }
    const unassign = 'mutation { removeStaffFromWard(wardId: "ward-A", userId: "nurse") }'
    const setRole = (role: string) =>
      `mutation { updateUserOrganization(userId: "nurse", roles: ["${role}"]) { id } }`
    const changeOwl = (permission: string) =>
      `mutation { updateRole(id: "owl", role: { name: "Night Owl", description: "Nights", permissions: ["view_patients", "${permission}"] }) { id } }`
    const internal = (role: string) =>
      [
        `mutation { updateUserRoles(userId: "nurse", organizationId: "w", roles: ["${role}"]) }`,
        { as: 'staff', path: '/Prod/graphql-internal' },
      ] as const
    const ended = (actor: string, userId: string, reason: string, dutyId: string) => ({
      action: 'endDuty',
      actor_id: actor,
      entity_id: 'ward-A',
      details: { dutyId, userId, reason },
    })

    test.each([
      ['removed from the ward', 'nurse', 'unassigned', [unassign]],
      ['another role', 'nurse', 'right-lost', [setRole('Read Only')]],
      ['a role that changed', 'owl', 'right-lost', [changeOwl('view_wards')]],
      [
        'removed from the organisation',
        'nurse',
        'user-removed',
        ['mutation { deleteUser(userId: "nurse") }'],
      ],
      ['another role, given by internal staff', 'nurse', 'right-lost', internal('Read Only')],
    ] as const)('%s', async (_what, user, reason, [query, options = {}]) => {
      const { id } = await accepted(user)
      at = now + minute
      await act(query, options)
      const { current, acceptances } = await read('care')
      expect([current, acceptances[0]?.leftAt]).toEqual([null, iso(at)])
      expect(await logged()).toEqual(
        ended('as' in options ? options.as : 'admin', user, reason, id),
      )
      await opened.database.asSystem(async (trx) => {
        expect(await firstBrokenAction(trx, 'w')).toBeNull()
      })
    })

    test('a role that no longer sees every ward, of somebody who was not assigned', async () => {
      const { id } = await accepted('admin')
      await run(`insert into user_organization (user_id, organization_id, roles, created_at)
        select 'gp', 'w', '["Organisation Admin"]', '${iso(now)}' on conflict do nothing`)
      await act(
        'mutation { updateUserOrganization(userId: "admin", roles: ["Clinician"]) { id } }',
        { as: 'gp', in: 'w' },
      )
      await run(rolesOf('admin', 'Organisation Admin'))
      expect((await read('care')).current).toBeNull()
      expect(await logged()).toEqual(ended('gp', 'admin', 'right-lost', id))
    })

    test('a deleted ward', async () => {
      const made = await act('mutation { createWard(name: "Ward to go") { id } }')
      const { id: wardId } = (made.data ?? {})['createWard'] as { id: string }
      const answer = await ask(AcceptDutyDocument, { wardId, instead: null }, { as: 'admin' })
      expect(answer.errors).toEqual([])
      await act(`mutation { deleteWard(id: "${wardId}") }`)
      expect(await logged()).toMatchObject({
        action: 'endDuty',
        entity_id: wardId,
        details: { userId: 'admin', reason: 'ward-deleted' },
      })
      const rows = await opened.database.kysely
        .selectFrom('ward_duty')
        .select('left_at')
        .where('ward_id', '=', wardId)
        .execute()
      expect(rows).toEqual([{ left_at: iso(now) }])
    })

    test('not with a change that leaves its right, or takes somebody else’s', async () => {
      const { id } = await accepted('nurse')
      await act(setRole('Care Assistant'))
      await act(changeOwl('view_wards'))
      await act(...internal('Clinician'))
      await act('mutation { removeStaffFromWard(wardId: "ward-B", userId: "nurse") }')
      expect((await read()).current?.id).toBe(id)
    })

    test('in one transaction with it: where the one is not done, neither is the other', async () => {
      const { id } = await accepted('nurse')
      await run(
        `create function no_end() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
        `create trigger no_end before insert on action_log for each row when (new.action = 'endDuty') execute function no_end()`,
      )
      try {
        expect(codeOf(await server.ask(unassign, { as: 'admin' }))).toBe('INTERNAL')
      } finally {
        await run('drop trigger no_end on action_log', 'drop function no_end()')
      }
      expect((await read('nurse')).current?.id).toBe(id)
    })

    test('also where it is taken over at the same moment: nobody is on duty without the right', async () => {
      for (const query of [unassign, setRole('Read Only'), changeOwl('view_wards')]) {
        const user = query.includes('Night Owl') ? 'owl' : 'nurse'
        for (let round = 0; round < 4; round += 1) {
          await run(
            'delete from ward_duty',
            rolesOf('nurse', 'Clinician'),
            owl(['view_patients', 'add_patient_notes']),
            assigned,
          )
          await Promise.all([act(query), accept(user), accept(user)])
          expect((await read('care')).current, query).toBeNull()
        }
      }
    })
  })

  describe('the database', () => {
    test('lets nobody write who was on duty, or since when, anew', async () => {
      const { id } = await accepted('nurse')
      for (const change of [`user_id = 'care'`, `accepted_at = now()`, `handed_over_by = 'care'`])
        await expect(
          opened.database.asOrganization('w', (trx) =>
            sql.raw(`update ward_duty set ${change} where id = '${id}'`).execute(trx),
          ),
        ).rejects.toThrow(/permission denied/)
    })

    test('has one duty at a time on a ward', async () => {
      await accepted('nurse')
      await expect(
        opened.database.asOrganization('w', (trx) =>
          trx
            .insertInto('ward_duty')
            .values({
              id: 'second',
              organization_id: 'w',
              ward_id: 'ward-A',
              user_id: 'care',
              accepted_at: iso(now),
            })
            .execute(),
        ),
      ).rejects.toThrow(/ward_duty_now/)
    })
  })
})
