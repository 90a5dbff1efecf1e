import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AssignPatientToPracticeDocument,
  CreatePracticeDocument,
  PracticesDocument,
  UnassignPatientFromPracticeDocument,
} from '../../schema/generated/documents/practice'
import { newPracticeSchema, practiceChanges } from '../../src/domain/practice/practice'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld } from './world'

const elm = {
  organization: {
    name: 'Elm Surgery',
    telephone: '01273 555000',
    address: { address: '2 Elm Road', postcode: 'BN2 2AA' },
  },
  user: { email: 'Pat@Elm.example', firstName: 'Pat', lastName: 'Elm' },
}

describe('what is entered of a practice', () => {
  test('O330 each required field that is blank is named by its path', () => {
    const read = newPracticeSchema.safeParse({
      organization: { name: ' ', address: { address: '', postcode: ' ' } },
      user: { email: ' ', firstName: '', lastName: '' },
    })
    expect([...new Set(read.error?.issues.map(({ path }) => path.join('.')))].toSorted()).toEqual([
      'organization.address.address',
      'organization.address.postcode',
      'organization.name',
      'user.email',
      'user.firstName',
      'user.lastName',
    ])
  })
  test('O331 the telephone may be left out', () => {
    const { telephone: _none, ...organization } = elm.organization
    expect(newPracticeSchema.parse({ ...elm, organization }).organization.telephone).toBeNull()
  })
  test('an email is an email, and is kept in lower case', () => {
    const of = (email: string) =>
      newPracticeSchema.safeParse({ ...elm, user: { ...elm.user, email } })
    expect(of('pat').success).toBe(false)
    expect(of(' Pat@Elm.example ').data?.user.email).toBe('pat@elm.example')
  })
})

describe('the calls of an assignment', () => {
  test('O261 O262 only what was added is assigned, and only what was removed is unassigned', () => {
    expect(practiceChanges(['a', 'b'], ['b', 'c'])).toEqual({ assign: ['c'], unassign: ['a'] })
    expect(practiceChanges(['a'], ['a'])).toEqual({ assign: [], unassign: [] })
    expect(practiceChanges([], ['a', 'b'])).toEqual({ assign: ['a', 'b'], unassign: [] })
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const ask = (
    document: { readonly text: string },
    variables: Readonly<Record<string, unknown>> = {},
    options: Ask = {},
  ) => server.ask(document.text, { as: 'admin', variables, ...options })
  const assign = (patientId: string, practiceId: string, options?: Ask) =>
    ask(AssignPatientToPracticeDocument, { patientId, practiceId }, options)
  const unassign = (patientId: string, practiceId: string, options?: Ask) =>
    ask(UnassignPatientFromPracticeDocument, { patientId, practiceId }, options)
  const seesRecord = async (patientId: string, as: string) =>
    codeOf(await server.ask(`{ patient(patientId: "${patientId}") { id } }`, { as })) === 'ok'
  const listed = async (): Promise<readonly { id: string; name: string }[]> => {
    const answer = await ask(PracticesDocument)
    expect(answer.errors).toEqual([])
    return answer.data?.['practices'] as { id: string; name: string }[]
  }
  const logged = (organizationId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'entity_id', 'patient_id', 'details'])
        .where('organization_id', '=', organizationId)
        .where('entity_type', '=', 'practice')
        .orderBy('seq')
        .execute(),
    )
  const pathsOf = (answer: Answer) =>
    answer.errors[0]?.extensions?.argErrors?.map(({ path }) => path)
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  beforeEach(async () => {
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('patient_practice').execute()
      await trx.deleteFrom('patient_organization').where('by_practice', '=', true).execute()
    })
  })

  test('O138 O367 practices are the organisations of type practice, one’s own is not among them', async () => {
    expect((await listed()).map(({ id }) => id)).toEqual(['p'])
    const own = await ask(PracticesDocument, {}, { as: 'gp' })
    expect(own.data?.['practices']).toEqual([])
  })
  test('O010 O398 an assigned practice sees the patient, and both logs hold it', async () => {
    expect(await seesRecord('n1', 'gp')).toBe(false)
    expect((await assign('n1', 'p')).data).toEqual({ assignPatientToPractice: true })
    expect(await seesRecord('n1', 'gp')).toBe(true)
    const entry = {
      action: 'assignPatientToPractice',
      actor_id: 'admin',
      entity_id: 'p',
      patient_id: 'n1',
      details: { organizationId: 'w' },
    }
    expect((await logged('w')).at(-1)).toEqual(entry)
    expect((await logged('p')).at(-1)).toEqual(entry)
  })
  test('assigned twice is assigned once, and logged once', async () => {
    await assign('n1', 'p')
    const before = await logged('w')
    expect((await assign('n1', 'p')).data).toEqual({ assignPatientToPractice: true })
    expect(await logged('w')).toEqual(before)
  })
  test('O399 taking it back ends the access of the practice at once', async () => {
    await assign('n1', 'p')
    expect((await unassign('n1', 'p')).data).toEqual({ unassignPatientFromPractice: true })
    expect(await seesRecord('n1', 'gp')).toBe(false)
    expect((await logged('p')).at(-1)?.action).toBe('unassignPatientFromPractice')
  })
  test('a practice that admits the patient has them by its admission, not by the assignment', async () => {
    await assign('n1', 'p')
    const linked = () =>
      opened.database.asSystem((trx) =>
        trx
          .selectFrom('patient_organization')
          .select('by_practice')
          .where('patient_id', '=', 'n1')
          .where('organization_id', '=', 'p')
          .execute(),
      )
    expect(await linked()).toEqual([{ by_practice: true }])
    await opened.database.asSystem(async (trx) => {
      await sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision, discharged_at)
        select 'by-p', 'n1', 'p', 'ward-A', 'pathway-w', ${at(60)}::timestamptz, ${at(60)}::timestamptz, 1, ${at(30)}::timestamptz`.execute(
        trx,
      )
    })
    expect(await linked()).toEqual([{ by_practice: false }])
    // Taken back, the practice keeps whom it cared for.
    await unassign('n1', 'p')
    expect(await seesRecord('n1', 'gp')).toBe(true)
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('ward_admission').where('id', '=', 'by-p').execute()
      await sql`delete from patient_organization where patient_id = 'n1' and organization_id = 'p'`.execute(
        trx,
      )
    })
  })
  test('a link that was there before, or that something else relies on, stays', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('patient_organization')
        .values({ patient_id: 'n1', organization_id: 'p', linked_at: at(1) })
        .execute(),
    )
    await assign('n1', 'p')
    await unassign('n1', 'p')
    expect(await seesRecord('n1', 'gp')).toBe(true)
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('patient_organization')
        .where('patient_id', '=', 'n1')
        .where('organization_id', '=', 'p')
        .execute(),
    )
    // A referral that is accepted meanwhile.
    await assign('n1', 'p')
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('patient_organization')
        .set({ by_practice: false })
        .where('patient_id', '=', 'n1')
        .where('organization_id', '=', 'p')
        .execute(),
    )
    await unassign('n1', 'p')
    expect(await seesRecord('n1', 'gp')).toBe(true)
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('patient_organization')
        .where('patient_id', '=', 'n1')
        .where('organization_id', '=', 'p')
        .execute(),
    )
  })
  test('no organisation but a practice can be given a patient, and none whom one does not have', async () => {
    for (const [patientId, practiceId] of [
      ['n1', 'h'],
      ['n1', 'none'],
      ['h2', 'p'],
    ] as const)
      expect(codeOf(await assign(patientId, practiceId))).toBe('NOT_FOUND')
    expect(await seesRecord('h2', 'gp')).toBe(false)
  })
  test('a practice that has the patient by an assignment does not assign them further', async () => {
    const { createPractice } = (
      await ask(CreatePracticeDocument, {
        ...elm,
        organization: { ...elm.organization, name: 'Further Surgery' },
        user: { ...elm.user, email: 'pat@further.example' },
      })
    ).data as { createPractice: { id: string } }
    await assign('n1', 'p')
    expect(codeOf(await assign('n1', createPractice.id, { as: 'gp' }))).toBe('NOT_FOUND')
    expect(codeOf(await unassign('n1', 'p', { as: 'gp' }))).toBe('NOT_FOUND')
  })
  test('the tables themselves are closed: a request writes no link of another organisation', async () => {
    await expect(
      opened.database.asOrganization('w', (trx) =>
        trx
          .insertInto('patient_practice')
          .values({
            patient_id: 'n1',
            practice_id: 'p',
            organization_id: 'w',
            assigned_by: null,
            assigned_at: at(0),
          })
          .execute(),
      ),
    ).rejects.toThrow(/permission denied/)
    await expect(
      opened.database.asOrganization('w', (trx) =>
        trx
          .insertInto('patient_organization')
          .values({ patient_id: 'n1', organization_id: 'p', linked_at: at(0) })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })
  test('O354 without assign_patients nothing of it works', async () => {
    for (const answer of [
      await ask(PracticesDocument, {}, { as: 'care' }),
      await assign('a1', 'p', { as: 'care' }),
      await unassign('a1', 'p', { as: 'care' }),
    ])
      expect(codeOf(answer)).toBe('FORBIDDEN')
  })
  test('O397 O220 P311 a practice is added with its first user, and can be assigned', async () => {
    const answer = await ask(CreatePracticeDocument, elm)
    expect(answer.errors).toEqual([])
    const made = answer.data?.['createPractice'] as { id: string }
    expect(made).toEqual({ id: made.id, ...elm.organization })
    expect((await listed()).map(({ name }) => name)).toContain('Elm Surgery')
    const members = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('user_organization as uo')
        .innerJoin('user_account as u', 'u.id', 'uo.user_id')
        .select(['u.email', 'u.first_name', 'uo.roles'])
        .where('uo.organization_id', '=', made.id)
        .execute(),
    )
    // Also who has no account yet is asked first.
    expect(members).toEqual([])
    const asked = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('invitation as i')
        .innerJoin('user_account as u', 'u.id', 'i.user_id')
        .select(['i.email', 'u.first_name', 'i.roles', 'i.sent_at', 'i.invited_by'])
        .where('i.organization_id', '=', made.id)
        .execute(),
    )
    expect(asked).toEqual([
      {
        email: 'pat@elm.example',
        first_name: 'Pat',
        roles: ['Organisation Admin'],
        sent_at: null,
        invited_by: 'admin',
      },
    ])
    expect((await assign('n1', made.id)).errors).toEqual([])
    expect((await logged(made.id)).map(({ action }) => action)).toEqual([
      'createPractice',
      'assignPatientToPractice',
    ])
  })
  test('O332 a practice of the same name and postcode is refused at its field, and so is each blank one', async () => {
    const ash = { ...elm, organization: { ...elm.organization, name: 'Ash Surgery' } }
    await ask(CreatePracticeDocument, ash)
    expect(
      pathsOf(
        await ask(CreatePracticeDocument, {
          ...ash,
          organization: {
            ...ash.organization,
            name: 'ash surgery',
            address: { address: 'x', postcode: 'bn22aa' },
          },
        }),
      ),
    ).toEqual(['organization.name'])
    expect(
      pathsOf(await ask(CreatePracticeDocument, { ...elm, user: { ...elm.user, lastName: ' ' } })),
    ).toEqual(['user.lastName'])
  })
  test('somebody who has an account keeps their name, and gets the practice besides', async () => {
    const yew = {
      organization: { ...elm.organization, name: 'Yew Surgery' },
      user: { email: 'gp@example.test', firstName: 'Other', lastName: 'Name' },
    }
    expect((await ask(CreatePracticeDocument, yew)).errors).toEqual([])
    const account = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('user_account')
        .select(['id', 'first_name'])
        .where('email', '=', 'gp@example.test')
        .execute(),
    )
    expect(account).toEqual([{ id: 'gp', first_name: 'GP' }])
  })
  test('neither oneself, nor a removed account, nor a patient’s login administers a new practice', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('user_account')
        .values([
          { id: 'gone', email: 'gone@oak.example', created_at: at(0), deleted_at: at(0) },
          { id: 'own', email: 'own@oak.example', created_at: at(0), is_self_care: true },
        ])
        .execute(),
    )
    const caller = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('user_account')
        .select('email')
        .where('id', '=', 'admin')
        .executeTakeFirstOrThrow(),
    )
    const oak = { ...elm.organization, name: 'Oak Surgery' }
    for (const email of ['gone@oak.example', 'own@oak.example', caller.email]) {
      const user = { ...elm.user, email }
      expect(
        pathsOf(await ask(CreatePracticeDocument, { organization: oak, user })),
        email,
      ).toEqual(['user.email'])
    }
    expect((await listed()).map(({ name }) => name)).not.toContain('Oak Surgery')
  })
  test('a new practice is answered, also behind the first 500 of the list', async () => {
    await opened.database.asSystem((trx) =>
      sql`insert into organization (id, name, type, edition, features, created_at)
        select 'many-' || n, 'AAA ' || n, 'practice', 'en-GB', '{}', ${at(0)}::timestamptz from generate_series(1, 500) n`.execute(
        trx,
      ),
    )
    const zed = {
      organization: { ...elm.organization, name: 'Zed Surgery' },
      user: { ...elm.user, email: 'zed@zed.example' },
    }
    const answer = await ask(CreatePracticeDocument, zed)
    expect(answer.errors).toEqual([])
    expect(answer.data?.['createPractice']).toMatchObject({ name: 'Zed Surgery' })
  })
})
