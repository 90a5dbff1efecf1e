import { beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../client'
import { codeOf, startServer } from '../client'
import { onBothEngines } from '../engines'
import { addCheckup, addPatient, at, buildWorld } from '../world'

const query =
  'query ($in: OlderIn!) { syncOlder(in: $in) { asOf rows { __typename ... on Checkup { id } ... on PatientNote { id } ... on VirtualWardPatient { id } } } }'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, { id: 'old', of: 'w', first: 'Olive', last: 'Older', ward: 'A' })
      await addPatient(trx, { id: 'far', of: 'w', first: 'Fay', last: 'Far', ward: 'B' })
      for (const [id, ago] of [
        ['o1', 10],
        ['o2', 20],
        ['o3', 30],
        // Two of one instant.
        ['o4', 40],
        ['o5', 40],
        ['o6', 50],
      ] as const)
        await addCheckup(trx, {
          id,
          organizationId: 'w',
          patientId: 'old',
          endedAt: at(ago),
          total: 1,
        })
      await addCheckup(trx, {
        id: 'f1',
        organizationId: 'w',
        patientId: 'far',
        endedAt: at(5),
        total: 1,
      })
    })
  })
  const ask = (wanted: object, as = 'nurse') =>
    server.ask(query, { as, variables: { in: { scope: 'PATIENT:old', ...wanted } } })
  const idsOf = async (wanted: object, as = 'nurse'): Promise<readonly string[] | null> => {
    const answer = await ask(wanted, as)
    expect(answer.errors).toEqual([])
    const found = answer.data?.['syncOlder'] as { readonly rows: readonly { id: string }[] } | null
    return found === null ? null : found.rows.map(({ id }) => id).toSorted()
  }

  describe('rows that a device asks a scope for', () => {
    test('are those before an instant, newest first, with all of the last one’s instant', async () => {
      const type = 'Checkup'
      expect(await idsOf({ type, before: at(15), take: 2 })).toEqual(['o2', 'o3'])
      // Three were asked for; two are of the third's instant.
      expect(await idsOf({ type, before: at(15), take: 3 })).toEqual(['o2', 'o3', 'o4', 'o5'])
      expect(await idsOf({ type, before: at(40) })).toEqual(['o6'])
      expect(await idsOf({ type, from: at(30), before: at(10) })).toEqual(['o2', 'o3'])
    })

    test('are one by its id, and of no other patient', async () => {
      expect(await idsOf({ type: 'Checkup', ids: ['o6'] })).toEqual(['o6'])
      expect(await idsOf({ type: 'Checkup', ids: ['f1'] })).toBeNull()
      expect(await idsOf({ type: 'Checkup', ids: ['nowhere'] })).toBeNull()
    })

    test('are nobody’s whose record the user may not open, and of no scope that is not one', async () => {
      const type = 'Checkup'
      expect(await idsOf({ scope: 'PATIENT:far', type, before: at(0) })).toBeNull()
      expect(await idsOf({ scope: 'PATIENT:nowhere', type, before: at(0) })).toBeNull()
      expect(await idsOf({ scope: 'OTHER:old', type, before: at(0) })).toBeNull()
      expect(await idsOf({ scope: 'ME:w', type: 'Me', ids: ['nurse'] })).toBeNull()
    })

    test('are cards of the roster by id, as far as they are on it for the user', async () => {
      const card = { scope: 'ROSTER:w', type: 'VirtualWardPatient' }
      expect(await idsOf({ ...card, ids: ['old'] })).toEqual(['old'])
      expect(await idsOf({ ...card, ids: ['far'] })).toEqual([])
      expect(await idsOf({ ...card, scope: 'ROSTER:h', ids: ['old'] })).toBeNull()
      // A roster comes whole: nobody asks for a time of it.
      expect(await idsOf({ ...card, before: at(0) })).toBeNull()
    })

    test('that are too many are refused', async () => {
      const type = 'Checkup'
      for (const wanted of [
        { type, take: 51 },
        { type, take: 0 },
        { type, ids: [] },
        { type, ids: Array.from({ length: 51 }, (_, n) => `x${n}`) },
      ])
        expect(codeOf(await ask(wanted))).toBe('BAD_USER_INPUT')
    })

    test('are written down as given out, as those of the query by name are', async () => {
      const looks = () =>
        opened.database.asSystem((trx) =>
          trx
            .selectFrom('record_read')
            .select(['user_id', 'screen'])
            .where('patient_id', '=', 'old')
            .where('user_id', '=', 'admin')
            .execute(),
        )
      expect(await looks()).toEqual([])
      await idsOf({ type: 'Checkup', before: at(0) }, 'admin')
      expect(await looks()).toEqual([{ user_id: 'admin', screen: 'given:checkups' }])
    })
  })
})
