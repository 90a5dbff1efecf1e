import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { linkReferred } from '../../server/db/across/referrals'
import { checkNationalIdentifier } from '../../src/domain/identity/national-identifier'
import { onBothEngines } from './engines'
import { addPatient, buildWorld, now } from './world'

/** NHS numbers of the range for tests. */
const numbers = Array.from({ length: 200 }, (_, index) => String(9_993_000_000 + index)).filter(
  (number) => checkNationalIdentifier(number).ok,
)
const at = new Date(now).toISOString()
const early = '2026-01-01T00:00:00.000Z'
const late = '2026-02-01T00:00:00.000Z'

onBothEngines(buildWorld, (opened) => {
  let patients = 0
  /** What an organisation sees of a record: all of it, or from an instant on. */
  type Sees = 'all' | string
  const fromOf = (sees: Sees): string | null => (sees === 'all' ? null : sees)

  /** A patient of 'p' whom 'w' refers to 'h'. @returns what 'h' sees then, and by whom it is linked */
  const link = async (sender: Sees | null, destination: Sees | null) =>
    opened.database.asSystem(async (trx) => {
      const id = `linked-${(patients += 1)}`
      await addPatient(trx, { id, of: 'p', first: 'Ada', last: id, nhs: numbers[patients] ?? '' })
      for (const [organization, sees] of [
        ['w', sender],
        ['h', destination],
      ] as const)
        if (sees !== null)
          await sql`insert into patient_organization (patient_id, organization_id, linked_at, others_from, by_practice)
            values (${id}, ${organization}, ${early}::timestamptz, ${fromOf(sees)}::timestamptz, ${organization === 'h'})`.execute(
            trx,
          )
      await linkReferred(
        trx,
        {
          id: `referral-${id}`,
          organizationId: 'w',
          destinationId: 'h',
          patientId: id,
          discharge: null,
        },
        at,
      )
      return trx
        .selectFrom('patient_organization')
        .select(['linked_at', 'others_from', 'by_practice'])
        .where('patient_id', '=', id)
        .where('organization_id', '=', 'h')
        .executeTakeFirstOrThrow()
    })

  test('the destination sees of the record what the sender sees, from the acceptance on', async () => {
    expect(await link('all', null)).toEqual({
      linked_at: at,
      others_from: null,
      by_practice: false,
    })
    expect(await link(early, null)).toEqual({
      linked_at: at,
      others_from: early,
      by_practice: false,
    })
  })

  test('one that has a part has all of it where the sender has, and never less than before', async () => {
    expect(await link('all', late)).toMatchObject({ others_from: null, by_practice: false })
    expect(await link(early, 'all')).toMatchObject({ others_from: null, by_practice: false })
    expect(await link(early, late)).toMatchObject({ others_from: late, by_practice: false })
  })

  test('of a patient whom the sender has no more nothing is linked', async () => {
    await expect(link(null, null)).rejects.toMatchObject({ reason: 'PATIENT_GONE' })
  })
})
