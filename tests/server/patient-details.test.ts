import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  AdmitPatientToWardDocument,
  CreatePatientDocument,
  DeletePatientDocument,
  PatientRemovalDocument,
  SelfCareResetDocument,
  UpdatePatientDocument,
} from '../../schema/generated/documents/admission'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addSession } from './monitored'
import { addPatient, at, buildWorld } from './world'

const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const startDocument = {
  text: 'mutation ($patientId: ID!) { startContinuousMonitoringSession(type: Lamplight, patientId: $patientId) { id } }',
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    await opened.database.asSystem(async (trx) => {
      await sql`update organization set features = features || '{"continuousMonitoring": true}' where id = 'w'`.execute(
        trx,
      )
      await trx
        .insertInto('user_account')
        .values({ id: 'homeboss', email: 'homeboss@example.test', created_at: at(9) })
        .execute()
      await trx
        .insertInto('user_organization')
        .values({
          user_id: 'homeboss',
          organization_id: 'h',
          roles: '["Organisation Admin"]',
          created_at: at(9),
        })
        .execute()
    })
  })

  interface Made {
    readonly of?: string
    readonly ward?: string
    readonly links?: readonly string[]
    readonly nhs?: string
  }
  const made = async ({ of = 'w', ...more }: Made = {}): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of, first: 'Ada', last: `Kept ${id}`, ...more }),
    )
    return id
  }
  type Args = Readonly<Record<string, unknown>>
  const ask = (document: { readonly text: string }, variables: Args, options: Ask = {}) =>
    server.ask(document.text, { as: 'admin', variables, ...options })
  const checks = (patientId: string, options?: Ask) =>
    ask(PatientRemovalDocument, { patientId }, options)
  const remove = (patientId: string, options?: Ask) =>
    ask(DeletePatientDocument, { patientId }, options)
  const admit = (patientId: string) =>
    ask(AdmitPatientToWardDocument, {
      patientId,
      wardId: 'ward-A',
      carePathwayId: 'pathway-w',
      flags: [],
    })
  const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
    opened.database.asSystem(
      async (trx) => (await query.execute(trx)).rows as Record<string, unknown>[],
    )
  const isDeleted = async (id: string) =>
    (await rows(sql`select deleted_at is not null as gone from patient where id = ${id}`))[0]?.[
      'gone'
    ]
  const linksOf = async (id: string) =>
    (
      await rows(
        sql`select organization_id as o from patient_organization where patient_id = ${id} order by 1`,
      )
    ).map(({ o }) => o)
  const actionsOf = async (id: string, organization = 'w') =>
    (
      await rows(
        sql`select action from action_log where patient_id = ${id} and organization_id = ${organization} order by seq`,
      )
    ).map(({ action }) => action)
  const monitor = (patientId: string, organizationId = 'w') =>
    opened.database.asSystem((trx) =>
      addSession(trx, { id: randomUUID(), organizationId, patientId, createdAt: at(30) }),
    )

  describe('removing a patient', () => {
    test('C534 the patient is gone for everybody here, and the log says who did it', async () => {
      const id = await made()
      expect((await checks(id)).data).toEqual({
        patientRemoval: { isMonitored: false, isAdmitted: false, isShared: false },
      })
      expect((await remove(id)).data).toEqual({ deletePatient: true })
      expect(await isDeleted(id)).toBe(true)
      expect(await actionsOf(id)).toEqual(['deletePatient'])
      const nobody = await checks(randomUUID())
      expect((await checks(id)).errors).toMatchObject([
        { message: nobody.errors[0]?.message, extensions: { code: 'NOT_FOUND' } },
      ])
      expect(codeOf(await admit(id))).toBe('NOT_FOUND')
      expect(codeOf(await ask(startDocument, { patientId: id }))).toBe('NOT_FOUND')
    })

    test('C357 who is monitored stays, by whomever they are', async () => {
      for (const of of ['w', 'h']) {
        const id = await made({ links: ['h'] })
        await monitor(id, of)
        expect((await checks(id)).data).toMatchObject({ patientRemoval: { isMonitored: true } })
        const answer = await remove(id)
        expect(reasonOf(answer)).toEqual(['CONFLICT', 'UNDER_MONITORING'])
        expect(answer.errors[0]?.message).toBe(
          'Cannot remove the patient because they are currently under monitoring',
        )
        expect([await linksOf(id), await actionsOf(id)]).toEqual([['h', 'w'], []])
      }
    })

    test('C455 who is admitted stays, by whomever they are', async () => {
      const own = await made({ ward: 'A' })
      const answer = await remove(own)
      expect(reasonOf(answer)).toEqual(['CONFLICT', 'ADMITTED'])
      expect(answer.errors[0]?.message).toBe(
        'Cannot remove the patient because they are currently admitted to a ward',
      )
      const shared = await made({ ward: 'A', links: ['h'] })
      expect((await checks(shared, { as: 'homeboss' })).data).toMatchObject({
        patientRemoval: { isAdmitted: true, isShared: true },
      })
      expect(reasonOf(await remove(shared, { as: 'homeboss' }))).toEqual(['CONFLICT', 'ADMITTED'])
      expect(await isDeleted(own)).toBe(false)
    })

    test('a shared patient leaves the organisation that removes them, and no other (K8)', async () => {
      for (const [of, by] of [
        ['h', 'admin'],
        ['w', 'admin'],
      ] as const) {
        const id = await made({ of, links: [of === 'h' ? 'w' : 'h'] })
        expect((await remove(id, { as: by })).data).toEqual({ deletePatient: true })
        expect([await linksOf(id), await isDeleted(id)]).toEqual([['h'], false])
        expect(codeOf(await checks(id))).toBe('NOT_FOUND')
        expect((await checks(id, { as: 'homeboss' })).data).toMatchObject({
          patientRemoval: { isShared: false },
        })
        // The last one gives them up: nobody could reach them any more.
        expect((await remove(id, { as: 'homeboss' })).data).toEqual({ deletePatient: true })
        expect(await isDeleted(id)).toBe(true)
        expect(await actionsOf(id, 'h')).toEqual(['deletePatient'])
      }
    })

    test('C469 another organisation’s patient is as little there as none', async () => {
      expect(codeOf(await remove('h2'))).toBe('NOT_FOUND')
      expect(codeOf(await remove(randomUUID()))).toBe('NOT_FOUND')
      const id = await made({ ward: 'A' })
      expect(codeOf(await remove(id, { as: 'nurse' }))).toBe('FORBIDDEN')
    })

    for (const [who, nhs] of [
      ['with an identifier', '9000000009'],
      ['without one', undefined],
    ] as const)
      test(`a removed patient ${who} can be registered again`, async () => {
        const id = await made({ ...(nhs === undefined ? {} : { nhs }) })
        const register = () =>
          ask(CreatePatientDocument, {
            type: 'elderly',
            firstName: 'Ada',
            lastName: `Kept ${id}`,
            birthDate: '1940-02-29',
            gender: 'female',
            nationalIdentifierValue: nhs,
          })
        expect(codeOf(await register())).toBe('BAD_USER_INPUT')
        expect((await remove(id)).errors).toEqual([])
        const again = await register()
        expect(again.errors).toEqual([])
        const anew =
          (again.data?.['createPatient'] as { readonly id: string } | undefined)?.id ?? ''
        expect(anew).not.toBe(id)
        expect([await isDeleted(id), await isDeleted(anew)]).toEqual([true, false])
      })

    test('a repeat under the same key is answered as the first', async () => {
      const [id, key] = [await made(), randomUUID()]
      await remove(id, { key })
      expect((await remove(id, { key })).data).toEqual({ deletePatient: true })
      expect(await actionsOf(id)).toEqual(['deletePatient'])
    })

    test('of removing and admitting, or monitoring, at one instant one is refused', async () => {
      for (const other of [admit, (patientId: string) => ask(startDocument, { patientId })]) {
        for (let round = 0; round < 6; round += 1) {
          const id = await made()
          const both = [() => remove(id), () => other(id)]
          const answers = await Promise.all(
            (round % 2 === 0 ? both : both.toReversed()).map((one) => one()),
          )
          const [removed, begun] = round % 2 === 0 ? answers : answers.toReversed()
          expect([removed, begun].filter((one) => one?.errors.length === 0)).toHaveLength(1)
          expect(await isDeleted(id)).toBe(removed?.errors.length === 0)
          const active = await rows(
            sql`select 1 from ward_admission where patient_id = ${id} and discharged_at is null
              union all select 1 from continuous_monitoring_session where patient_id = ${id} and ended_at is null`,
          )
          expect(active).toHaveLength(removed?.errors.length === 0 ? 0 : 1)
        }
      }
    })

    test('who waits for the counter behind a removal neither admits nor monitors', async () => {
      for (const begin of [admit, (patientId: string) => ask(startDocument, { patientId })]) {
        if (opened.url === null) return
        const id = await made()
        const waiting = await opened.database.asSystem(async (trx) => {
          await sql`select app_next_revision('w')`.execute(trx)
          const asked = begin(id)
          await new Promise((resolve) => setTimeout(resolve, 150))
          await sql`update patient set deleted_at = now(), revision = revision where id = ${id}`.execute(
            trx,
          )
          return { asked }
        })
        expect(codeOf(await waiting.asked)).toBe('NOT_FOUND')
      }
    })
  })

  describe('correcting a patient', () => {
    const edit = (patientId: string, change: Args, options?: Ask) =>
      ask(UpdatePatientDocument, { patientId, ...change }, options)
    const argumentsOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors
    const rowOf = async (id: string) =>
      (
        await rows(
          sql`select first_name, last_name, birth_date::text as born, gender, telephone, address, national_identifier_type as scheme,
            national_identifier_value as number, revision::int as revision from patient where id = ${id}`,
        )
      )[0]
    const setScheme = (scheme: string | null) =>
      rows(sql`update organization set national_identifier_scheme = ${scheme} where id = 'w'`)
    const giveLogin = async (patientId: string) => {
      const user = randomUUID()
      await rows(
        sql`insert into user_account (id, email, is_self_care, created_at) values (${user}, ${`${user}@example.test`}, true, ${at(9)})`,
      )
      await rows(
        sql`insert into self_care (patient_id, user_id, organization_id, created_at) values (${patientId}, ${user}, 'w', ${at(9)})`,
      )
    }
    const address = { address: '2 Mill Lane', postcode: 'BN1 2AB' }

    describe('whose flag Pregnant is set', () => {
      const message = 'The flag Pregnant is set: take it off first'
      const flag = (patientId: string, active: boolean, as = 'admin') =>
        server.ask(
          `mutation { updatePatientFlags(patientId: "${patientId}", flags: [{ type: "Pregnant", active: ${active} }]) { id } }`,
          { as },
        )
      const young = async (): Promise<string> => {
        const id = await made({ ward: 'A' })
        await rows(sql`update patient set birth_date = '1992-05-01' where id = ${id}`)
        return id
      }

      test('is refused sex or birth date with which the flag could not be set, at its field, until it is taken off', async () => {
        const id = await young()
        expect(codeOf(await flag(id, true))).toBe('ok')
        const before = await rowOf(id)
        for (const [path, change] of [
          ['gender', { gender: 'male' }],
          ['gender', { gender: 'male', birthDate: '1992-06-01' }],
          ['birthDate', { birthDate: '1935-05-01', gender: 'female' }],
          ['birthDate', { birthDate: '2020-05-01' }],
        ] as const)
          expect(argumentsOf(await edit(id, change))).toEqual([{ path, message }])
        expect(await rowOf(id)).toEqual(before)
        expect(codeOf(await edit(id, { birthDate: '1993-05-01' }))).toBe('ok')
        expect(codeOf(await edit(id, { firstName: 'Zoë' }))).toBe('ok')
        expect(codeOf(await flag(id, false))).toBe('ok')
        expect(codeOf(await edit(id, { gender: 'male' }))).toBe('ok')
      })

      test('is seen by a practice, too: either it sets the flag or the sex is corrected', async () => {
        await rows(
          sql`update user_organization set roles = '["Organisation Admin"]' where user_id = 'gp'`,
        )
        for (let round = 0; round < 5; round += 1) {
          const id = await young()
          await rows(
            sql`insert into patient_organization (patient_id, organization_id, linked_at) values (${id}, 'p', ${at(9)})`,
          )
          const answers = await Promise.all([flag(id, true, 'gp'), edit(id, { gender: 'male' })])
          expect(answers.map(codeOf).toSorted(), `round ${round}`).toEqual(['BAD_USER_INPUT', 'ok'])
        }
      })

      test('two organisations that begin flags and end each other’s at once do not wait in a ring', async () => {
        const id = await young()
        await rows(
          sql`insert into patient_organization (patient_id, organization_id, linked_at) values (${id}, 'p', ${at(9)})`,
        )
        const swap = (as: string, on: string, off: string) =>
          server.ask(
            `mutation { updatePatientFlags(patientId: "${id}", flags: [{ type: "${on}", active: true }, { type: "${off}", active: false }]) { id } }`,
            { as },
          )
        for (let round = 0; round < 10; round += 1) {
          await swap('admin', 'FallsRisk', 'OnOxygen')
          await swap('gp', 'OnOxygen', 'Pregnant')
          const answers = await Promise.all([
            swap('admin', 'Pregnant', 'OnOxygen'),
            swap('gp', 'Pregnant', 'FallsRisk'),
          ])
          expect(answers.map(codeOf), `round ${round}`).toEqual(['ok', 'ok'])
        }
      })

      test('in a race either the flag is set or the sex is corrected, never both', async () => {
        for (let round = 0; round < 5; round += 1) {
          const id = await young()
          const answers = await Promise.all([flag(id, true), edit(id, { gender: 'male' })])
          expect(answers.map(codeOf).toSorted(), `round ${round}`).toEqual(['BAD_USER_INPUT', 'ok'])
        }
      })
    })

    test('O385 C535 C465 changes what is named and nothing else, and the log names the fields', async () => {
      const id = await made({ ward: 'A' })
      const before = await rowOf(id)
      const answer = await edit(id, { firstName: ' Zoë  Ann ', telephone: '01273800901', address })
      expect(answer.data).toMatchObject({ updatePatient: { id, firstName: 'Zoë Ann' } })
      expect(await rowOf(id)).toEqual({
        ...before,
        first_name: 'Zoë Ann',
        telephone: '01273800901',
        address,
        revision: expect.any(Number),
      })
      expect((await rowOf(id))?.['revision']).toBeGreaterThan(Number(before?.['revision']))
      await edit(id, { gender: 'male', birthDate: '1940-02-29', telephone: null, address: null })
      expect(await rowOf(id)).toMatchObject({
        first_name: 'Zoë Ann',
        born: '1940-02-29',
        gender: 'male',
        telephone: null,
        address: null,
      })
      const [entry] = await rows(
        sql`select details -> 'fields' as fields from action_log where patient_id = ${id} and action = 'updatePatient' order by seq limit 1`,
      )
      expect(entry?.['fields']).toEqual(['first_name', 'telephone', 'address'])
      expect(codeOf(await edit(id, { firstName: 'Eve' }, { as: 'care' }))).toBe('FORBIDDEN')
    })

    test('a save that changes no row is an error (K7)', async () => {
      const id = await made({ ward: 'A' })
      const before = await rowOf(id)
      for (const change of [{}, { firstName: 'Ada' }, { telephone: null }])
        expect(reasonOf(await edit(id, change))).toEqual(['CONFLICT', 'NOTHING_CHANGED'])
      expect(await rowOf(id)).toEqual(before)
      expect(await actionsOf(id)).toEqual([])
    })

    test('who has them admitted keeps the details, and nobody else does (K7)', async () => {
      const id = await made({ ward: 'A', links: ['h'] })
      expect(reasonOf(await edit(id, { firstName: 'Eve' }, { as: 'homeboss' }))).toEqual([
        'CONFLICT',
        'KEPT_ELSEWHERE',
      ])
      const shared = await made({ of: 'h', links: ['w'] })
      expect(reasonOf(await edit(shared, { firstName: 'Eve' }))).toEqual([
        'CONFLICT',
        'KEPT_ELSEWHERE',
      ])
      expect((await admit(shared)).errors).toEqual([])
      expect((await edit(shared, { firstName: 'Eve' })).errors).toEqual([])
      expect(reasonOf(await edit(shared, { firstName: 'Zia' }, { as: 'homeboss' }))).toEqual([
        'CONFLICT',
        'KEPT_ELSEWHERE',
      ])
      expect(await rowOf(shared)).toMatchObject({ first_name: 'Eve' })
      expect(codeOf(await edit('h2', { firstName: 'Eve' }))).toBe('NOT_FOUND')
    })

    test('C442 C445 what is wrong is told at its field', async () => {
      const id = await made({ ward: 'A' })
      expect(
        argumentsOf(
          await edit(id, { firstName: ' ', lastName: 'x'.repeat(101), birthDate: '2999-01-01' }),
        ),
      ).toEqual([
        { path: 'firstName', message: 'Required' },
        { path: 'lastName', message: 'Has at most 100 characters' },
        { path: 'birthDate', message: 'Date of birth must be in the past' },
      ])
      expect(argumentsOf(await edit(id, { telephone: 'x' }))).toEqual([
        { path: 'telephone', message: 'Must be a telephone number' },
      ])
    })

    test('O385 an identifier is kept as ten digits, only a valid one, and only once', async () => {
      await setScheme('NhsNumber')
      const [id, other] = [await made({ ward: 'A' }), await made({ ward: 'A' })]
      expect((await edit(id, { nationalIdentifierValue: ' 943 476\t5870 ' })).errors).toEqual([])
      expect(await rowOf(id)).toMatchObject({ scheme: 'NhsNumber', number: '9434765870' })
      expect(argumentsOf(await edit(id, { nationalIdentifierValue: '9434765871' }))).toEqual([
        { path: 'nationalIdentifierValue', message: 'Must be a valid national identifier' },
      ])
      expect(argumentsOf(await edit(other, { nationalIdentifierValue: '9434765870' }))).toEqual([
        {
          path: 'nationalIdentifierValue',
          message: 'Another patient with this identifier is registered',
        },
      ])
      expect(await rowOf(other)).toMatchObject({ scheme: null, number: null })
      expect((await edit(id, { nationalIdentifierValue: null })).errors).toEqual([])
      expect(await rowOf(id)).toMatchObject({ scheme: null, number: null })
      await setScheme(null)
      expect(argumentsOf(await edit(id, { nationalIdentifierValue: '9434765870' }))).toEqual([
        {
          path: 'nationalIdentifierValue',
          message: 'This organisation uses no national identifier',
        },
      ])
    })

    test('nobody becomes the double of another one (K6)', async () => {
      const [id, other] = [await made({ ward: 'A' }), await made({ ward: 'A' })]
      const taken = await rowOf(other)
      expect(
        argumentsOf(await edit(id, { lastName: taken?.['last_name'], birthDate: taken?.['born'] })),
      ).toEqual([{ path: 'firstName', message: 'A patient with that First Name already exists' }])
    })

    test('T7 who loses the identifier that told them apart becomes a double, and keeps it', async () => {
      await setScheme('NhsNumber')
      const [id, other] = [await made({ ward: 'A' }), await made({ ward: 'A' })]
      for (const [patient, number] of [
        [id, '9990000069'],
        [other, '9990000077'],
      ] as const)
        expect((await edit(patient, { nationalIdentifierValue: number })).errors).toEqual([])
      const taken = await rowOf(other)
      const renamed = { lastName: taken?.['last_name'], birthDate: taken?.['born'] }
      expect((await edit(id, renamed)).errors).toEqual([])
      expect(argumentsOf(await edit(id, { nationalIdentifierValue: null }))).toEqual([
        { path: 'firstName', message: 'A patient with that First Name already exists' },
      ])
    })

    test('T6 a first name is taken away where somebody says that there is one name only, and given again', async () => {
      const id = await made({ ward: 'A' })
      expect(argumentsOf(await edit(id, { firstName: '' }))).toEqual([
        { path: 'firstName', message: 'Required' },
      ])
      expect((await edit(id, { firstName: '', hasOneName: true })).errors).toEqual([])
      expect((await rowOf(id))?.['first_name']).toBe('')
      expect((await edit(id, { gender: 'male' })).errors).toEqual([])
      expect((await edit(id, { firstName: 'Ada' })).errors).toEqual([])
      expect((await rowOf(id))?.['first_name']).toBe('Ada')
    })

    test('T7 who was registered as a different patient stays one, and takes an identifier', async () => {
      await setScheme('NhsNumber')
      const [id, other] = [await made({ ward: 'A' }), await made({ ward: 'A' })]
      const row = await rowOf(other)
      const names = { lastName: row?.['last_name'], birthDate: row?.['born'] }
      expect(argumentsOf(await edit(id, names))).toEqual([
        { path: 'firstName', message: 'A patient with that First Name already exists' },
      ])
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('patient')
          .set({
            first_name: String(row?.['first_name']),
            last_name: String(names.lastName),
            birth_date: String(names.birthDate),
          })
          .where('id', '=', id)
          .execute(),
      )
      expect((await edit(id, { nationalIdentifierValue: '9990007152' })).errors).toEqual([])
      expect((await edit(id, { gender: 'male' })).errors).toEqual([])
    })

    test('half an address is refused at the half that is missing, and the one that is kept stays; a blank one clears it', async () => {
      const id = await made({ ward: 'A' })
      expect((await edit(id, { address })).errors).toEqual([])
      for (const missing of ['address', 'postcode'])
        expect(argumentsOf(await edit(id, { address: { ...address, [missing]: ' ' } }))).toEqual([
          { path: missing, message: 'Required' },
        ])
      expect((await rowOf(id))?.['address']).toEqual(address)
      expect((await edit(id, { address: { address: ' ', postcode: '' } })).errors).toEqual([])
      expect((await rowOf(id))?.['address']).toBeNull()
    })

    test('C443 who has a login keeps telephone, address and postcode', async () => {
      const id = await made({ ward: 'A' })
      await giveLogin(id)
      expect(argumentsOf(await edit(id, { firstName: 'Eve' }))).toEqual(
        ['telephone', 'address', 'postcode'].map((path) => ({ path, message: 'Required' })),
      )
      expect((await edit(id, { telephone: '01273800901', address })).errors).toEqual([])
      expect(argumentsOf(await edit(id, { telephone: null }))).toEqual([
        { path: 'telephone', message: 'Required' },
      ])
    })
  })

  test('C481 a login of another organisation, or of several, is told apart from none', async () => {
    const resetOf = async (patientId: string) =>
      (await ask(SelfCareResetDocument, { patientId }, { as: 'nurse' })).data?.['selfCareReset']
    const withLogin = async (of: string, members: readonly string[]) => {
      const [id, user] = [await made({ ward: 'A', links: ['h'] }), randomUUID()]
      await rows(
        sql`insert into user_account (id, email, is_self_care, created_at) values (${user}, ${`${user}@example.test`}, true, ${at(9)})`,
      )
      for (const one of members)
        await rows(
          sql`insert into user_organization (user_id, organization_id, roles, created_at) values (${user}, ${one}, '["Self Care"]', ${at(9)})`,
        )
      await rows(
        sql`insert into self_care (patient_id, user_id, organization_id, created_at) values (${id}, ${user}, ${of}, ${at(9)})`,
      )
      return [await resetOf(id), user]
    }
    expect(await resetOf(await made({ ward: 'A' }))).toEqual({ userId: null, isElsewhere: false })
    const [own, user] = await withLogin('w', ['w'])
    expect(own).toEqual({ userId: user, isElsewhere: false })
    for (const members of [['h'], ['w', 'h']])
      expect((await withLogin('h', members))[0]).toEqual({ userId: null, isElsewhere: true })
    expect(codeOf(await ask(SelfCareResetDocument, { patientId: 'h2' }))).toBe('NOT_FOUND')
  })

  test('who admits is told of an admission to a ward that is not theirs', async () => {
    const id = await made({ ward: 'B' })
    const answer = await server.ask(AdmitPatientToWardDocument.text, {
      as: 'nurse',
      variables: { patientId: id, wardId: 'ward-A', carePathwayId: 'pathway-w', flags: [] },
    })
    expect(reasonOf(answer)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
  })
})
