import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scoreFailedOximeters } from '../../../server/db/migrations/0213-failed-oximeters'
import { onPglite } from '../engines'
import { ingestApp, patientNamed, post, seed, wellCheckup } from './device'

const scale2 = patientNamed('Al-Rashid')
const plain = patientNamed('Subramaniam')
const kaur = patientNamed('Kaur')

onPglite(seed, (opened) => {
  const send = (id: string, patientId: string, change: Record<string, unknown> = {}) =>
    post(ingestApp(opened.database), 'checkups', { ...wellCheckup(id, patientId), ...change })
  const kept = (id: string) =>
    opened.database.kysely
      .selectFrom('checkup')
      .selectAll()
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()
  const summary = (patientId: string) =>
    opened.database.kysely
      .selectFrom('patient_summary')
      .selectAll()
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow()
  const marksOf = async (patientId: string) =>
    ((await summary(patientId)).trend as readonly (readonly (number | null)[])[]).map(
      ([at, , , , marks]) => [new Date(at ?? 0).toISOString().slice(11, 16), marks],
    )

  test('each total of the board keeps what must be known to read it: Scale 2, a poor signal', async () => {
    const at = (endedAt: string) => ({
      startedAt: '2026-03-02T10:00:00Z',
      endedAt: `2026-03-02T${endedAt}:00Z`,
    })
    await send('s2', scale2.id, at('11:00'))
    await send('poor', scale2.id, {
      ...at('11:10'),
      pulseOxiData: { averageSpO2: 93, confidence: 'DEVICE_UNSTABLE' },
    })
    await send('weight', scale2.id, { ...at('11:20'), weight: { value: 70 } })
    await send('none', plain.id, at('11:00'))
    expect((await marksOf(scale2.id)).slice(-3)).toEqual([
      ['11:00', 1],
      ['11:10', 5],
      ['11:20', 1],
    ])
    expect((await marksOf(plain.id)).at(-1)).toEqual(['11:00', 0])
  })

  test('the database works out the same marks as the server', async () => {
    const { rows } = await sql<{ id: string; same: boolean }>`
      select c.source_id as id, (p ->> 4)::integer = app_score_marks(c.ews_scores, c.readings) as same from patient_summary s
      cross join lateral jsonb_array_elements(s.trend) as p join checkup c on c.patient_id = s.patient_id and c.ended_at = to_timestamp((p ->> 0)::bigint / 1000.0)
      where c.ews_scores is not null`.execute(opened.database.kysely)
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['s2', 'poor', 'none']))
    expect(rows.filter(({ same }) => !same)).toEqual([])
  })

  test('a bucket keeps the scheme that scored it', async () => {
    const bucket = {
      id: 'b-s2',
      patientId: scale2.id,
      bucketStartAt: '2026-03-02T11:30:00Z',
      bucketEndAt: '2026-03-02T11:45:00Z',
      spo2: { value: 90, median: 90, min: 89, max: 91 },
    }
    expect((await post(ingestApp(opened.database), 'monitoring-buckets', bucket)).status).toBe(201)
    const stored = await opened.database.kysely
      .selectFrom('monitoring_bucket')
      .select('data')
      .where('source_id', '=', 'b-s2')
      .executeTakeFirstOrThrow()
    expect(stored.data).toMatchObject({ scoreMarks: 1 })
  })

  test('a stored check-up whose oximeter failed is scored anew, and the board’s row follows', async () => {
    const failed = { averageSpO2: 80, averageHr: 140, confidence: 'FAILED' }
    await send('was', kaur.id, {
      pulseOxiData: { averageSpO2: 80, averageHr: 140 },
      pulseRate: null,
    })
    await send('fine', plain.id, { pulseOxiData: { ...failed, confidence: 'HIGH' } })
    await send('failed', kaur.id, { pulseOxiData: failed, pulseRate: null, id: 'truth' })
    const [scored, truth, fine] = [await kept('was'), await kept('truth'), await kept('fine')]
    expect([scored.total_score, truth.total_score]).toEqual([6, 0])
    // As it was stored by a server that scored the value of a failed reading.
    await opened.database.kysely.deleteFrom('checkup').where('source_id', '=', 'truth').execute()
    await opened.database.kysely
      .updateTable('checkup')
      .set({ readings: JSON.stringify(truth.readings) })
      .where('source_id', '=', 'was')
      .execute()
    await opened.database.kysely
      .updateTable('patient_summary')
      .set({ latest_checkup_id: scored.id, total_score: 6, risk_level: 3 })
      .where('patient_id', '=', kaur.id)
      .execute()
    await sql.raw(scoreFailedOximeters).execute(opened.database.kysely)
    const now = await kept('was')
    expect(now).toMatchObject({
      ews_scores: truth.ews_scores,
      total_score: 0,
      risk_level: 0,
      scored_on_arrival: scored.ews_scores,
    })
    expect(Number(now.revision)).toBeGreaterThan(Number(scored.revision))
    expect(await summary(kaur.id)).toMatchObject({ total_score: 0, risk_level: 0 })
    expect(await kept('fine')).toEqual(fine)
    // Once is enough.
    await sql.raw(scoreFailedOximeters).execute(opened.database.kysely)
    expect((await kept('was')).revision).toBe(now.revision)
  })

  test('where nothing else was measured no score is left; a value by hand keeps its own', async () => {
    const { rows } = await sql<{ left: unknown; three: unknown }>`select
      app_scores_without('{"SpO2Score": 3, "totalScore": 3, "missing": 6, "riskLevel": 2, "spo2Scale": 1, "riskScheme": "NEWS2"}', array['SpO2Score']) as left,
      app_scores_without('{"SpO2Score": 3, "RRScore": 3, "HRScore": 1, "totalScore": 7, "missing": 4, "riskLevel": 4, "spo2Scale": 2, "riskScheme": "NEWS2"}', array['SpO2Score']) as three`.execute(
      opened.database.kysely,
    )
    expect(rows[0]?.left).toBeNull()
    expect(rows[0]?.three).toMatchObject({
      SpO2Score: null,
      totalScore: 4,
      missing: 5,
      riskLevel: 2,
      spo2Scale: 2,
    })
    const manual = { averageSpO2: 85, averageHr: 140, confidence: 'FAILED', isManual: true }
    await send('manual', plain.id, { pulseOxiData: manual })
    const before = await kept('manual')
    await sql.raw(scoreFailedOximeters).execute(opened.database.kysely)
    expect((await kept('manual')).ews_scores).toEqual(before.ews_scores)
  })
})
