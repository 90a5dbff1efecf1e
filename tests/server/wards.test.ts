import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AssignStaffToWardDocument,
  CreateWardDocument,
  DeleteWardDocument,
  RemoveStaffFromWardDocument,
  UpdateWardDocument,
  WardPatientsDocument,
  WardsDocument,
  WardStaffDocument,
} from '../../schema/generated/documents/ward'
import { OrganizationUsersDocument } from '../../schema/generated/documents/user'
import type { Database } from '../../server/db/database'
import { percentOf, wardName } from '../../src/domain/ward/ward'
import { isFull } from '../depth'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines, onPglite } from './engines'
import { at, buildWorld, now } from './world'

interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly numberOfPatients: number
  readonly numberOfStaff: number
  readonly capacity: number | null
  readonly noAnswerProcedure: string | null
}

const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}
const asked = (server: TestServer) => {
  const ask = (
    document: { readonly text: string },
    variables: Readonly<Record<string, unknown>>,
    options: Ask = {},
  ) => server.ask(document.text, { as: 'admin', variables, ...options })
  return {
    list: async (options?: Ask) =>
      valueOf<readonly Listed[]>(await ask(WardsDocument, {}, options)),
    create: (name: string, options?: Ask) => ask(CreateWardDocument, { name }, options),
    rename: (id: string, name: string, options?: Ask) =>
      ask(UpdateWardDocument, { id, name }, options),
    staffed: (id: string, name: string | undefined, capacity: unknown) =>
      ask(UpdateWardDocument, { id, name, capacity }),
    written: (id: string, noAnswerProcedure: string | null) =>
      ask(UpdateWardDocument, { id, noAnswerProcedure }),
    remove: (id: string, options?: Ask) => ask(DeleteWardDocument, { id }, options),
    assign: (wardId: string, userId: string, options?: Ask) =>
      ask(AssignStaffToWardDocument, { wardId, userId }, options),
    unassign: (wardId: string, userId: string, options?: Ask) =>
      ask(RemoveStaffFromWardDocument, { wardId, userId }, options),
    patients: (id: string, options?: Ask, take = 50, skip = 0) =>
      ask(WardPatientsDocument, { id, take, skip }, options),
    staff: (id: string, options?: Ask) => ask(WardStaffDocument, { id }, options),
    users: (search: string, options?: Ask, take = 50, skip = 0) =>
      ask(OrganizationUsersDocument, { search, take, skip }, options),
  }
}
type Wards = ReturnType<typeof asked>
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const argumentOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors

/** Of the race. */
const rounds = isFull ? 100 : 9
const gateRounds = isFull ? 100 : 3

let time = now
let count = 0
/** A ward of organisation w that nobody is on. */
const emptyWard = async (wards: Wards): Promise<string> =>
  valueOf<Listed>(await wards.create(`Empty ${(count += 1)}`)).id
/** `holdSeconds`: how long its transaction is open before it writes the admission. */
const admit = (database: Database, wardId: string, id: string, holdSeconds = 0): Promise<unknown> =>
  database.asSystem(async (trx) => {
    await trx
      .updateTable('ward_admission')
      .set({ discharged_at: at(0) })
      .where('patient_id', '=', 'n1')
      .execute()
    await sql`select pg_sleep(${holdSeconds})`.execute(trx)
    await trx
      .insertInto('ward_admission')
      .values({
        id,
        patient_id: 'n1',
        organization_id: 'w',
        ward_id: wardId,
        care_pathway_id: 'pathway-w',
        admitted_at: at(0),
        created_at: at(0),
        revision: 1,
      })
      .execute()
  })
const leaveWard = (database: Database): Promise<unknown> =>
  database.asSystem((trx) =>
    trx
      .updateTable('ward_admission')
      .set({ discharged_at: at(0) })
      .where('patient_id', '=', 'n1')
      .execute(),
  )

describe('the name of a ward', () => {
  for (const [given, read] of [
    ['Frailty', 'Frailty'],
    ['  Frailty  ', 'Frailty'],
    ['x'.repeat(80), 'x'.repeat(80)],
    [` ${'x'.repeat(80)} `, 'x'.repeat(80)],
  ] as const)
    test(`O324 ${given.length} characters, ${read.length} of them the name, are read`, () => {
      expect(wardName.parse(given)).toBe(read)
    })

  for (const given of ['', '   ', '\u200b', '\u2800\u3164', 'x'.repeat(81)])
    test(`O323 "${given.slice(0, 5)}", ${given.length} characters, is refused`, () => {
      expect(wardName.safeParse(given).success).toBe(false)
    })

  test.each([
    [399, 400, 99],
    [400, 400, 100],
    [401, 400, 101],
    [1, 400, 1],
    [0, 400, 0],
    [14, 20, 70],
    [0, 0, null],
    [3, null, null],
  ])('%d of %s is %s percent', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

onPglite(buildWorld, (opened) => {
  let wards: Wards
  let server: TestServer
  const actions = async (wardId: string) =>
    (
      await opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select(['action', 'actor_id'])
          .where('entity_type', '=', 'ward')
          .where('entity_id', '=', wardId)
          .orderBy('seq')
          .execute(),
      )
    ).map((row) => [row.action, row.actor_id])
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    wards = asked(server)
  })
  beforeEach(() => {
    time = now
  })

  test('O114 P187 C512 the list has each ward of the organisation by name, with its counts and dates', async () => {
    const listed = await wards.list()
    expect(listed.map(({ id }) => id)).toEqual(['ward-A', 'ward-B'])
    expect(listed[0]).toMatchObject({ name: 'Ward A', numberOfPatients: 2, numberOfStaff: 6 })
    expect(listed[1]).toMatchObject({ numberOfPatients: 1, numberOfStaff: 1 })
    expect(Date.parse(listed[0]?.createdAt ?? '')).not.toBeNaN()
    expect(Date.parse(listed[0]?.updatedAt ?? '')).not.toBeNaN()
    expect(await codeOf(await wards.patients('ward-A', { as: 'carer' }))).toBe('FORBIDDEN')
  })

  test('O324 O392 a ward is added with its name trimmed, and the log says who did it', async () => {
    const made = valueOf<Listed>(await wards.create('  Cardiac  '))
    expect(made).toMatchObject({ name: 'Cardiac', numberOfPatients: 0, numberOfStaff: 0 })
    expect(made.createdAt).toBe(at(0))
    expect((await wards.list()).map(({ name }) => name)).toContain('Cardiac')
    expect(await actions(made.id)).toEqual([['createWard', 'admin']])
  })

  for (const given of ['', '   ', 'x'.repeat(81)])
    test(`O323 the server refuses a name of ${given.length} characters, "${given.slice(0, 3)}", and names the argument`, async () => {
      const answer = await wards.create(given)
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(argumentOf(answer)).toEqual([
        {
          path: 'name',
          message:
            given.length > 80 ? 'A ward name has at most 80 characters' : 'Ward name is required',
        },
      ])
    })

  test('O393 a ward is renamed; the same name changes nothing and is not logged', async () => {
    const id = await emptyWard(wards)
    time = now + 60_000
    const renamed = valueOf<Listed>(await wards.rename(id, ' Night Ward '))
    expect(renamed).toMatchObject({ id, name: 'Night Ward', updatedAt: at(-1), createdAt: at(0) })
    time = now + 120_000
    expect(valueOf<Listed>(await wards.rename(id, 'Night Ward')).updatedAt).toBe(at(-1))
    expect((await actions(id)).map(([action]) => action)).toEqual(['createWard', 'updateWard'])
  })

  test('O393 a name that another ward has is refused at its field, however it is written; a deleted ward’s and one’s own are not', async () => {
    const taken = [{ path: 'name', message: 'There is a ward with this name' }]
    const id = valueOf<Listed>(await wards.create('St. Mary’s – North')).id
    const other = await emptyWard(wards)
    for (const name of ['St. Mary’s – North', " ST. MARY'S  NORTH ", 'St. Märy\u200bs-north']) {
      expect(argumentOf(await wards.create(name))).toEqual(taken)
      expect(argumentOf(await wards.rename(other, name))).toEqual(taken)
    }
    expect(valueOf<Listed>(await wards.rename(id, 'St. Mary’s – North')).id).toBe(id)
    expect(valueOf<Listed>(await wards.rename(id, 'St Mary’s North')).name).toBe('St Mary’s North')
    await wards.remove(id)
    expect(valueOf<Listed>(await wards.rename(other, 'St. Mary’s – North')).id).toBe(other)
  })

  test('of two wards that had one name before, each may change but its name', async () => {
    const [one, other] = [await emptyWard(wards), await emptyWard(wards)]
    await opened.database.asSystem((trx) =>
      trx.updateTable('ward').set({ name: 'Twin' }).where('id', 'in', [one, other]).execute(),
    )
    expect(valueOf<Listed>(await wards.staffed(one, 'Twin', 3))).toMatchObject({ capacity: 3 })
    expect(argumentOf(await wards.rename(one, 'TWIN'))).toMatchObject([{ path: 'name' }])
    expect(valueOf<Listed>(await wards.rename(one, 'Twin 2')).name).toBe('Twin 2')
  })

  test('the capacity of a ward is set, kept by a rename that does not name it, and taken away; each change is logged', async () => {
    const id = await emptyWard(wards)
    const capacityOf = async () => (await wards.list()).find((ward) => ward.id === id)?.capacity
    expect(await capacityOf()).toBeNull()
    const [first = ''] = (await wards.list()).filter((ward) => ward.id === id).map((w) => w.name)
    valueOf(await wards.staffed(id, first, 20))
    valueOf(await wards.staffed(id, first, 20))
    valueOf(await wards.rename(id, 'Staffed'))
    expect(await capacityOf()).toBe(20)
    valueOf(await wards.staffed(id, 'Staffed', null))
    expect(await capacityOf()).toBeNull()
    expect((await actions(id)).map(([action]) => action)).toEqual([
      'createWard',
      'setWardCapacity',
      'updateWard',
      'setWardCapacity',
    ])
    valueOf(await wards.staffed(id, undefined, 7))
    expect((await wards.list()).find((ward) => ward.id === id)).toMatchObject({
      name: 'Staffed',
      capacity: 7,
    })
    for (const capacity of [0, -1, 1000])
      expect(argumentOf(await wards.staffed(id, 'Staffed', capacity))).toEqual([
        { path: 'capacity', message: 'A capacity is a whole number from 1 to 999' },
      ])
  })

  test('what a ward does when a patient does not answer is written, kept by a change that does not name it, and taken away; each change is logged', async () => {
    const id = await emptyWard(wards)
    const listed = async () => (await wards.list()).find((ward) => ward.id === id)
    expect((await listed())?.noAnswerProcedure).toBeNull()
    valueOf(await wards.written(id, '  Ring the next of kin.\nThen visit. '))
    valueOf(await wards.written(id, 'Ring the next of kin.\nThen visit.'))
    valueOf(await wards.staffed(id, undefined, 20))
    expect(await listed()).toMatchObject({
      capacity: 20,
      noAnswerProcedure: 'Ring the next of kin.\nThen visit.',
    })
    valueOf(await wards.written(id, null))
    expect(await listed()).toMatchObject({ capacity: 20, noAnswerProcedure: null })
    expect((await actions(id)).map(([action]) => action)).toEqual([
      'createWard',
      'writeNoAnswerProcedure',
      'setWardCapacity',
      'removeNoAnswerProcedure',
    ])
    for (const text of ['', ' ', 'x'.repeat(1001)])
      expect(argumentOf(await wards.written(id, text))).toMatchObject([
        { path: 'noAnswerProcedure' },
      ])
  })

  test('O394 a ward that nobody is on is deleted, is told so again, and is gone', async () => {
    const id = await emptyWard(wards)
    expect(valueOf(await wards.remove(id))).toBe(true)
    expect(valueOf(await wards.remove(id))).toBe(true)
    expect((await wards.list()).map((ward) => ward.id)).not.toContain(id)
    expect(codeOf(await wards.staff(id))).toBe('NOT_FOUND')
    expect(codeOf(await wards.rename(id, 'Back'))).toBe('NOT_FOUND')
    expect(codeOf(await wards.assign(id, 'nurse'))).toBe('NOT_FOUND')
    expect((await actions(id)).map(([action]) => action)).toEqual(['createWard', 'deleteWard'])
  })

  test('O259 a ward with a patient is not deleted, and is once nobody is admitted', async () => {
    const id = await emptyWard(wards)
    await admit(opened.database, id, 'admission-of-n1')
    expect(reasonOf(await wards.remove(id))).toEqual(['CONFLICT', 'WARD_HAS_PATIENTS'])
    await leaveWard(opened.database)
    expect(valueOf(await wards.remove(id))).toBe(true)
  })

  test('O260 a ward with staff is not deleted, and is once nobody is assigned', async () => {
    const id = await emptyWard(wards)
    await wards.assign(id, 'nurse')
    expect(reasonOf(await wards.remove(id))).toEqual(['CONFLICT', 'WARD_HAS_STAFF'])
    await wards.unassign(id, 'nurse')
    expect(valueOf(await wards.remove(id))).toBe(true)
  })

  test('O395 O396 P188 a user is assigned once, keeps the date, and is removed once', async () => {
    const id = await emptyWard(wards)
    expect(valueOf(await wards.assign(id, 'care'))).toEqual({ assignedAt: at(0) })
    time = now + 3_600_000
    expect(valueOf(await wards.assign(id, 'care'))).toEqual({ assignedAt: at(0) })
    expect(valueOf(await wards.staff(id))).toEqual({
      numberOfPatients: 0,
      wardStaff: [
        {
          user: expect.objectContaining({ id: 'care', firstName: 'CARE', lastName: 'Tester' }),
          assignedAt: at(0),
        },
      ],
    })
    expect(valueOf(await wards.unassign(id, 'care'))).toBe(true)
    expect(valueOf(await wards.unassign(id, 'care'))).toBe(true)
    expect((await actions(id)).map(([action]) => action)).toEqual([
      'createWard',
      'assignStaffToWard',
      'removeStaffFromWard',
    ])
  })

  test('a repeat of each command is answered as the first time, and does nothing again', async () => {
    const again = async (ask: (key: string) => Promise<Answer>): Promise<unknown> => {
      const key = randomUUID()
      const first = valueOf(await ask(key))
      expect(valueOf(await ask(key))).toEqual(first)
      return first
    }
    const { id } = (await again((key) => wards.create('Repeated', { key }))) as Listed
    await again((key) => wards.rename(id, 'Renamed', { key }))
    await again((key) => wards.assign(id, 'nurse', { key }))
    await again((key) => wards.unassign(id, 'nurse', { key }))
    await again((key) => wards.remove(id, { key }))
    expect((await actions(id)).map(([action]) => action)).toEqual([
      'createWard',
      'updateWard',
      'assignStaffToWard',
      'removeStaffFromWard',
      'deleteWard',
    ])
  })

  test('nobody of another organisation is assigned, and no ward of another organisation is found', async () => {
    const id = await emptyWard(wards)
    expect(codeOf(await wards.assign(id, 'carer'))).toBe('NOT_FOUND')
    expect(codeOf(await wards.assign(id, 'nobody'))).toBe('NOT_FOUND')
    // A patient's own login is a member, and never staff.
    expect(codeOf(await wards.assign(id, 'selfcare'))).toBe('NOT_FOUND')
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ward')
        .values({
          id: 'ward-of-h',
          organization_id: 'h',
          name: 'Of the home',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    for (const answer of [
      await wards.staff('ward-of-h'),
      await wards.rename('ward-of-h', 'Ours'),
      await wards.remove('ward-of-h'),
      await wards.assign('ward-of-h', 'nurse'),
      await wards.unassign('ward-of-h', 'nurse'),
    ])
      expect(codeOf(answer)).toBe('NOT_FOUND')
  })

  test('O371 P189 the patients of a ward come by name, a page at a time, to who is assigned or oversees', async () => {
    type Page = {
      readonly numberOfPatients: number
      readonly seesPatients: boolean
      readonly wardPatients: readonly {
        readonly patient: { readonly id: string; readonly firstName: string }
        readonly carePathway: { readonly id: string }
        readonly admittedAt: string
      }[]
    }
    const whole = valueOf<Page>(await wards.patients('ward-A', { as: 'nurse' }))
    expect(whole.wardPatients.map(({ patient }) => patient.id)).toEqual(['a2', 'a1'])
    expect(whole.wardPatients[0]).toMatchObject({
      carePathway: { id: 'pathway-w' },
      admittedAt: at(5000),
    })
    const second = valueOf<Page>(await wards.patients('ward-A', {}, 1, 1))
    expect(second).toMatchObject({ numberOfPatients: 2, seesPatients: true })
    expect(second.wardPatients.map(({ patient }) => patient.id)).toEqual(['a1'])
    expect(valueOf<Page>(await wards.patients('ward-B', { as: 'nurse' }))).toEqual({
      numberOfPatients: 1,
      seesPatients: false,
      wardPatients: [],
    })
    expect(codeOf(await wards.patients('ward-A', {}, 51))).toBe('BAD_USER_INPUT')
    expect(codeOf(await wards.patients('ward-A', {}, 1, -1))).toBe('BAD_USER_INPUT')
  })

  test('O214 a ward has its name, dates and counts, its patients with pathway and date, and its staff with date', async () => {
    const answer = await server.ask(
      `{ ward(id: "ward-A") { id name createdAt updatedAt numberOfPatients numberOfStaff
        wardPatients { patient { id } carePathway { id } admittedAt } wardStaff { user { id } assignedAt } } }`,
      { as: 'admin' },
    )
    expect(valueOf(answer)).toEqual({
      id: 'ward-A',
      name: 'Ward A',
      createdAt: at(9999),
      updatedAt: at(9999),
      numberOfPatients: 2,
      numberOfStaff: 6,
      wardPatients: ['a2', 'a1'].map((id) => ({
        patient: { id },
        carePathway: { id: 'pathway-w' },
        admittedAt: at(5000),
      })),
      wardStaff: ['care', 'manager', 'multi', 'nurse', 'owl', 'reader'].map((id) => ({
        user: { id },
        assignedAt: at(9999),
      })),
    })
  })

  test('who is newly assigned sees the patients of the ward, and no longer once they are removed', async () => {
    const sees = async () =>
      valueOf<{ readonly seesPatients: boolean }>(await wards.patients('ward-B', { as: 'nurse' }))
        .seesPatients
    expect(await sees()).toBe(false)
    await wards.assign('ward-B', 'nurse')
    expect(await sees()).toBe(true)
    await wards.unassign('ward-B', 'nurse')
    expect(await sees()).toBe(false)
  })

  test('the users of the organisation come by email, found by any part of name or email', async () => {
    type Users = {
      readonly total: number
      readonly users: readonly { readonly id: string; readonly wards: readonly { id: string }[] }[]
    }
    const all = valueOf<Users>(await wards.users(''))
    expect(all.users.map(({ id }) => id)).toContain('multi')
    expect(all.users.map(({ id }) => id)).not.toContain('carer')
    expect(all.total).toBe(all.users.length)
    const found = valueOf<Users>(await wards.users('tester MULT'))
    expect(found.users.map(({ id }) => id)).toEqual(['multi'])
    expect(found.users[0]?.wards.map(({ id }) => id)).toEqual(['ward-A', 'ward-B'])
    const page = valueOf<Users>(await wards.users('', {}, 2, 2))
    expect(page.total).toBe(all.total)
    expect(page.users.map(({ id }) => id)).toEqual(all.users.slice(2, 4).map(({ id }) => id))
  })
})

onBothEngines(buildWorld, (opened) => {
  test('O259 in a race a ward is deleted or somebody is admitted to it, never both', async () => {
    const server = await startServer(opened.database)
    const wards = asked(server)
    for (let round = 0; round < rounds; round += 1) {
      await leaveWard(opened.database)
      const id = await emptyWard(wards)
      const admitted = admit(opened.database, id, `race-${round}`, (round % 3) * 0.15).then(
        () => true,
        () => false,
      )
      const [isAdmitted, removed] = await Promise.all([admitted, wards.remove(id)])
      const isDeleted = codeOf(removed) === 'ok'
      expect([isAdmitted, isDeleted], `round ${round}`).not.toEqual([true, true])
    }
  }, 60_000)

  test('of wards that are given one name at one instant one is', async () => {
    const wards = asked(await startServer(opened.database))
    for (let round = 0; round < gateRounds; round += 1) {
      const renamed = await emptyWard(wards)
      const name = `Race ${round}`
      const answers = await Promise.all([
        wards.create(name),
        wards.rename(renamed, name.toUpperCase()),
        wards.create(`${name} `),
      ])
      expect(answers.map(codeOf).toSorted(), `round ${round}`).toEqual([
        'BAD_USER_INPUT',
        'BAD_USER_INPUT',
        'ok',
      ])
    }
  })

  /** Writes an admission and nothing before it. */
  const insertAdmission = (wardId: string, id: string): Promise<boolean> =>
    opened.database
      .asSystem((trx) =>
        trx
          .insertInto('ward_admission')
          .values({
            id,
            patient_id: 'n1',
            organization_id: 'w',
            ward_id: wardId,
            care_pathway_id: 'pathway-w',
            admitted_at: at(0),
            created_at: at(0),
            revision: 1,
          })
          .execute(),
      )
      .then(
        () => true,
        () => false,
      )
  /** Until somebody waits for a lock of this kind. */
  const somebodyWaits = (kind: 'advisory' | 'transactionid') =>
    expect
      .poll(
        async () =>
          (
            await sql<{
              n: number
            }>`select count(*)::int as n from pg_locks where not granted and locktype = ${kind}`.execute(
              opened.database.kysely,
            )
          ).rows[0]?.n,
        { timeout: 60_000, interval: 5 },
      )
      .toBeGreaterThan(0)
  const gateLock = 718_204_901
  /**
   * A deletion that has counted nobody on its ward is held until an admission waits for the ward;
   * then both go on.
   */
  const raceAtTheGate = async (wards: Wards, round: string) => {
    await leaveWard(opened.database)
    const id = await emptyWard(wards)
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let keeper: Promise<unknown> = gate
    await new Promise<void>((closed) => {
      keeper = opened.database.asSystem(async (trx) => {
        await sql`select pg_advisory_xact_lock(${gateLock})`.execute(trx)
        closed()
        await gate
      })
    })
    const removal = wards.remove(id)
    await somebodyWaits('advisory')
    const admission = insertAdmission(id, `gate-${round}`)
    await somebodyWaits('transactionid')
    open()
    await keeper
    const [isAdmitted, removed] = await Promise.all([admission, removal])
    return { isAdmitted, isDeleted: codeOf(removed) === 'ok' }
  }
  const withGate = async (race: () => Promise<void>): Promise<void> => {
    const run = (statement: string) => opened.asOwner((trx) => sql.raw(statement).execute(trx))
    await run(
      `create function wait_at_gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${gateLock}); return new; end $$`,
    )
    await run(
      'create trigger waits_at_gate before update of deleted_at on ward for each row execute function wait_at_gate()',
    )
    try {
      await race()
    } finally {
      await run('drop function wait_at_gate() cascade')
    }
  }

  // One connection cannot race: PGlite has no such moment.
  test('O259 whoever is admitted at the very moment in which the ward is deleted is refused', async () => {
    if (opened.url === null) return
    const wards = asked(await startServer(opened.database))
    await withGate(async () => {
      for (let round = 0; round < gateRounds; round += 1)
        expect(await raceAtTheGate(wards, `kept ${round}`), `round ${round}`).toEqual({
          isAdmitted: false,
          isDeleted: true,
        })
    })
  }, 300_000)

  test('and it is the trigger that refuses: without it somebody is on a ward that is gone', async () => {
    if (opened.url === null) return
    const wards = asked(await startServer(opened.database))
    const {
      rows: [trigger],
    } = await sql<{
      made: string
    }>`select pg_get_triggerdef(oid) as made from pg_trigger where tgname = 'ward_admission_needs_ward'`.execute(
      opened.database.kysely,
    )
    await opened.asOwner((trx) =>
      sql`drop trigger ward_admission_needs_ward on ward_admission`.execute(trx),
    )
    try {
      await withGate(async () =>
        expect(await raceAtTheGate(wards, 'open')).toEqual({ isAdmitted: true, isDeleted: true }),
      )
    } finally {
      await leaveWard(opened.database)
      await opened.asOwner((trx) => sql.raw(trigger?.made ?? '').execute(trx))
    }
  }, 120_000)

  test('who is assigned while the ward is deleted is told that there is none', async () => {
    const wards = asked(await startServer(opened.database))
    const id = await emptyWard(wards)
    const deleted = opened.database.asSystem(async (trx) => {
      await trx.selectFrom('ward').select('id').where('id', '=', id).forUpdate().execute()
      await trx
        .updateTable('ward')
        .set({ deleted_at: at(0) })
        .where('id', '=', id)
        .execute()
      await sql`select pg_sleep(0.6)`.execute(trx)
    })
    await new Promise((resolve) => void setTimeout(resolve, 150))
    const [answer] = await Promise.all([wards.assign(id, 'nurse'), deleted])
    expect(codeOf(answer)).toBe('NOT_FOUND')
  })

  test('nobody is admitted or assigned to a deleted ward, whatever writes it', async () => {
    const wards = asked(await startServer(opened.database))
    const id = await emptyWard(wards)
    await wards.remove(id)
    await expect(admit(opened.database, id, 'late')).rejects.toThrow(/deleted/)
    await expect(
      opened.database.asSystem((trx) =>
        trx
          .insertInto('ward_staff')
          .values({ ward_id: id, user_id: 'nurse', organization_id: 'w', assigned_at: at(0) })
          .execute(),
      ),
    ).rejects.toThrow(/deleted/)
  })
})
