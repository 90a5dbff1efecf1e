import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AdmitPatientToWardDocument,
  CreatePatientDocument,
  CreateSelfCareLoginDocument,
  PatientFlagsDocument,
  SelfCareLoginDocument,
  SetContactAtAdmissionDocument,
  SimilarPatientsDocument,
  SimilarToManyDocument,
  UpdatePatientFlagsDocument,
} from '../../schema/generated/documents/admission'
import {
  DischargePatientFromWardDocument,
  TransferPatientToWardDocument,
} from '../../schema/generated/documents/stay'
import { openDatabase, type Database } from '../../server/db/database'
import { enrolSchedules } from '../../server/areas/checkup/enrol-schedules'
import { createIdentity, type Mail } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { decideMissed } from '../../server/jobs'
import { admissionTimeError } from '../../src/domain/patient/admission-time'
import { defaultThresholds } from '../../src/domain/ews'
import { readBirthDate } from '../../src/domain/patient/birth-date'
import { isFull } from '../depth'
import { foldName, similarKey } from '../../src/domain/identity'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines, onPglite } from './engines'
import { addPatient, at, buildWorld, now } from './world'

const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const argumentsOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors

interface Registered {
  readonly id: string
  readonly birthDate: string
  readonly telephone: string | null
  readonly address: { readonly address: string; readonly postcode: string } | null
  readonly nationalIdentifier: { readonly type: string; readonly value: string } | null
}
interface Admitted {
  readonly id: string
  readonly admittedAt: string
  readonly ward: { readonly id: string; readonly name: string }
  readonly mayOpen: boolean
}

type Flag = { readonly type: string; readonly active: boolean }
const on = (...types: readonly string[]): readonly Flag[] =>
  types.map((type) => ({ type, active: true }))

let count = 0
/** A new patient of a name that nobody has. */
const person = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'elderly',
  firstName: `Ada${(count += 1)}`,
  lastName: 'Quill',
  birthDate: '1938-11-05',
  gender: 'female',
  ...more,
})
const asked = (server: TestServer) => {
  const ask = (
    document: { readonly text: string },
    variables: Readonly<Record<string, unknown>>,
    options: Ask = {},
  ) => server.ask(document.text, { as: 'nurse', variables, ...options })
  const create = (variables: Readonly<Record<string, unknown>>, options?: Ask) =>
    ask(CreatePatientDocument, variables, options)
  return {
    create,
    made: async (more?: Readonly<Record<string, unknown>>, options?: Ask) =>
      valueOf<Registered>(await create(person(more), options)),
    admit: (variables: Readonly<Record<string, unknown>>, options?: Ask) =>
      ask(
        AdmitPatientToWardDocument,
        { wardId: 'ward-A', carePathwayId: 'pathway-w', ...variables },
        options,
      ),
    flags: (patientId: string, flags: readonly Flag[], options?: Ask) =>
      ask(UpdatePatientFlagsDocument, { patientId, flags }, options),
    contact: (patientId: string, newContact: object, options?: Ask) =>
      ask(SetContactAtAdmissionDocument, { patientId, newContact }, options),
    similar: (firstName: string, lastName: string, birthDate: string, options?: Ask) =>
      ask(SimilarPatientsDocument, { firstName, lastName, birthDate }, options),
    similarToMany: (people: readonly object[], options?: Ask) =>
      ask(SimilarToManyDocument, { people }, options),
    login: (patientId: string, selfCare: object, options?: Ask) =>
      ask(CreateSelfCareLoginDocument, { patientId, selfCare }, options),
    loginOf: (patientId: string) => ask(SelfCareLoginDocument, { patientId }),
    flagTypes: (options?: Ask, patientId?: string) =>
      ask(PatientFlagsDocument, { patientId }, options),
  }
}
type Admission = ReturnType<typeof asked>

const actionsOf = async (database: Database, patientId: string) =>
  (
    await database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['organization_id', 'action'])
        .where('patient_id', '=', patientId)
        .orderBy('organization_id')
        .orderBy('seq')
        .execute(),
    )
  ).map((row) => `${row.organization_id} ${row.action}`)
const patientsNamed = async (database: Database, lastName: string): Promise<number> =>
  Number(
    (
      await database.asSystem((trx) =>
        trx
          .selectFrom('patient')
          .select(sql<number>`count(*)::int`.as('n'))
          .where('last_name', '=', lastName)
          .executeTakeFirstOrThrow(),
      )
    ).n,
  )
const activeFlags = async (database: Database, patientId: string) =>
  (
    await database.asSystem((trx) =>
      trx
        .selectFrom('patient_flag')
        .select(['type', 'started_at'])
        .where('patient_id', '=', patientId)
        .where('ended_at', 'is', null)
        .orderBy('type')
        .execute(),
    )
  ).map((row) => [row.type, row.started_at])

describe('the dates of an admission', () => {
  const day = 86_400_000
  for (const [given, read] of [
    ['1938-11-05', '1938-11-05'],
    ['1938-11-05T00:00:00.000Z', '1938-11-05'],
    ['2024-02-29T00:00:00Z', '2024-02-29'],
    ['2023-02-29', null],
    ['1938-11-05T10:00:00.000Z', null],
    ['05/11/1938', null],
  ] as const)
    test(`O302 a birth date ${given} is read as ${read}`, () => {
      expect(readBirthDate(given)).toBe(read)
    })

  test('O306 O307 24 hours back are accepted, a second more and any time ahead are not', () => {
    expect(admissionTimeError(now - day, now)).toBeNull()
    expect(admissionTimeError(now, now)).toBeNull()
    expect(admissionTimeError(now - day - 1000, now)).toBe(
      'Effective admission date cannot be more than 24 hours in the past',
    )
    expect(admissionTimeError(now + 1000, now)).toBe(
      'Effective admission date cannot be in the future',
    )
  })
})

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let admission: Admission
  let time = now
  const mails: Mail[] = []
  beforeAll(async () => {
    const clock = { now: () => time }
    server = await startServer(opened.database, {
      clock,
      administration: createIdentity({
        secrets: secretBox(new Uint8Array(32)),
        database: opened.database,
        clock,
        config: {
          projectId: 'lamplight-test',
          portalUrl: 'https://portal.example',
          passwordCost: { logN: 4, r: 8, p: 1 },
        },
        mailer: { send: async (mail) => void mails.push(mail) },
      }).administration,
    })
    await opened.database.asSystem(async (trx) => {
      const { features } = await trx
        .selectFrom('organization')
        .select('features')
        .where('id', '=', 'w')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('organization')
        .set({ features: JSON.stringify({ ...features, selfCare: true }) })
        .where('id', '=', 'w')
        .execute()
    })
    admission = asked(server)
  })
  beforeEach(() => {
    time = now
  })

  /** Meanwhile an organisation of the world has wards. */
  const withWards = async <Value>(
    organization: string,
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const set = (features: string) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ features }).where('id', '=', organization).execute(),
      )
    await set('{"wards":true}')
    try {
      return await work()
    } finally {
      await set('{}')
    }
  }

  test('P184 O209 O302 O383 a patient is registered as elderly, with what was typed in its kept form, and logged', async () => {
    const made = await admission.made({
      lastName: '  Van   Dyke ',
      birthDate: '1938-11-05T00:00:00.000Z',
      telephone: '+44 1273 800 901',
      address: { address: ' 2 Mill Lane ', postcode: 'BN1 2AB' },
      preExistingConditions: ['COPD', ' '],
      nationalIdentifierValue: '943 476 5870',
    })
    expect(made).toMatchObject({
      lastName: 'Van Dyke',
      birthDate: '1938-11-05',
      telephone: '01273800901',
      address: { address: '2 Mill Lane', postcode: 'BN1 2AB' },
      nationalIdentifier: { type: 'NhsNumber', value: '9434765870' },
    })
    const row = await opened.database.asSystem((trx) =>
      trx.selectFrom('patient').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow(),
    )
    expect([row.type, row.pre_existing_conditions, row.organization_id]).toEqual([
      'elderly',
      ['COPD'],
      'w',
    ])
    expect(await actionsOf(opened.database, made.id)).toEqual(['w createPatient'])
  })

  test('half an address is refused at the half that is missing; a blank one is none', async () => {
    for (const [address, path] of [
      [{ address: '2 Mill Lane', postcode: ' ' }, 'postcode'],
      [{ address: '', postcode: 'BN1 2AB' }, 'address'],
    ] as const) {
      const answer = await admission.create(person({ address }))
      expect(answer.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argErrors: [{ path, message: 'Required' }],
      })
    }
    const made = await admission.made({ address: { address: ' ', postcode: '' } })
    expect(made.address).toBeNull()
  })

  test('O298 every field that is wrong is named at once', async () => {
    const answer = await admission.create(
      person({
        firstName: ' ',
        lastName: '',
        birthDate: '2999-01-01',
        nationalIdentifierValue: '943 476 5871',
        telephone: 'call me',
      }),
    )
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    expect(argumentsOf(answer)).toEqual([
      { path: 'nationalIdentifierValue', message: 'Must be a valid national identifier' },
      { path: 'firstName', message: 'Required' },
      { path: 'lastName', message: 'Required' },
      { path: 'birthDate', message: 'Date of birth must be in the past' },
      { path: 'telephone', message: 'Must be a telephone number' },
    ])
    expect(argumentsOf(await admission.create(person({ type: 'child' })))).toEqual([
      { path: 'type', message: 'Must be elderly' },
    ])
  })

  const double = [{ path: 'firstName', message: 'A patient with that First Name already exists' }]
  test('the same names and birth date are a double, whatever their case and accents', async () => {
    const first = person({ lastName: 'Twice' })
    valueOf(await admission.create(first))
    const again = await admission.create({ ...first, firstName: first.firstName.toUpperCase() })
    expect(argumentsOf(again)).toEqual(double)
    valueOf(await admission.create({ ...first, birthDate: '1938-11-06' }))
    // Another organisation may have one of that name.
    valueOf(await admission.create(first, { as: 'gp' }))
  })

  test('F11a T7 two with different identifiers are two people, who are warned of; without one they are a double', async () => {
    const [first, second, third] = ['9990007101', '9990007128', '9990007136']
    const twin = person({ lastName: 'Namesake' })
    valueOf(await admission.create({ ...twin, nationalIdentifierValue: first }))
    type Found = readonly { readonly at: number; readonly patients: readonly object[] }[]
    expect(
      valueOf<Found>(
        await admission.similarToMany(
          [twin].map(({ firstName, lastName, birthDate }) => ({ firstName, lastName, birthDate })),
        ),
      ),
    ).toHaveLength(1)
    valueOf(await admission.create({ ...twin, nationalIdentifierValue: second }))
    expect(argumentsOf(await admission.create(twin))).toEqual(double)
    expect(
      argumentsOf(await admission.create({ ...twin, nationalIdentifierValue: first })),
    ).toEqual(double)
    const other = person({ lastName: 'Unnumbered' })
    valueOf(await admission.create(other))
    expect(
      argumentsOf(await admission.create({ ...other, nationalIdentifierValue: third })),
    ).toEqual(double)
  })

  test('F11a T7 a double is registered as a different patient for a reason, which the action log keeps', async () => {
    const one = person({ lastName: 'Doublename' })
    await admission.made(one)
    expect(argumentsOf(await admission.create({ ...one, differentPatientReason: ' ' }))).toEqual([
      { path: 'differentPatientReason', message: 'Enter a reason' },
    ])
    expect(
      argumentsOf(await admission.create({ ...one, differentPatientReason: 'x'.repeat(1001) })),
    ).toEqual([
      { path: 'differentPatientReason', message: 'A reason has 1,000 characters at most' },
    ])
    const reason = 'Twin sisters of one name, seen together'
    const other = await admission.made({ ...one, differentPatientReason: ` ${reason} ` })
    expect(await patientsNamed(opened.database, 'Doublename')).toBe(2)
    const logOf = async (id: string) =>
      opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select('details')
          .where('patient_id', '=', id)
          .where('action', '=', 'createPatient')
          .executeTakeFirstOrThrow(),
      )
    expect((await logOf(other.id)).details).toMatchObject({ reason })
    // A reason without a double says nothing.
    const alone = await admission.made({ differentPatientReason: 'Nobody' })
    expect((await logOf(alone.id)).details).not.toHaveProperty('reason')
    // An identifier is one patient's, whatever is said.
    const numbered = { ...person(), nationalIdentifierValue: '9990007144' }
    await admission.made(numbered)
    expect(
      argumentsOf(await admission.create({ ...numbered, differentPatientReason: reason })),
    ).toEqual(double)
  })

  test('an identifier names one patient, of whichever organisation, until they are deleted', async () => {
    expect(
      argumentsOf(await admission.create(person({ nationalIdentifierValue: '9990000018' }))),
    ).toEqual(double)
    const made = await admission.made({ nationalIdentifierValue: '9990000026' })
    expect(
      argumentsOf(
        await admission.create(person({ nationalIdentifierValue: '9990000026' }), { as: 'gp' }),
      ),
    ).toEqual(double)
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('patient')
        .set({ deleted_at: at(0) })
        .where('id', '=', made.id)
        .execute(),
    )
    valueOf(await admission.create(person({ nationalIdentifierValue: '9990000026' })))
  })

  test('a lost answer is asked for again: one patient, the same answer, also without the archive', async () => {
    const key = randomUUID()
    const given = person({ lastName: 'Lostanswer' })
    const first = valueOf(await admission.create(given, { key }))
    expect(valueOf(await admission.create(given, { key }))).toEqual(first)
    expect(await patientsNamed(opened.database, 'Lostanswer')).toBe(1)
    expect(codeOf(await admission.create(person(), { key }))).toBe('CONFLICT')
  })

  test('a batch registers each of its patients under a key of its own', async () => {
    const response = await server.fetch('/Prod/graphql', {
      method: 'POST',
      as: 'nurse',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        [1, 2, 3].map((n) => ({
          query: CreatePatientDocument.text,
          variables: person({ lastName: 'Batched', firstName: n === 3 ? 'B1' : `B${n}` }),
          extensions: { idempotencyKey: `batched-${n}-${randomUUID()}` },
        })),
      ),
    })
    const answers = (await response.json()) as readonly { readonly errors?: readonly unknown[] }[]
    expect(answers.map(({ errors }) => errors?.length ?? 0)).toHaveLength(3)
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2)
    expect(await patientsNamed(opened.database, 'Batched')).toBe(2)
  })

  test('twins are found before: a similar name of the same birth date, of one’s own alone', async () => {
    valueOf(await admission.create(person({ firstName: 'John', lastName: 'Smith' })))
    const found = async (firstName: string, birthDate = '1938-11-05', options?: Ask) =>
      valueOf<readonly { firstName: string }[]>(
        await admission.similar(firstName, 'SMITH', birthDate, options),
      ).map((one) => one.firstName)
    expect(await found('Jon')).toEqual(['John'])
    expect(await found('Mary')).toEqual([])
    expect(await found('Jon', '1938-11-06')).toEqual([])
    expect(await found('Jon', '1938-11-05', { as: 'gp' })).toEqual([])
  })

  test('T7 swapped names, day and month swapped and one letter are found before, each with what is alike', async () => {
    const khan = { firstName: 'Mohammed', lastName: 'Khanna', birthDate: '1938-02-05' }
    valueOf(await admission.create(person(khan)))
    valueOf(await admission.create(person({ ...khan, lastName: 'Other' })))
    const found = async (firstName: string, lastName: string, birthDate: string) => {
      const one = { firstName, lastName, birthDate }
      const alone = valueOf<readonly { readonly likeness: object }[]>(
        await admission.similar(firstName, lastName, birthDate),
      )
      const many = valueOf<readonly { readonly patients: readonly object[] }[]>(
        await admission.similarToMany([one]),
      )
      expect(many.flatMap(({ patients }) => patients)).toEqual(alone)
      return alone.map(({ likeness }) => likeness)
    }
    expect(await found('Khanna', 'Mohammed', '1938-02-05')).toEqual([
      { names: 'swapped', birthDate: 'same' },
    ])
    expect(await found('Mohammed', 'Khanna', '1938-05-02')).toEqual([
      { names: 'same', birthDate: 'swapped' },
    ])
    expect(await found('Mohamed', 'Khanna', '1938-05-02T00:00:00.000Z')).toEqual([
      { names: 'firstNameLetter', birthDate: 'swapped' },
    ])
    expect(await found('Mohammed', 'Khana', '1938-02-05')).toEqual([
      { names: 'lastNameLetter', birthDate: 'same' },
    ])
    expect(await found('Mohammed', 'Khanna', '1938-02-06')).toEqual([])
  })

  test.each([
    ["O'Brien", 'O’Brien', 'Obrien'],
    ['Al-Rashid', 'Al Rashid', 'AlRashid'],
    ['McAllister', 'Mc-Allister', 'Mc Allister'],
    ['Müller-Hartmann', 'Muller Hartmann', 'MULLER‐HARTMANN'],
  ])('%s is found before, however the name is typed', async (kept, ...typed) => {
    valueOf(await admission.create(person({ firstName: 'Siobhán', lastName: kept })))
    for (const lastName of typed)
      expect([
        lastName,
        valueOf<readonly { lastName: string }[]>(
          await admission.similar('Siobhan', lastName, '1938-11-05'),
        ).map((one) => one.lastName),
      ]).toEqual([lastName, [kept]])
  })

  test('the database folds names as the portal does', async () => {
    const letters = [..."aZéΩя'’‘ʼ`´-‐–— .\u00a0\u200b\u0308"]
    const names = letters.flatMap((one) =>
      letters.flatMap((other) => [`A${one}b${other}C`, `${one}${other}Ö`]),
    )
    const { rows } = await opened.database.asSystem((trx) =>
      sql<{
        folded: string
        similar: string
      }>`select fold_text(n) as folded, similar_key_of(n, n) as similar
        from unnest(${names}::text[]) with ordinality as x (n, nth) order by nth`.execute(trx),
    )
    expect(rows).toEqual(
      names.map((name) => ({ folded: foldName(name), similar: similarKey(name, name) })),
    )
  })

  test('nobody is older than 130 years, and a name has something to see', async () => {
    for (const birthDate of ['1850-04-03', '1895-01-01'])
      expect(argumentsOf(await admission.create(person({ birthDate })))).toEqual([
        { path: 'birthDate', message: 'Must be at most 130 years ago' },
      ])
    expect(argumentsOf(await admission.create(person({ firstName: '\u200b' })))).toEqual([
      { path: 'firstName', message: 'Required' },
    ])
  })

  test('T6 F11b a patient of one name has no first name, where somebody says so', async () => {
    const one = person({ firstName: ' ', lastName: 'Suharto' })
    expect(argumentsOf(await admission.create(one))).toEqual([
      { path: 'firstName', message: 'Required' },
    ])
    expect(
      argumentsOf(await admission.create({ ...one, firstName: '.', hasOneName: true })),
    ).toEqual([{ path: 'firstName', message: 'Leave it empty: there is one name only' }])
    expect(argumentsOf(await admission.create({ ...one, lastName: '', hasOneName: true }))).toEqual(
      [{ path: 'lastName', message: 'Required' }],
    )
    const made = valueOf<{ readonly firstName: string; readonly lastName: string }>(
      await admission.create({ ...one, hasOneName: true }),
    )
    expect(made).toMatchObject({ firstName: '', lastName: 'Suharto' })
    expect(argumentsOf(await admission.create({ ...one, hasOneName: true }))).toEqual(double)
    expect(
      valueOf<readonly { readonly likeness: object }[]>(
        await admission.similar('Suharto', '', '1938-11-05'),
      ).map(({ likeness }) => likeness),
    ).toEqual([{ names: 'swapped', birthDate: 'same' }])
  })

  test('F11j a placeholder is no identifier', async () => {
    expect(
      argumentsOf(await admission.create(person({ nationalIdentifierValue: '444 444 4444' }))),
    ).toEqual([
      {
        path: 'nationalIdentifierValue',
        message: 'Is no patient’s number: enter theirs, or none',
      },
    ])
  })

  test('T6 F11l a character of direction or a loose joiner in a name is refused at its field', async () => {
    expect(
      argumentsOf(
        await admission.create(person({ firstName: '\u202eeinnA', lastName: 'Sm\u200dith' })),
      ),
    ).toEqual([
      { path: 'firstName', message: expect.stringContaining('changes the direction of text') },
      { path: 'lastName', message: expect.stringContaining('a hidden joiner') },
    ])
    await admission.made({ lastName: 'علی\u200cرضا' })
  })

  test('of many, who resembles somebody is told by place; who would be refused as double is not', async () => {
    valueOf(await admission.create(person({ firstName: 'Joan', lastName: 'Smithson' })))
    valueOf(await admission.create(person({ firstName: 'Jörg', lastName: 'Smithson' })))
    const born = '1938-11-05T00:00:00.000Z'
    const one = (firstName: string, lastName = 'SMITHSON', birthDate = born) => ({
      firstName,
      lastName,
      birthDate,
    })
    const many = async (people: readonly object[], options?: Ask) =>
      await admission.similarToMany(people, options)
    const people = [
      one('Mary'),
      one('John'),
      one('joan'),
      one('Jorg'),
      one('J', 'Smithson', '1938-11-06T00:00:00.000Z'),
      one(' Jo ', ' Smithson '),
    ]
    type Found = readonly { readonly at: number; readonly patients: readonly object[] }[]
    expect(valueOf<Found>(await many(people))).toEqual(
      [1, 5].map((at) => ({
        at,
        patients: [
          expect.objectContaining({ firstName: 'Joan', birthDate: '1938-11-05' }),
          expect.objectContaining({ firstName: 'Jörg' }),
        ],
      })),
    )
    expect(valueOf(await many(people, { as: 'gp' }))).toEqual([])
    expect(valueOf(await many([]))).toEqual([])
    expect(argumentsOf(await many([one('A'), one('B', 'C', 'x')]))).toEqual([
      { path: 'people.1.birthDate', message: 'Must be a date' },
    ])
    const crowd = Array.from({ length: 2_001 }, () => one('Jo'))
    expect(argumentsOf(await many(crowd))).toEqual([
      { path: 'people', message: 'Has at most 2000 people' },
    ])
    expect(valueOf<Found>(await many(crowd.slice(1)))).toHaveLength(2_000)
  })

  test('O009 P216 O387 a patient is admitted with flags and dates, and the log says so', async () => {
    const { id } = await admission.made()
    const admitted = valueOf<Admitted>(
      await admission.admit({
        patientId: id,
        flags: on('OnOxygen'),
        expectedDischargeDate: '2026-03-20',
        admittedAt: at(60),
      }),
    )
    expect(admitted).toMatchObject({
      id,
      admittedAt: at(60),
      ward: { id: 'ward-A', name: 'Ward A' },
      mayOpen: true,
    })
    const stored = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('ward_admission as a')
        .innerJoin('admission_event as e', 'e.admission_id', 'a.id')
        .select(['a.created_at', 'a.expected_discharge_date', 'e.type', 'e.created_by'])
        .where('a.patient_id', '=', id)
        .execute(),
    )
    expect(stored).toEqual([
      {
        created_at: at(0),
        expected_discharge_date: '2026-03-20',
        type: 'Admission',
        created_by: 'nurse',
      },
    ])
    expect(await activeFlags(opened.database, id)).toEqual([['OnOxygen', at(60)]])
    expect(await actionsOf(opened.database, id)).toEqual([
      'w createPatient',
      'w admitPatientToWard',
    ])
  })

  test('O092 O370 the kinds of flag have title and description, for whoever admits', async () => {
    const types = valueOf<readonly { type: string; title: string; description: string }[]>(
      await admission.flagTypes(),
    )
    expect(types.find(({ type }) => type === 'OnOxygen')).toEqual({
      type: 'OnOxygen',
      title: 'On Oxygen',
      description: 'Receives supplemental oxygen',
      active: false,
    })
    const active = async (id: string) =>
      valueOf<readonly (Flag & object)[]>(await admission.flagTypes({}, id))
        .filter((one) => one.active)
        .map(({ type }) => type)
    expect(await active('a1')).toEqual(['OnOxygen'])
    expect(await active('a2')).toEqual([])
    expect(codeOf(await admission.flagTypes({}, 'h2'))).toBe('NOT_FOUND')
    expect(codeOf(await admission.flagTypes({ as: 'care' }))).toBe('FORBIDDEN')
  })

  test('O388 an admission sets flags and is followed by changes of them; those not named stay', async () => {
    const { id } = await admission.made({ birthDate: '1990-11-05' })
    valueOf(await admission.admit({ patientId: id, flags: on('OnOxygen', 'FallsRisk') }))
    expect(await activeFlags(opened.database, id)).toEqual([
      ['FallsRisk', at(0)],
      ['OnOxygen', at(0)],
    ])
    time = now + 60_000
    valueOf(await admission.flags(id, [...on('Pregnant'), { type: 'OnOxygen', active: false }]))
    expect(await activeFlags(opened.database, id)).toEqual([
      ['FallsRisk', at(0)],
      ['Pregnant', at(-1)],
    ])
    expect((await actionsOf(opened.database, id)).slice(-2)).toEqual([
      'w admitPatientToWard',
      'w updatePatientFlags',
    ])
    expect(argumentsOf(await admission.flags(id, on('Tall')))).toEqual([
      { path: 'flags', message: 'Unknown flag' },
    ])
  })

  test('what is wrong is named, and nothing is written', async () => {
    const { id } = await admission.made()
    const wrong = async (more: Readonly<Record<string, unknown>>) =>
      argumentsOf(await admission.admit({ patientId: id, ...more }))?.map(({ path }) => path)
    expect(await wrong({ referralId: 'referral-1' })).toEqual(['referralId'])
    expect(await wrong({ wardId: 'ward-none' })).toEqual(['wardId'])
    expect(await wrong({ carePathwayId: 'pathway-h' })).toEqual(['carePathwayId'])
    expect(await wrong({ flags: on('Tall') })).toEqual(['flags'])
    expect(await wrong({ patientId: null })).toEqual(['patientId'])
    expect(await wrong({ admittedAt: at(24 * 60 + 1 / 60) })).toEqual(['admittedAt'])
    expect(await wrong({ admittedAt: at(-1 / 60), expectedDischargeDate: '2026-02-01' })).toEqual([
      'admittedAt',
      'expectedDischargeDate',
    ])
    valueOf(await admission.admit({ patientId: id, admittedAt: at(24 * 60) }))
  })

  test('an expected discharge date is in the past by the day of the organisation', async () => {
    const { id } = await admission.made()
    const zone = (time_zone: string) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ time_zone }).where('id', '=', 'w').execute(),
      )
    const admit = (expectedDischargeDate: string) =>
      admission.admit({ patientId: id, expectedDischargeDate })
    await zone('Pacific/Kiritimati')
    try {
      // Noon of 2 March in London is 3 March there.
      expect(argumentsOf(await admit('2026-03-02'))).toEqual([
        { path: 'expectedDischargeDate', message: 'Expected discharge date cannot be in the past' },
      ])
      valueOf(await admit('2026-03-03'))
    } finally {
      await zone('Europe/London')
    }
  })

  test('O312 without the flag no expected discharge date is taken', async () => {
    const asked = () =>
      admission.admit(
        { patientId: 'h2', wardId: 'ward-h', expectedDischargeDate: '2026-03-20' },
        { as: 'gp' },
      )
    // An organisation without wards admits nobody to one.
    expect(codeOf(await asked())).toBe('FORBIDDEN')
    await withWards('p', async () =>
      expect(argumentsOf(await asked())?.map(({ path }) => path)).toEqual([
        'expectedDischargeDate',
      ]),
    )
  })

  test('O074 O075 who is admitted is not admitted again, in these words', async () => {
    const { id } = await admission.made()
    valueOf(await admission.admit({ patientId: id, admittedAt: at(60) }))
    const again = await admission.admit({ patientId: id, wardId: 'ward-B' })
    expect(reasonOf(again)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
    expect(again.errors[0]?.message).toMatch(
      /^Patient already admitted \(since .*2026.*11:00\)\. To transfer them to a different ward, please discharge them first via the patient record\.$/,
    )
  })

  test('O240 ward and pathway of an admission stay until a transfer or a discharge', async () => {
    const { id } = await admission.made()
    const wardNow = async () =>
      opened.database.asSystem((trx) =>
        trx
          .selectFrom('ward_admission')
          .select(['ward_id', 'care_pathway_id'])
          .where('patient_id', '=', id)
          .where('discharged_at', 'is', null)
          .execute(),
      )
    valueOf(await admission.admit({ patientId: id }))
    expect(codeOf(await admission.admit({ patientId: id, wardId: 'ward-B' }))).toBe('CONFLICT')
    expect(await wardNow()).toEqual([{ ward_id: 'ward-A', care_pathway_id: 'pathway-w' }])
    const asNurse = (text: string, variables: Readonly<Record<string, unknown>>) =>
      server.ask(text, { as: 'nurse', variables })
    valueOf(await asNurse(TransferPatientToWardDocument.text, { patientId: id, wardId: 'ward-B' }))
    expect(await wardNow()).toEqual([{ ward_id: 'ward-B', care_pathway_id: 'pathway-w' }])
    const other = await admission.made()
    valueOf(await admission.admit({ patientId: other.id }))
    valueOf(
      await asNurse(DischargePatientFromWardDocument.text, {
        patientId: other.id,
        wardId: 'ward-A',
        reason: { type: 'TreatmentCompleted' },
      }),
    )
    expect(
      valueOf<Admitted>(await admission.admit({ patientId: other.id, wardId: 'ward-B' })).ward.id,
    ).toBe('ward-B')
  })

  test('another organisation’s patient is linked by identifier and birth date at admission, in both logs', async () => {
    const identified = { nationalIdentifierValue: '999 000 0018', birthDate: '1940-02-29' }
    const byOther = (more: object) =>
      admission.admit({
        registeredElsewhere: { ...identified, ...more },
        spo2Scale2: 'KEEP',
      })
    expect(codeOf(await byOther({ birthDate: '1940-02-28' }))).toBe('NOT_FOUND')
    expect(codeOf(await byOther({ nationalIdentifierValue: '9434765870' }))).toBe('NOT_FOUND')
    // A stranger's id alone finds nobody.
    expect(codeOf(await admission.admit({ patientId: 'h1' }))).toBe('NOT_FOUND')
    expect(valueOf<Admitted>(await byOther({})).id).toBe('h1')
    expect(await actionsOf(opened.database, 'h1')).toEqual([
      'h linkPatient',
      'w linkPatient',
      'w admitPatientToWard',
    ])
  })

  test('a readmission does not begin before the last discharge', async () => {
    const { id } = await admission.made()
    valueOf(await admission.admit({ patientId: id, admittedAt: at(180) }))
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: at(60) })
        .where('patient_id', '=', id)
        .execute(),
    )
    expect(argumentsOf(await admission.admit({ patientId: id, admittedAt: at(61) }))).toEqual([
      {
        path: 'admittedAt',
        message: 'Effective admission date cannot be before the last discharge',
      },
    ])
    valueOf(await admission.admit({ patientId: id, admittedAt: at(60) }))
  })

  describe('SpO2 Scale 2 of an earlier stay (K16)', () => {
    const scoring = async (patientId: string, options: Ask = {}) =>
      server.ask(
        '{ earlierScoring(patientId: "' +
          patientId +
          '") { isOnScale2 setAt setBy { id } reason decidedBy thresholdsEndedAt } }',
        { as: 'admin', ...options },
      )
    /** Was admitted with personal thresholds under this scale, and discharged. */
    const discharged = async (scale: 1 | 2) => {
      const { id } = await admission.made()
      valueOf(await admission.admit({ patientId: id, admittedAt: at(180) }))
      await opened.database.asSystem(async (trx) => {
        await sql`insert into personal_ews (id, patient_id, organization_id, thresholds, risk_scheme, spo2_scale, reason, decided_by, created_at, created_by, revision)
          values (${`set-${id}`}, ${id}, 'w', ${JSON.stringify(defaultThresholds)}::jsonb, 'NEWS2', ${scale}, 'COPD', 'Dr Ash', ${at(170)}, 'manager', 1)`.execute(
          trx,
        )
        await trx
          .updateTable('ward_admission')
          .set({ discharged_at: at(60) })
          .where('patient_id', '=', id)
          .execute()
      })
      return id
    }
    const scales = async (id: string) =>
      (
        await opened.database.kysely
          .selectFrom('personal_ews')
          .select(['spo2_scale', 'created_by'])
          .where('patient_id', '=', id)
          .orderBy('created_at')
          .execute()
      ).map(({ spo2_scale: scale }) => scale)

    test('K16 O254 is told with who set it, when and why, and when personal thresholds ended', async () => {
      expect((await scoring(await discharged(2))).data).toEqual({
        earlierScoring: {
          isOnScale2: true,
          setAt: at(170),
          setBy: { id: 'manager' },
          reason: 'COPD',
          decidedBy: 'Dr Ash',
          thresholdsEndedAt: at(60),
        },
      })
      expect((await scoring(await discharged(1))).data).toMatchObject({
        earlierScoring: { isOnScale2: false, thresholdsEndedAt: at(60) },
      })
      const { id } = await admission.made()
      expect((await scoring(id)).data).toEqual({ earlierScoring: null })
      expect(codeOf(await scoring('nobody'))).toBe('NOT_FOUND')
      expect(codeOf(await scoring(id, { as: 'care' }))).toBe('FORBIDDEN')
    })

    test('K16 confirmed at readmission it stays, ended it is Scale 1 from then on; both are logged, and unsaid nobody is admitted', async () => {
      const [kept, ended, unsaid] = [await discharged(2), await discharged(2), await discharged(2)]
      valueOf(await admission.admit({ patientId: kept, spo2Scale2: 'KEEP' }))
      valueOf(await admission.admit({ patientId: ended, spo2Scale2: 'END' }))
      expect(argumentsOf(await admission.admit({ patientId: unsaid }))).toEqual([
        { path: 'spo2Scale2', message: 'Say whether SpO2 Scale 2 applies' },
      ])
      expect([await scales(kept), await scales(ended), await scales(unsaid)]).toEqual([
        [2, 2],
        [2, 2, 1],
        [2, 2],
      ])
      expect(await actionsOf(opened.database, kept)).toContain('w confirmScale2')
      expect(await actionsOf(opened.database, ended)).toContain('w endScale2')
      expect((await actionsOf(opened.database, unsaid)).join()).not.toContain('Scale2')
    })

    test('K16 an admission that is refused ends nothing', async () => {
      const id = await discharged(2)
      expect(
        codeOf(await admission.admit({ patientId: id, spo2Scale2: 'END', admittedAt: at(61) })),
      ).toBe('BAD_USER_INPUT')
      expect(await scales(id)).toEqual([2, 2])
    })
  })

  test('of a stranger who is admitted no name and no date is told, and each try is a look-up', async () => {
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id: 'st', of: 'h', first: 'St', last: 'Ranger', nhs: '9990000042' }),
    )
    await opened.database.asSystem((trx) =>
      sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
        select 'st-1', 'st', 'h', 'ward-A', 'pathway-h', ${at(60)}::timestamptz, ${at(60)}::timestamptz, 1`.execute(
        trx,
      ),
    )
    const { birth_date: birthDate } = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient')
        .select('birth_date')
        .where('id', '=', 'st')
        .executeTakeFirstOrThrow(),
    )
    const perMinute = { operations: 1_000, rows: 1_000 }
    const clock = { now: () => now }
    const asks = asked(await startServer(opened.database, { clock, perMinute }))
    const registeredElsewhere = { nationalIdentifierValue: '9990000042', birthDate }
    const newest = async (organizationId: string) =>
      (
        await opened.database.kysely
          .selectFrom('action_log')
          .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
          .where('organization_id', '=', organizationId)
          .executeTakeFirstOrThrow()
      ).seq
    const before: Readonly<Record<string, number>> = {
      w: await newest('w'),
      h: await newest('h'),
    }
    const looks = (organizationId: string) =>
      opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select(['actor_id', 'patient_id', 'details'])
          .where('organization_id', '=', organizationId)
          .where('action', '=', 'lookupPatient')
          .where('seq', '>', before[organizationId] ?? 0)
          .orderBy('seq')
          .execute(),
      )
    const first = await asks.admit({ registeredElsewhere, spo2Scale2: 'KEEP' })
    const by = ['nhsNumber', 'birthDate']
    expect(await looks('w')).toMatchObject([
      { actor_id: 'nurse', patient_id: 'st', details: { by, result: 'elsewhere' } },
    ])
    expect(await looks('h')).toMatchObject([
      { actor_id: 'nurse', patient_id: 'st', details: { by, organizationId: 'w' } },
    ])
    expect(reasonOf(first)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
    expect(first.errors[0]?.message).toBe('Patient already admitted at another organisation')
    await opened.database.asSystem((trx) =>
      trx.updateTable('patient').set({ is_test: true }).where('id', '=', 'st').execute(),
    )
    for (let n = 1; n < 20; n += 1)
      expect(codeOf(await asks.admit({ registeredElsewhere, spo2Scale2: 'KEEP' }))).toBe(
        'NOT_FOUND',
      )
    expect(codeOf(await asks.admit({ registeredElsewhere, spo2Scale2: 'KEEP' }))).toBe('TOO_MANY')
    // Nobody was found: that somebody looked is this organisation's to know.
    expect((await looks('w')).map(({ patient_id: id }) => id)).toEqual([
      'st',
      ...Array.from({ length: 19 }, () => null),
    ])
    expect(await looks('h')).toHaveLength(1)
  })

  test('O074 who is admitted elsewhere is not admitted, and the other organisation is named', async () => {
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, {
        id: 'far',
        of: 'w',
        first: 'Far',
        last: 'Away',
        ward: 'A',
        links: ['h'],
        nhs: '9449305553',
      })
      await trx
        .insertInto('ward')
        .values({
          id: 'ward-h',
          organization_id: 'h',
          name: 'Wing',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute()
      await trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(['Ward Manager']) })
        .where('user_id', '=', 'carer')
        .execute()
    })
    const answer = await withWards('h', () =>
      admission.admit(
        { patientId: 'far', wardId: 'ward-h', carePathwayId: 'pathway-h' },
        { as: 'carer' },
      ),
    )
    expect(reasonOf(answer)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
    expect(answer.errors[0]?.message).toMatch(
      /^Patient already admitted \(since .*\) at West Ward\./,
    )
  })

  test('O386 telephone and address are replaced, by who keeps the patient alone', async () => {
    const { id } = await admission.made()
    const contact = {
      telephone: '01273 800 902',
      address: { address: '1 New Row', postcode: 'BN9' },
    }
    expect(valueOf<Registered>(await admission.contact(id, contact))).toMatchObject({
      telephone: '01273800902',
      address: contact.address,
    })
    expect(await actionsOf(opened.database, id)).toContain('w updatePatientContactDetails')
    // Admitted at w, registered at h: w keeps them, h does not.
    expect(reasonOf(await admission.contact('h1', contact, { as: 'carer' }))).toEqual([
      'CONFLICT',
      'KEPT_ELSEWHERE',
    ])
    valueOf(await admission.contact('h1', contact))
    expect(argumentsOf(await admission.contact(id, { telephone: 'x' }))).toEqual([
      { path: 'newContact.telephone', message: 'Must be a telephone number' },
    ])
  })

  test('what is another organisation’s is as little there as what is not', async () => {
    for (const id of ['h2', 'nobody']) {
      expect(codeOf(await admission.admit({ patientId: id }))).toBe('NOT_FOUND')
      expect(codeOf(await admission.contact(id, {}))).toBe('NOT_FOUND')
      expect(codeOf(await admission.flags(id, []))).toBe('NOT_FOUND')
    }
  })

  test('who is not assigned to the ward admits to it, and is told that the record is not theirs', async () => {
    const { id } = await admission.made()
    const admitted = valueOf<Admitted>(await admission.admit({ patientId: id, wardId: 'ward-B' }))
    expect(admitted.mayOpen).toBe(false)
  })

  test('P010 O011 O390 a patient gets a login of their own, once, which may do nothing of the staff', async () => {
    const { id } = await admission.made({ lastName: 'Ownlogin' })
    const email = `Own${count}@Home.example`
    const made = valueOf<{ id: string; email: string }>(
      await admission.login(id, { email, password: 'granite-puddle-orbit' }),
    )
    expect(made.email).toBe(email.toLowerCase())
    // The password is on the screen: nothing was changed that a mail could tell of.
    const mailed = () => mails.filter(({ to }) => to === made.email)
    expect(mailed()).toEqual([])
    await opened.database.kysely
      .updateTable('organization')
      .set({ edition: 'en-US' })
      .where('id', '=', 'w')
      .execute()
    const again = await server.ask(
      'mutation ($id: ID!) { setPasswordForSelfCareUser(userId: $id, password: "violet-otter-lantern-42") }',
      { as: 'admin', variables: { id: made.id } },
    )
    await opened.database.kysely
      .updateTable('organization')
      .set({ edition: 'en-GB' })
      .where('id', '=', 'w')
      .execute()
    expect(valueOf(again)).toBe(true)
    expect(mailed().map(({ subject }) => subject)).toEqual(['Your Lamplight password was changed'])
    expect(mailed()[0]?.text).toContain('the administrator of your organization.')
    const account = await opened.database.asSystem((trx) =>
      trx
        .selectFrom('user_account as u')
        .innerJoin('user_organization as uo', 'uo.user_id', 'u.id')
        .innerJoin('self_care as s', 's.user_id', 'u.id')
        .select(['u.is_self_care', 'u.last_name', 'uo.roles', 's.patient_id'])
        .where('u.id', '=', made.id)
        .execute(),
    )
    expect(account).toEqual([
      { is_self_care: true, last_name: 'Ownlogin', roles: ['Self Care'], patient_id: id },
    ])
    expect(await actionsOf(opened.database, id)).toEqual([
      'w createPatient',
      'w createSelfCareLogin',
    ])
    expect(valueOf(await admission.loginOf(id))).toEqual(made)
    expect(reasonOf(await admission.login(id, { email: 'other@home.example' }))).toEqual([
      'CONFLICT',
      'HAS_LOGIN',
    ])
    const { id: other } = await admission.made()
    expect(valueOf(await admission.loginOf(other))).toBeNull()
    for (const [given, path] of [
      [{ email }, 'selfCare.email'],
      [{ email: 'nurse@example.test' }, 'selfCare.email'],
      [{ email: 'nobody' }, 'selfCare.email'],
      [{ email: 'third@home.example', password: 'short' }, 'selfCare.password'],
    ] as const)
      expect(argumentsOf(await admission.login(other, given))?.map((one) => one.path)).toEqual([
        path,
      ])
    expect(valueOf(await admission.loginOf(other))).toBeNull()
    // Without a password a mail asks for one.
    valueOf(await admission.login(other, { email: 'third@home.example' }))
    expect(mails.map(({ to }) => to)).toContain('third@home.example')
    expect(codeOf(await admission.login('h2', { email: 'far@home.example' }))).toBe('NOT_FOUND')
  })

  test('a password leaves no trace in what is kept of a request', async () => {
    const hashes: string[] = []
    for (const password of ['granite-puddle-orbit', 'marble-window-violet']) {
      const { id } = await admission.made()
      const key = randomUUID()
      const email = `trace${count}@home.example`
      valueOf(await admission.login(id, { email, password }, { key }))
      const { payload_hash: kept } = await opened.database.kysely
        .selectFrom('client_mutation')
        .select('payload_hash')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      const hashed = (word: string) =>
        createHash('sha256')
          .update(
            JSON.stringify([
              'createSelfCareLogin',
              'w',
              { patientId: id, selfCare: { email, password: word } },
            ]),
          )
          .digest('hex')
      expect(kept).not.toBe(hashed(password))
      expect(kept).toBe(hashed('withheld'))
      hashes.push(kept)
    }
    expect(new Set(hashes).size).toBe(2)
  })

  test('a backdated admission on five check-ups a day misses nothing from before it was made', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('checkup_type')
        .values({
          id: 'five',
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: 'Five a day',
          heading: 'Five a day',
          description: '',
          schedule: JSON.stringify({
            rrule: 'FREQ=DAILY;BYHOUR=6,10,14,18,22;BYMINUTE=0',
            tolerance: { early: 1800, late: 1800 },
          }),
          tiles: '{}',
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    const { id } = await admission.made()
    valueOf(await admission.admit({ patientId: id, admittedAt: at(23 * 60) }))
    const missed = async (atMs: number) => {
      await opened.database.asSystem((trx) => enrolSchedules(trx, atMs))
      await decideMissed(opened.database, { clock: { now: () => atMs }, asksDatabase: false })
      return opened.database.asSystem((trx) =>
        trx.selectFrom('alert').select('id').where('patient_id', '=', id).execute(),
      )
    }
    const slot = async () =>
      (
        await sql<{ start: string }>`select admitted_at as start from app_due_input(${id})`.execute(
          opened.database.kysely,
        )
      ).rows[0]?.start
    expect(await missed(now + 60_000)).toHaveLength(0)
    expect(await slot()).toBe(at(0))
    expect(await missed(now + 3 * 3_600_000)).toHaveLength(1)
  })
})

const rounds = isFull ? 200 : 20
/** Of two connections at once; `one-patient.test.ts` plays many more, over PGlite. */
const faultyRounds = isFull ? 200 : 12
onBothEngines(buildWorld, (opened) => {
  test('two servers that register one patient at an instant make one, and refuse the other by its field', async () => {
    const other = opened.url === null ? opened.database : await openDatabase({ url: opened.url })
    const servers = [await startServer(opened.database), await startServer(other)].map(asked)
    for (let round = 0; round < rounds; round += 1) {
      const given = person({ lastName: `Race${round}`, nationalIdentifierValue: null })
      const answers = await Promise.all(servers.map((one) => one.create(given)))
      expect(answers.map(codeOf).toSorted(), `round ${round}`).toEqual(['BAD_USER_INPUT', 'ok'])
      expect(await patientsNamed(opened.database, `Race${round}`)).toBe(1)
    }
    // Of two organisations: the identifier alone is the same.
    const answers = await Promise.all(
      servers.map((one, n) =>
        one.create(person({ nationalIdentifierValue: '9990000034' }), {
          as: n === 0 ? 'nurse' : 'gp',
        }),
      ),
    )
    expect(answers.map(codeOf).toSorted()).toEqual(['BAD_USER_INPUT', 'ok'])
    if (other !== opened.database) await other.close()
  }, 300_000)

  test('one patient is registered, whatever happens to the request: a double click, a cut answer, two tabs, two servers', async () => {
    const other = opened.url === null ? opened.database : await openDatabase({ url: opened.url })
    const [first, second] = [
      asked(await startServer(opened.database)),
      asked(await startServer(other)),
    ]
    /** Each sends a person as often as the fault does; who is the same click sends the same key. */
    const faults: Readonly<
      Record<string, (given: ReturnType<typeof person>) => Promise<readonly Answer[]>>
    > = {
      'a double click': async (given) => {
        const key = randomUUID()
        return Promise.all([first.create(given, { key }), first.create(given, { key })])
      },
      'an answer that was cut': async (given) => {
        const key = randomUUID()
        await first.create(given, { key })
        return [await first.create(given, { key })]
      },
      'an answer that was cut, and asked for at another server while the first is busy': async (
        given,
      ) => {
        const key = randomUUID()
        return Promise.all([first.create(given, { key }), second.create(given, { key })])
      },
      'two tabs': async (given) =>
        Promise.all([
          first.create(given, { key: randomUUID() }),
          first.create(given, { key: randomUUID() }),
        ]),
      'two servers': async (given) =>
        Promise.all([
          first.create(given, { key: randomUUID() }),
          second.create(given, { key: randomUUID() }),
        ]),
      'two tabs on two servers, each of which asks again': async (given) => {
        const keys = [randomUUID(), randomUUID()] as const
        await Promise.all([
          first.create(given, { key: keys[0] }),
          second.create(given, { key: keys[1] }),
        ])
        return Promise.all([
          second.create(given, { key: keys[0] }),
          first.create(given, { key: keys[1] }),
        ])
      },
    }
    const names = Object.keys(faults)
    for (let round = 0; round < faultyRounds; round += 1) {
      const fault = names[round % names.length] ?? ''
      const lastName = `Faulty${round}`
      const given = person({ lastName, nationalIdentifierValue: null })
      const answers = (await faults[fault]?.(given)) ?? []
      const told = `round ${round}, ${fault}`
      const made = answers.filter((one) => codeOf(one) === 'ok')
      const ids = new Set(made.map((one) => valueOf<Registered>(one).id))
      expect(ids.size, told).toBe(1)
      // Another click is refused at the field that says why; the same one is answered.
      for (const one of answers.filter((answer) => codeOf(answer) !== 'ok'))
        expect([codeOf(one), argumentsOf(one)?.[0]?.path], told).toEqual([
          'BAD_USER_INPUT',
          'firstName',
        ])
      expect(made.length, told).toBe(fault.startsWith('two ') ? 1 : answers.length)
      expect(await patientsNamed(opened.database, lastName), told).toBe(1)
      const [id = ''] = ids
      expect(await actionsOf(opened.database, id), told).toEqual(['w createPatient'])
    }
    if (other !== opened.database) await other.close()
  }, 900_000)

  test('two servers that admit one patient at an instant make one admission and one clear refusal', async () => {
    const other = opened.url === null ? opened.database : await openDatabase({ url: opened.url })
    const servers = [await startServer(opened.database), await startServer(other)].map(asked)
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await asked(await startServer(opened.database)).made()
      const answers = await Promise.all(
        servers.map((one, n) =>
          one.admit({
            patientId: id,
            wardId: n === 0 ? 'ward-A' : 'ward-B',
            flags: on('OnOxygen'),
          }),
        ),
      )
      expect(answers.map(codeOf).toSorted(), `round ${round}`).toEqual(['CONFLICT', 'ok'])
      expect(answers.flatMap((one) => one.errors)[0]?.extensions?.reason).toBe('ALREADY_ADMITTED')
      expect(await activeFlags(opened.database, id)).toHaveLength(1)
    }
    if (other !== opened.database) await other.close()
  }, 300_000)

  test('O306 O307 the database’s clock judges the date, however wrong the server’s own is', async () => {
    for (const hours of [-3, 0, 3]) {
      const wrongBy = Date.now() + hours * 3_600_000
      const server = asked(
        await startServer(opened.database, { clock: { now: () => wrongBy }, asksDatabase: true }),
      )
      const { id } = await server.made()
      const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
      const day = 86_400_000
      expect(
        argumentsOf(await server.admit({ patientId: id, admittedAt: ago(day + 1000) })),
      ).toEqual([
        {
          path: 'admittedAt',
          message: 'Effective admission date cannot be more than 24 hours in the past',
        },
      ])
      expect(argumentsOf(await server.admit({ patientId: id, admittedAt: ago(-5000) }))).toEqual([
        { path: 'admittedAt', message: 'Effective admission date cannot be in the future' },
      ])
      valueOf(await server.admit({ patientId: id, admittedAt: ago(day - 5000) }))
    }
  })
})
