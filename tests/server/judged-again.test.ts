import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Alert, VirtualWardPatient } from '../../schema/generated/resolvers'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { organizationOf } from '../../server/demonstration/organizations'
import { codeOf, startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const minute = 60_000
const hour = 60 * minute
const iso = (ms: number): string => new Date(ms).toISOString()
const patient = patientNamed('Nwosu')
const admin =
  demonstrationAccounts.find(({ email }) => email === 'admin@riverside.example')?.id ?? ''
/** A total of 9, whose systolic pressure breaks no limit of pregnancy. */
const ill = {
  respiratoryRate: { value: 26 },
  pulseOxiData: { averageSpO2: 90, confidence: 'HIGH' },
  bloodPressureData: { systolic: 90, diastolic: 60 },
}
const vital = (value: number) => ({ value, median: value, min: value, max: value })

/** What makes a known reading news: an admission, a flag, a late arrival. */
onBothEngines(seed, (opened) => {
  let server: TestServer
  let time = noon
  const clock = { now: () => time }
  beforeAll(async () => {
    server = await startServer(opened.database, {
      clock,
      verify: async (token) => ({
        uid: token.replace('token-', ''),
        email: null,
        authTime: noon / 1000,
        claims: {},
      }),
    })
  })
  beforeEach(async () => {
    time = noon
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('patient_flag').where('patient_id', '=', patient.id).execute()
      await trx
        .updateTable('patient_summary')
        .set({
          latest_checkup_id: null,
          latest_checkup_ended_at: null,
          latest_by_type: '{}',
          trend: '[]',
          total_score: null,
          risk_level: null,
        })
        .where('patient_id', '=', patient.id)
        .execute()
      await trx.deleteFrom('checkup').where('patient_id', '=', patient.id).execute()
      await trx
        .updateTable('patient')
        .set({ birth_date: '1995-01-01', gender: 'female' })
        .where('id', '=', patient.id)
        .execute()
    })
  })
  let serial = 0
  const id = (): string => `judged-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`
  const send = async (endedAt: string, more: Record<string, unknown>): Promise<void> => {
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'checkups',
      { ...wellCheckup(id(), patient.id), startedAt: endedAt, endedAt, ...more },
      { timestamp: String(Math.floor(time / 1000)) },
    )
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
  }
  const ask = async (query: string) => {
    const answer = await server.ask(query, { as: admin, variables: { p: patient.id } })
    expect(codeOf(answer)).toBe('ok')
    return answer.data
  }
  const alerts = async (): Promise<readonly Alert[]> =>
    (
      (await ask(
        `query ($p: ID!) { alerts(patientId: $p) { alerts { severity count alertRule { name } triggers { startedAt raisedAt } } } }`,
      )) as { alerts: { alerts: Alert[] } }
    ).alerts.alerts
  const names = async (): Promise<readonly (string | undefined)[]> =>
    (await alerts()).map(({ alertRule }) => alertRule?.name)
  const flagged = (active: boolean) =>
    ask(
      `mutation ($p: ID!) { updatePatientFlags(patientId: $p, flags: [{ type: "Pregnant", active: ${active} }]) { id } }`,
    )
  const admission = (change: Record<string, unknown>) =>
    opened.database.asSystem((trx) =>
      trx.updateTable('ward_admission').set(change).where('patient_id', '=', patient.id).execute(),
    )

  test('at admission the newest check-up of the last 24 hours is judged, once, and not as a late one', async () => {
    const stay = await opened.database.kysely
      .selectFrom('ward_admission')
      .select(['ward_id', 'care_pathway_id'])
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow()
    await admission({ discharged_at: iso(noon - hour) })
    await send(iso(noon - 20 * minute), ill)
    time = noon + minute
    expect(await alerts()).toEqual([])
    await ask(
      `mutation ($p: ID!) { admitPatientToWard(patientId: $p, wardId: "${stay.ward_id}", carePathwayId: "${stay.care_pathway_id}", flags: []) { id } }`,
    )
    expect(await names()).toContain('High early-warning score')
    const [first] = await alerts()
    expect(first?.triggers).toEqual([{ startedAt: iso(noon - 20 * minute), raisedAt: iso(noon) }])
    expect((await alerts()).map(({ count }) => count)).toEqual((await alerts()).map(() => 1))
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('admission_event')
        .where('admission_id', 'in', (eb) =>
          eb
            .selectFrom('ward_admission')
            .select('id')
            .where('patient_id', '=', patient.id)
            .where('discharged_at', 'is', null),
        )
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_admission')
        .where('patient_id', '=', patient.id)
        .where('discharged_at', 'is', null)
        .execute(),
    )
    await admission({ discharged_at: null })
  })

  test('a check-up that was measured before the admission and comes after it is judged, if it is the newest', async () => {
    await admission({ admitted_at: iso(noon + minute) })
    time = noon + 2 * minute
    await send(iso(noon - 2 * minute), {})
    expect(await names()).toEqual([])
    await send(iso(noon), ill)
    expect(await names()).toContain('High early-warning score')
    const raised = (await alerts()).map(({ count }) => count)
    await send(iso(noon - minute), ill)
    await send(iso(noon - 24 * hour - minute), ill)
    expect((await alerts()).map(({ count }) => count)).toEqual(raised)
  })

  test('a flag that ends scoring ends the score in force, leaves alerts open and judges the newest check-up', async () => {
    await send(iso(noon - 20 * minute), ill)
    const before = await names()
    expect(before).toContain('High early-warning score')
    const card = async () =>
      (
        (await ask(
          `{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Nwosu", sort: [{ field: ewsScore, direction: DESC }]) { patients { id latestCheckup { notScored ewsScores { totalScore } } } } }`,
        )) as { virtualWardPatients: { patients: VirtualWardPatient[] } }
      ).virtualWardPatients.patients.find((one) => one.id === patient.id)
    const ordered = async () =>
      (
        await sql<{
          order_total: number | null
        }>`select order_total from patient_summary where patient_id = ${patient.id}`.execute(
          opened.database.kysely,
        )
      ).rows[0]?.order_total
    expect([(await card())?.latestCheckup?.notScored, await ordered()]).toEqual([null, 9])
    await flagged(true)
    expect([(await card())?.latestCheckup?.notScored, await ordered()]).toEqual(['pregnant', null])
    expect(await names()).toEqual(expect.arrayContaining([...before, 'SpO2 90%']))
    await flagged(false)
    expect([(await card())?.latestCheckup?.notScored, await ordered()]).toEqual([null, 9])
  })

  test('a grave check-up of more than a day ago is told if it is the newest, and not if a newer one is known', async () => {
    await admission({ admitted_at: iso(noon - 72 * hour) })
    await send(iso(noon - 30 * hour), ill)
    expect(await names()).toContain('High early-warning score')
    expect((await alerts())[0]?.triggers).toEqual([
      { startedAt: iso(noon - 30 * hour), raisedAt: iso(noon) },
    ])
    const told = (await alerts()).map(({ count }) => count)
    await send(iso(noon - 31 * hour), ill)
    expect((await alerts()).map(({ count }) => count)).toEqual(told)
    await send(iso(noon - 29 * hour), {})
    expect((await alerts()).map(({ count }) => count)).toEqual(told)
  })

  test('the lower bound of a bucket raises the rule of the total', async () => {
    const answer = await post(ingestApp(opened.database, { clock }), 'monitoring-buckets', {
      id: id(),
      patientId: patient.id,
      bucketStartAt: iso(noon - 30 * minute),
      bucketEndAt: iso(noon - 15 * minute),
      respiratoryRate: vital(24),
      spo2: vital(92),
      heartRate: vital(125),
      temperature: vital(39.2),
    })
    expect(answer.status).toBe(201)
    expect(await alerts()).toMatchObject([
      { severity: 4, alertRule: { name: 'High early-warning score' } },
    ])
    expect(organizationOf('riverside').id).toBe(
      (
        await opened.database.kysely
          .selectFrom('alert')
          .select('organization_id')
          .executeTakeFirstOrThrow()
      ).organization_id,
    )
  })
})
