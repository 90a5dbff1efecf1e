import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onPglite } from '../engines'
import { ingestApp, patientNamed, post, seed, wellCheckup } from './device'

const scale2 = patientNamed('Al-Rashid')
const plain = patientNamed('Subramaniam')

onPglite(seed, (opened) => {
  const send = (id: string, patientId: string, change: Record<string, unknown> = {}) =>
    post(ingestApp(opened.database), 'checkups', { ...wellCheckup(id, patientId), ...change })
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
})
