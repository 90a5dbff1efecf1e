import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Alert } from '../../schema/generated/resolvers'
import { reportWords } from '../../server/documents/report-words'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { organizationOf } from '../../server/demonstration/organizations'
import { alertSchema } from '../../src/domain/alerts/alert'
import { startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()
const patient = patientNamed('Nwosu')
const nurse =
  demonstrationAccounts.find(({ email }) => email === 'nurse@riverside.example')?.id ?? ''
const grave = {
  consciousness: 'U',
  respiratoryRate: { value: 4 },
  pulseRate: { value: 30 },
  temperature: { value: 33 },
}
const vital = (value: number) => ({ value, median: value, min: value, max: value })

/** Whom NEWS2 is not for has fixed limits, whatever the rules of the pathway are (T2). */
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
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('patient_flag').where('patient_id', '=', patient.id).execute()
    })
  })
  const bornOn = (birthDate: string) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('patient')
        .set({ birth_date: birthDate })
        .where('id', '=', patient.id)
        .execute(),
    )
  const withRules = (areThere: boolean) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('alert_rule')
        .set({ deleted_at: areThere ? null : iso(noon) })
        .execute(),
    )
  beforeEach(async () => {
    time = noon
    await withRules(true)
    await bornOn('2012-01-01')
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
    })
  })
  let serial = 0
  const id = (): string => `limits-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`
  const send = async (more: Record<string, unknown>): Promise<void> => {
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'checkups',
      { ...wellCheckup(id(), patient.id), startedAt: iso(time), endedAt: iso(time), ...more },
      { timestamp: String(Math.floor(time / 1000)) },
    )
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
  }
  const alerts = async (): Promise<readonly Alert[]> =>
    (
      (
        await server.ask(
          `query ($p: ID!) { alerts(patientId: $p) { alerts { id type severity count alertRule { id name type description condition } checkup { endedAt } continuousMonitoring { bucketEndAt } } } }`,
          { as: nurse, variables: { p: patient.id } },
        )
      ).data as { alerts: { alerts: Alert[] } }
    ).alerts.alerts
  const named = async () =>
    (await alerts()).map(({ severity, alertRule }) => [alertRule?.name, severity])

  test('under 16 a grave check-up raises one alert of the highest severity, which names what broke', async () => {
    await send(grave)
    const found = await alerts()
    expect(found).toMatchObject([
      {
        type: 'AlertRule',
        severity: 4,
        count: 1,
        checkup: { endedAt: iso(noon) },
        alertRule: {
          id: 'safety-limits',
          name: 'Not alert, respiratory rate 4, pulse 30, temperature 33.0 °C',
          condition: { kind: 'safetyLimits', notScored: 'under-16' },
        },
      },
    ])
    const [paper] = found
    expect(
      reportWords('en-US').alerts.nameOf({
        type: 'AlertRule',
        alertRule: alertSchema.shape.alertRule.parse(paper?.alertRule),
      }),
    ).toBe('Not alert, respiratory rate 4, pulse 30, temperature 91.4 °F')
  })

  test('so it does on a pathway without a rule', async () => {
    await withRules(false)
    await send({ consciousness: 'V' })
    expect(await named()).toEqual([['Not alert', 4]])
  })

  test('within the limits nothing is raised under 16, neither by the pathway’s limits of adults', async () => {
    await send({ bloodPressureData: { systolic: 85, diastolic: 50 }, pulseRate: { value: 150 } })
    expect(await alerts()).toEqual([])
  })

  test('in pregnancy they are those of MEOWS', async () => {
    await bornOn('1995-01-01')
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('patient_flag')
        .values({
          id: id(),
          patient_id: patient.id,
          organization_id: organizationOf('riverside').id,
          type: 'Pregnant',
          title: 'Pregnant',
          description: '',
          started_at: iso(noon - minute),
          ended_at: null,
          revision: 1,
        })
        .execute(),
    )
    await send({ bloodPressureData: { systolic: 161, diastolic: 101 } })
    expect(await named()).toEqual([['Systolic 161, diastolic 101', 4]])
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('patient_flag').where('patient_id', '=', patient.id).execute(),
    )
    await send({ bloodPressureData: { systolic: 161, diastolic: 101 } })
    expect((await alerts()).map(({ count }) => count)).toEqual([1])
  })

  test('monitoring raises them too', async () => {
    const answer = await post(ingestApp(opened.database, { clock }), 'monitoring-buckets', {
      id: id(),
      patientId: patient.id,
      bucketStartAt: iso(noon - 30 * minute),
      bucketEndAt: iso(noon - 15 * minute),
      spo2: vital(91),
      respiratoryRate: vital(8),
      heartRate: vital(120),
    })
    expect(answer.status).toBe(201)
    expect(await alerts()).toMatchObject([
      {
        severity: 4,
        checkup: null,
        continuousMonitoring: { bucketEndAt: iso(noon - 15 * minute) },
        alertRule: { name: 'Respiratory rate 8, SpO2 91%' },
      },
    ])
  })

  test('what an earlier reading broke is not lost over a later one', async () => {
    await send({ consciousness: 'U' })
    time += minute
    await send({ respiratoryRate: { value: 7 } })
    expect(await alerts()).toMatchObject([
      { count: 2, alertRule: { name: 'Not alert, respiratory rate 7' } },
    ])
  })
})
