import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LookupPatientDocument } from '../../schema/generated/documents/lookup'
import { readLookup } from '../../src/domain/patient/lookup'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld } from './world'

const born = '1940-02-29'
const empty = { nhsNumber: '', birthDate: '', firstName: '', lastName: '' }
const bothNames = 'Both first and last must be provided to search by name'
const nameNeedsBirthDate = 'Date of birth must be provided to search by name'

describe('what is typed into a look-up', () => {
  const faultsOf = (typed: Partial<typeof empty>) =>
    readLookup({ ...empty, ...typed }, '2026-03-02').faults
  const [firstName, lastName, nhsNumber, birthDate] = ['Zoë', "O'Neill", '9434765919', born]

  test('O290 O291 O292 each combination of the fields has its messages, or none', () => {
    expect([
      faultsOf({ nhsNumber }),
      faultsOf({ birthDate }),
      faultsOf({ nhsNumber, birthDate }),
      faultsOf({ firstName, lastName, birthDate }),
      faultsOf({ firstName }),
      faultsOf({ lastName, birthDate }),
      faultsOf({ firstName, lastName }),
      faultsOf({ nhsNumber, firstName, lastName }),
      faultsOf({ firstName, birthDate: '2026-03-03' }),
    ]).toEqual([
      {},
      {},
      {},
      {},
      { lastName: bothNames },
      { firstName: bothNames },
      { birthDate: nameNeedsBirthDate },
      { birthDate: nameNeedsBirthDate },
      { lastName: bothNames, birthDate: 'Date of birth must be in the past' },
    ])
  })
  test('O292 today is a date of birth, tomorrow is none', () => {
    expect(faultsOf({ birthDate: '2026-03-02' })).toEqual({})
    expect(faultsOf({ birthDate: '2026-03-03' })).toEqual({
      birthDate: 'Date of birth must be in the past',
    })
  })
  test('O293 O294 spaces leave the identifier, and the ends of names', () => {
    expect(
      readLookup(
        { nhsNumber: ' 943 476 5919 ', birthDate, firstName: ' Zoë ', lastName: " O'Neill" },
        '2026-03-02',
      ).criteria,
    ).toEqual({ nhsNumber, birthDate, firstName, lastName })
  })
  test('a wrong check digit, letters and a short number are told apart', () => {
    const fault = (typed: string) =>
      readLookup({ ...empty, nhsNumber: typed }, '2026-03-02').identifierFault
    expect(['943 476 5918', '943 476 591', '943 476 591x'].map(fault)).toEqual([
      'check-digit',
      'length',
      'letters',
    ])
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const look = (variables: Partial<typeof empty>, options: Ask = {}) =>
    server.ask(LookupPatientDocument.text, { as: 'admin', variables, ...options })
  const told = (answer: Answer) => {
    expect(answer.errors).toEqual([])
    return answer.data?.['lookupPatient'] as {
      readonly asOf: string
      readonly match: Record<string, unknown> | null
    }
  }
  const refusal = (answer: Answer) => [
    codeOf(answer),
    answer.errors[0]?.extensions?.reason,
    answer.errors[0]?.message,
  ]
  const logOf = (organizationId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['actor_id', 'patient_id', 'details'])
        .where('organization_id', '=', organizationId)
        .where('action', '=', 'lookupPatient')
        .orderBy('seq', 'desc')
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  beforeEach(() => {
    server.logged.length = 0
  })

  test('O366 one’s own patient is found by the identifier, and the facts of the card are told', async () => {
    const { asOf, match } = told(await look({ nhsNumber: '943 476 5919' }))
    expect(asOf).toBe(at(0))
    expect(match).toMatchObject({
      firstName: 'Zoë',
      lastName: "O'Neill",
      birthDate: born,
      patient: {
        id: 'a1',
        opens: true,
        gender: 'female',
        nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
        wardAdmission: {
          admittedAt: at(5000),
          ward: { id: 'ward-A', name: 'Ward A' },
          carePathway: { id: 'pathway-w', name: 'West Ward pathway' },
          organization: { id: 'w', name: 'West Ward' },
        },
      },
    })
  })
  test('one’s own patient is found by name and birth date, whatever case and accents', async () => {
    const by = (firstName: string, lastName: string, birthDate = born) =>
      look({ firstName, lastName, birthDate })
    expect(told(await by(' ZOE', "o'neill ")).match).toMatchObject({ patient: { id: 'a1' } })
    expect(told(await by('Zo', "O'Neill")).match).toBeNull()
    expect(told(await by('Zoë', "O'Neill", '1940-02-28')).match).toBeNull()
  })
  test('identifier and birth date say who it is, also under a misspelt name', async () => {
    expect(
      told(
        await look({
          nhsNumber: '9434765919',
          birthDate: born,
          firstName: 'Zoo',
          lastName: 'Neill',
        }),
      ).match,
    ).toMatchObject({ firstName: 'Zoë', patient: { id: 'a1' } })
    expect(told(await look({ nhsNumber: '9434765919', birthDate: '1940-02-28' })).match).toBeNull()
  })
  test('another organisation’s patient is told by three facts alone, and both logs hold it', async () => {
    const { match } = told(await look({ nhsNumber: '9990000018', birthDate: born }))
    expect(match).toEqual({
      firstName: 'Hana',
      lastName: 'Hill',
      birthDate: born,
      patient: null,
    })
    expect((await logOf('w'))[0]).toEqual({
      actor_id: 'admin',
      patient_id: 'h1',
      details: { by: ['nhsNumber', 'birthDate'], result: 'elsewhere' },
    })
    expect((await logOf('h'))[0]).toEqual({
      actor_id: 'admin',
      patient_id: 'h1',
      details: {
        by: ['nhsNumber', 'birthDate'],
        organizationId: 'w',
        organizationName: 'West Ward',
      },
    })
  })
  test('by the identifier, the birth date or the name alone they are not found', async () => {
    const before = await logOf('h')
    for (const criteria of [
      { nhsNumber: '9990000018' },
      { firstName: 'Hana', lastName: 'Hill', birthDate: born },
      { nhsNumber: '9990000018', birthDate: '1940-02-28' },
    ])
      expect(told(await look(criteria)).match).toBeNull()
    expect(await logOf('h')).toEqual(before)
  })
  test('a test patient or a deleted one of another organisation is not found', async () => {
    const found = async () =>
      told(await look({ nhsNumber: '9990000018', birthDate: born })).match !== null
    const set = (change: { is_test?: boolean; deleted_at?: string | null }) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('patient').set(change).where('id', '=', 'h1').execute(),
      )
    await set({ is_test: true })
    expect(await found()).toBe(false)
    await set({ is_test: false, deleted_at: at(0) })
    expect(await found()).toBe(false)
    await set({ deleted_at: null })
    expect(await found()).toBe(true)
  })
  test('more than one is a refusal with a code, and is logged', async () => {
    expect(refusal(await look({ birthDate: born }))).toEqual([
      'CONFLICT',
      'LOOKUP_TOO_MANY',
      'Lookup returned too many results',
    ])
    expect((await logOf('w'))[0]?.details).toEqual({ by: ['birthDate'], result: 'too-many' })
  })
  test('no field at all is a refusal with a code', async () => {
    for (const criteria of [{}, { firstName: ' ', lastName: '' }])
      expect(refusal(await look(criteria))).toEqual([
        'CONFLICT',
        'LOOKUP_NO_FIELD',
        'Lookup requires at least one field',
      ])
  })
  test('the server names each wrong field', async () => {
    const answer = await look({
      nhsNumber: '9434765918',
      firstName: 'Zoë',
      birthDate: '2999-01-01',
    })
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
    expect(answer.errors[0]?.extensions?.argErrors?.map(({ path }) => path).toSorted()).toEqual([
      'birthDate',
      'lastName',
      'nhsNumber',
    ])
  })
  test('whoever may not open the record is told neither address, telephone nor self-care email', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('patient')
        .set({
          telephone: '01273 111222',
          address: JSON.stringify({ address: '1 Sea Road', postcode: 'BN1 1AA' }),
        })
        .where('id', '=', 'b1')
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('self_care')
        .values({ patient_id: 'b1', user_id: 'selfcare', organization_id: 'w', created_at: at(0) })
        .execute(),
    )
    const seenBy = async (as: string) =>
      told(await look({ nhsNumber: '9449305552' }, { as })).match?.['patient']
    expect(await seenBy('admin')).toMatchObject({
      opens: true,
      telephone: '01273 111222',
      selfCareEmail: 'selfcare@example.test',
    })
    expect(await seenBy('nurse')).toMatchObject({
      opens: false,
      telephone: null,
      address: null,
      selfCareEmail: null,
      wardAdmission: { ward: { name: 'Ward B' } },
    })
  })
  test('the record opens by the rules of the record, with the archive and without it', async () => {
    const hold = (permissions: readonly string[]) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('role')
          .set({ permissions: JSON.stringify(permissions) })
          .where('id', '=', 'owl')
          .execute(),
      )
    for (const permissions of [
      ['view_patients', 'create_patients'],
      ['view_patients', 'view_patient_archive'],
      ['view_patients', 'create_patients', 'view_all_wards'],
      ['create_patients'],
    ]) {
      await hold(permissions)
      for (const firstName of ['Zoë', 'Bert', 'Nora']) {
        const lastName = { Zoë: "O'Neill", Bert: 'Brown', Nora: 'Nobed' }[firstName] ?? ''
        const { match } = told(await look({ firstName, lastName, birthDate: born }, { as: 'owl' }))
        const found = match?.['patient'] as { readonly id: string; readonly opens: boolean }
        const record = await server.ask(`{ patient(patientId: "${found.id}") { id } }`, {
          as: 'owl',
        })
        expect([permissions, firstName, found.opens]).toEqual([
          permissions,
          firstName,
          codeOf(record) === 'ok',
        ])
      }
    }
    await hold(['view_patients', 'add_patient_notes'])
  })
  test('the 21st look-up in a minute is refused, another user’s first is not', async () => {
    const strict = await startServer(opened.database, {
      perMinute: { operations: 1_000, rows: 1_000 },
    })
    const ask = (as: string) =>
      strict.ask(LookupPatientDocument.text, { as, variables: { nhsNumber: '9434765919' } })
    const codes: string[] = []
    for (let time = 0; time < 21; time += 1) codes.push(codeOf(await ask('admin')))
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'ok'))
    expect(codes[20]).toBe('TOO_MANY')
    expect(codeOf(await ask('manager'))).toBe('ok')
  })
  test('neither what was asked nor what was found is in the server’s log', async () => {
    await look({ nhsNumber: '9434765919', birthDate: born, firstName: 'Zoë', lastName: 'Neill' })
    await look({ nhsNumber: '9434765918' })
    expect(server.logged.length).toBeGreaterThan(0)
    expect(server.logged.join('')).not.toMatch(/943476591|1940-02-29|Zoë|Neill/)
  })
})
