import { beforeAll, describe, expect, test } from 'vitest'
import {
  PatientNamesDocument,
  PatientsDocument,
} from '../../schema/generated/documents/patient-list'
import type { PatientListFilter } from '../../src/domain/patient/list'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines, onPglite } from './engines'
import { addManyPatients } from './many-patients'
import { addPatient, at, buildWorld } from './world'

interface Page {
  readonly patients: readonly {
    readonly id: string
    readonly practices: readonly unknown[]
    readonly [field: string]: unknown
  }[]
  readonly total: number
}
type Asked = Ask & {
  readonly filter?: PatientListFilter
  readonly search?: string
  readonly take?: number
  readonly skip?: number
  readonly sort?: { readonly field: string; readonly direction: string }
}
const listOf =
  (server: () => TestServer) =>
  async ({ filter = 'all', search = '', take = 50, skip = 0, sort, ...options }: Asked = {}) => {
    const answer = await server().ask(PatientsDocument.text, {
      as: 'admin',
      variables: { filter, nameOrNhsNumber: search, take, skip, sort },
      ...options,
    })
    expect(answer.errors).toEqual([])
    return answer.data?.['patients'] as Page
  }
const idsOf = ({ patients }: Page) => patients.map(({ id }) => id)
const minutesOf = (days: number) => days * 24 * 60

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const list = listOf(() => server)
  const discharged = (id: string, minutesAgo: number) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: at(minutesAgo) })
        .where('id', '=', `admission-${id}`)
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database)
    await opened.database.asSystem(async (trx) => {
      for (const [id, last] of [
        ['d1', 'Dales'],
        ['d2', 'Dent'],
      ] as const)
        await addPatient(trx, { id, of: 'w', first: 'Dora', last, ward: 'B' })
      await addPatient(trx, { id: 'zz', of: 'w', first: 'Test', last: 'Aardvark' })
      await trx.updateTable('patient').set({ is_test: true }).where('id', '=', 'zz').execute()
    })
    await discharged('d1', minutesOf(30) - 1)
    await discharged('d2', minutesOf(30) + 1)
  })

  test('the names are those of the list, with ward and number, and the admitted first', async () => {
    const namesOf = async (as: string) => {
      const { data, errors } = await server.ask(PatientNamesDocument.text, { as })
      expect(errors).toEqual([])
      return (data ?? {})['patientNames'] as {
        readonly names: readonly { readonly id: string; readonly ward: string | null }[]
        readonly total: number
      }
    }
    const { names, total } = await namesOf('admin')
    expect(names.map(({ id }) => id).toSorted()).toEqual(idsOf(await list()).toSorted())
    expect(total).toBe(6)
    expect(names.find(({ id }) => id === 'b1')).toEqual({
      id: 'b1',
      firstName: 'Bert',
      lastName: 'Brown',
      birthDate: '1940-02-29',
      nationalIdentifier: { type: 'NhsNumber', value: expect.stringMatching(/5552$/) },
      ward: expect.any(String),
    })
    const admitted = names.map(({ ward }) => ward !== null)
    expect(admitted).toEqual(admitted.toSorted((a, b) => Number(b) - Number(a)))
    // Of other wards nobody is named to who works on their own.
    const own = await namesOf('nurse')
    expect(own.names.map(({ id }) => id).toSorted()).toEqual(
      idsOf(await list({ as: 'nurse' })).toSorted(),
    )
  })

  test('O365 the list has every patient of the organisation by last name, a test patient is in none', async () => {
    const page = await list()
    expect(idsOf(page)).toEqual(['b1', 'd1', 'd2', 'n1', 'a2', 'a1'])
    expect(page.total).toBe(6)
    expect(page.patients[0]).toEqual({
      id: 'b1',
      firstName: 'Bert',
      lastName: 'Brown',
      birthDate: '1940-02-29',
      gender: 'female',
      createdAt: at(9000),
      nationalIdentifier: { type: 'NhsNumber', value: '9449305552' },
      numSimilarNames: 0,
      practices: [],
      mayAssign: true,
      wards: [{ id: 'ward-B', name: 'Ward B' }],
    })
    expect(page.patients.at(-1)).toMatchObject({ id: 'a1', numSimilarNames: 1 })
  })
  test('P220 O263 the filter leaves those with an active admission', async () => {
    expect(idsOf(await list({ filter: 'activeAdmission' }))).toEqual(['b1', 'a2', 'a1'])
  })
  test('O021 recently discharged is thirty days by the server’s clock, and not admitted since', async () => {
    expect(idsOf(await list({ filter: 'recentlyDischarged' }))).toEqual(['d1'])
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ward_admission')
        .values({
          id: 'again',
          patient_id: 'd1',
          organization_id: 'w',
          ward_id: 'ward-B',
          care_pathway_id: 'pathway-w',
          admitted_at: at(1),
          created_at: at(1),
          revision: 1,
        })
        .execute(),
    )
    expect(idsOf(await list({ filter: 'recentlyDischarged' }))).toEqual([])
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('ward_admission').where('id', '=', 'again').execute(),
    )
  })
  test('P222 the order turns with the direction', async () => {
    const sort = { field: 'lastName', direction: 'DESC' }
    expect(idsOf(await list({ sort }))).toEqual(['a1', 'a2', 'n1', 'd2', 'd1', 'b1'])
  })
  for (const field of ['acuityScore', 'alertCount', 'ewsScore', 'latestVitals'])
    test(`P221 it is sorted by ${field} as the board is`, async () => {
      const [first] = idsOf(await list({ sort: { field, direction: 'DESC' } }))
      expect(first).toBe(
        { acuityScore: 'b1', alertCount: 'a1', ewsScore: 'b1', latestVitals: 'a1' }[field],
      )
    })
  test('a name is found in parts, whatever case and accents, and an identifier by its digits', async () => {
    expect(idsOf(await list({ search: 'ZOE neill' }))).toEqual(['a1'])
    expect(idsOf(await list({ search: '943 476' }))).toEqual(['a1'])
    expect(await list({ search: 'nobody' })).toEqual({ patients: [], total: 0 })
  })
  test('a page is counted in all, also past its end', async () => {
    const page = await list({ take: 2, skip: 2 })
    expect([idsOf(page), page.total]).toEqual([['d2', 'n1'], 6])
    expect(await list({ take: 2, skip: 50 })).toEqual({ patients: [], total: 6 })
  })
  test('a user of one ward is shown whom they may open: their ward’s, and nobody else’s admitted', async () => {
    expect(idsOf(await list({ as: 'nurse' }))).toEqual(['d1', 'd2', 'n1', 'a2', 'a1'])
    expect(idsOf(await list({ as: 'nurse', filter: 'activeAdmission' }))).toEqual(['a2', 'a1'])
  })
  test('another organisation is shown its own, and the patient that is shared with it', async () => {
    expect(idsOf(await list({ as: 'gp' }))).toEqual(['h1', 'p1'])
  })
  test('O346 without view_patient_archive it is refused', async () => {
    const answer = await server.ask(PatientsDocument.text, {
      as: 'owl',
      variables: { filter: 'all', take: 5, skip: 0 },
    })
    expect(codeOf(answer)).toBe('FORBIDDEN')
  })
  test('a page of more than fifty, a skip below nothing and a long search are refused by name', async () => {
    for (const [name, value] of [
      ['take', 51],
      ['skip', -1],
      ['nameOrNhsNumber', 'x'.repeat(201)],
    ] as const) {
      const answer = await server.ask(PatientsDocument.text, {
        as: 'admin',
        variables: { filter: 'all', take: 5, skip: 0, [name]: value },
      })
      expect(answer.errors[0]?.extensions?.argErrors?.[0]?.path).toBe(name)
    }
  })
  test('a deleted patient is in no list', async () => {
    const set = (deleted_at: string | null) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('patient').set({ deleted_at }).where('id', '=', 'n1').execute(),
      )
    await set(at(0))
    expect(idsOf(await list())).not.toContain('n1')
    await set(null)
    expect(idsOf(await list())).toContain('n1')
  })
})

describe('with 5,000 patients', () => {
  onPglite(
    async (database, asOwner) => {
      await buildWorld(database)
      await addManyPatients(asOwner, 5_000)
    },
    (opened) => {
      test('a page, a search and the discharged take a bounded time', async () => {
        const server = await startServer(opened.database)
        const list = listOf(() => server)
        const best = async (asked: Asked): Promise<number> => {
          const times: number[] = []
          for (let round = 0; round < 5; round += 1) {
            const begun = performance.now()
            await list({ take: 10, ...asked })
            times.push(performance.now() - begun)
          }
          return Math.min(...times)
        }
        const measured = {
          all: await best({}),
          admitted: await best({ filter: 'activeAdmission' }),
          discharged: await best({ filter: 'recentlyDischarged' }),
          search: await best({ search: 'first1 last2' }),
          last: await best({ skip: 4_990 }),
        }
        if (process.env['TELL'] !== undefined)
          for (const ms of Object.values(measured)) expect(ms).toBeLessThan(1_000)
      })
    },
  )
})
