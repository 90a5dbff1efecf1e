import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { purgeSync } from '../../server/engine'
import { codeOf, startServer } from './client'
import type { Answer, TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

const whole = 'id firstName lastName nhsNumber telephone'

/** One command of each kind about a patient, and what its answer may show. */
const commands: readonly (readonly [name: string, by: string, text: string])[] = [
  ['addToWatchList', 'nurse', `mutation { addToWatchList(patientId: "a1") { ${whole} } }`],
  [
    'removeFromWatchList',
    'nurse',
    `mutation { removeFromWatchList(patientId: "a1") { ${whole} } }`,
  ],
  [
    'setPatientAcuityScore',
    'nurse',
    `mutation { setPatientAcuityScore(patientId: "a1", score: 2, reason: "O'Neill again") { ${whole} } }`,
  ],
  [
    'createEWSThresholds',
    'nurse',
    `mutation { createEWSThresholds(patientId: "a1", thresholds: null, spo2Scale: 1) { errors { path } patient { ${whole} } } }`,
  ],
  [
    'addPatientNote',
    'nurse',
    'mutation { addPatientNote(PatientId: "a1", text: "Zoë coughs") { id text patientId } }',
  ],
  [
    'acknowledgeAlert',
    'nurse',
    'mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id patientId status } }',
  ],
]

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const asOwner = (statement: string): Promise<unknown> =>
    opened.asOwner((trx) => sql.raw(statement).execute(trx))
  const storedOf = async (key: string): Promise<unknown> =>
    (
      await opened.database.kysely
        .selectFrom('client_mutation')
        .select('result')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).result
  const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]

  for (const [name, by, text] of commands)
    describe(name, () => {
      const send = (key = `once-${name}`) => server.ask(text, { as: by, key })
      const ward = `'${by}'`

      test(`${name}: a repeat is answered as the first was, and nothing of the patient is kept with it`, async () => {
        const first = await send()
        expect(first.errors).toEqual([])
        expect((await send()).data).toEqual(first.data)
        const kept = await storedOf(`once-${name}`)
        expect(Object.keys(kept as object).toSorted()).toEqual(['errors', 'id', 'revision'])
        const words = JSON.stringify(kept)
        for (const word of ['Zoë', 'Neill', '9434765919', 'coughs'])
          expect(words, word).not.toContain(word)
      })

      test(`${name}: who was removed learns that it was done, and reads nothing`, async () => {
        await asOwner(
          `update user_organization set deleted_at = '${at(0)}' where user_id = ${ward}`,
        )
        try {
          const again = await send()
          expect(again.data).toBeNull()
          expect(reasonOf(again)).toEqual(['NOT_FOUND', 'DONE'])
        } finally {
          await asOwner(`update user_organization set deleted_at = null where user_id = ${ward}`)
        }
      })

      test(`${name}: so does who was taken off the ward`, async () => {
        await asOwner(`delete from ward_staff where user_id = ${ward}`)
        try {
          const again = await send()
          expect(again.data).toBeNull()
          expect(reasonOf(again)).toEqual(['NOT_FOUND', 'DONE'])
        } finally {
          await asOwner(
            `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', ${ward}, 'w', '${at(100)}')`,
          )
        }
      })
    })

  describe('a repeat', () => {
    test('shows the patient as they are now, not as they were then', async () => {
      const send = () =>
        server.ask('mutation { addToWatchList(patientId: "a2") { lastName } }', {
          as: 'nurse',
          key: 'now-not-then',
        })
      expect((await send()).data).toEqual({ addToWatchList: { lastName: "O'Neill" } })
      await asOwner(`update patient set last_name = 'Married' where id = 'a2'`)
      expect((await send()).data).toEqual({ addToWatchList: { lastName: 'Married' } })
    })

    test('is not refused where the right to do it was lost and the right to see it was not', async () => {
      const send = () =>
        server.ask('mutation { addPatientNote(PatientId: "a1", text: "In time") { id } }', {
          as: 'nurse',
          key: 'right-was-lost',
        })
      await send()
      await asOwner(
        `update user_organization set roles = '["Read Only"]' where user_id = 'nurse' and organization_id = 'w'`,
      )
      try {
        expect((await send()).data).toEqual({ addPatientNote: { id: 'right-was-lost' } })
      } finally {
        await asOwner(
          `update user_organization set roles = '["Clinician"]' where user_id = 'nurse' and organization_id = 'w'`,
        )
      }
    })

    test('that names no organisation is read where it was done, not where the user is by default today', async () => {
      const send = (options: { in?: string }) =>
        server.ask('mutation { addToWatchList(patientId: "a2") { id } }', {
          as: 'multi',
          key: 'where-it-was-done',
          ...options,
        })
      expect((await send({ in: 'w' })).errors).toEqual([])
      await asOwner(`update user_account set acting_organization_id = 'h' where id = 'multi'`)
      expect(await send({})).toMatchObject({ data: { addToWatchList: { id: 'a2' } }, errors: [] })
    })

    test('at the same moment is done once, and both are answered', async () => {
      const send = () =>
        server.ask('mutation { addPatientNote(PatientId: "a1", text: "At once") { id text } }', {
          as: 'nurse',
          key: 'at-the-same-moment',
        })
      const [one, other] = await Promise.all([send(), send()])
      expect(one.errors).toEqual([])
      expect(other.data).toEqual(one.data)
    })
  })

  describe('what is kept of answers', () => {
    test('is gone after 91 days, and not before; what was discarded on a device stays known', async () => {
      await server.ask('mutation { addToWatchList(patientId: "a1") { id } }', {
        as: 'nurse',
        key: 'to-be-purged',
      })
      await asOwner(
        `insert into client_mutation (user_id, key, organization_id, operation, payload_hash, created_at) values ('nurse', 'discard x', 'w', 'syncDiscard', 'x', '${at(0)}')`,
      )
      const keysAfter = async (days: number): Promise<readonly string[]> => {
        await purgeSync({
          database: opened.database,
          clock: { now: () => now + days * 86_400_000 },
        })
        const rows = await opened.database.kysely
          .selectFrom('client_mutation')
          .select('key')
          .execute()
        return rows
          .map(({ key }) => key)
          .filter((key) => /purged|discard/.test(key))
          .toSorted()
      }
      expect(await keysAfter(90)).toEqual(['discard x', 'to-be-purged'])
      expect(await keysAfter(92)).toEqual(['discard x'])
    })
  })
})
