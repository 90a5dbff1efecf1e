import { expect, test } from 'vitest'
import { strikeOut } from '../../server/areas/checkup'
import { nextRevision } from '../../server/db/revision'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const patient = patientNamed('Nwosu')
const hour = 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()

/** Striking out works the board's row out anew from the check-ups that count, on both databases. */
onBothEngines(seed, (opened) => {
  const clock = { now: () => noon }
  const send = async (id: string, atMs: number, more: Record<string, unknown> = {}) => {
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'checkups',
      { ...wellCheckup(id, patient.id), startedAt: iso(atMs), endedAt: iso(atMs), ...more },
      { timestamp: String(Math.floor(noon / 1000)) },
    )
    expect(answer.status).toBe(201)
  }
  const found = () =>
    opened.database.asSystem(async (trx) => ({
      summary: await trx
        .selectFrom('patient_summary')
        .select([
          'latest_checkup_id',
          'latest_checkup_ended_at',
          'total_score',
          'risk_level',
          'trend',
          'latest_by_type',
          'slot_due_at',
          'order_total',
        ])
        .where('patient_id', '=', patient.id)
        .executeTakeFirstOrThrow(),
      counted: (
        await trx
          .selectFrom('valid_checkup')
          .select('source_id')
          .where('patient_id', '=', patient.id)
          .orderBy('source_id')
          .execute()
      ).map(({ source_id: id }) => id),
    }))
  const strike = (sourceId: string, organizationId: string) =>
    opened.database.asOrganization(organizationId, async (trx) => {
      const { id } = await trx
        .selectFrom('checkup')
        .select('id')
        .where('source_id', '=', sourceId)
        .executeTakeFirstOrThrow()
      const revision = await nextRevision(trx, organizationId)
      await strikeOut(
        trx,
        { checkupId: id, by: 'nurse', at: iso(noon), reason: 'twice', text: null },
        revision,
      )
    })

  test('the newest, one in between and the only one of its type leave no trace in it', async () => {
    const organizationId = (
      await opened.database.asSystem((trx) =>
        trx
          .selectFrom('patient')
          .select('organization_id')
          .where('id', '=', patient.id)
          .executeTakeFirstOrThrow(),
      )
    ).organization_id
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('user_account')
        .values({
          id: 'nurse',
          email: 'n@example.org',
          first_name: 'N',
          last_name: 'N',
          created_at: iso(noon),
        } as never)
        .onConflict((on) => on.doNothing())
        .execute(),
    )
    // A partial one is covered by a whole one until that is struck out.
    await send('a', noon - 30 * hour, { temperature: undefined })
    await send('b', noon - 20 * hour)
    const before = await found()
    await send('c', noon - 10 * hour)
    const three = await found()
    await send('d', noon - hour, {
      checkupType: { id: 'other', name: 'Other' },
      pulseRate: { value: 140 },
    })
    await strike('d', organizationId)
    expect(await found()).toEqual(three)
    await strike('d', organizationId)
    expect(await found()).toEqual(three)
    await strike('c', organizationId)
    expect(await found()).toEqual(before)
    await strike('b', organizationId)
    expect((await found()).counted).toEqual(['a'])
    await strike('a', organizationId)
    expect(await found()).toMatchObject({
      counted: [],
      summary: { latest_checkup_id: null, total_score: null, trend: [], latest_by_type: {} },
    })
  })
})
