import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Alert } from '../../schema/generated/resolvers'
import { reportWords } from '../../server/documents/report-words'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { alertSchema } from '../../src/domain/alerts/alert'
import { alertName, ruleWords } from '../../src/ui/alerts/alert-words'
import { alertTexts } from '../../src/texts/alerts'
import { startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const minute = 60_000
const patient = patientNamed('Nwosu')
const nurse =
  demonstrationAccounts.find(({ email }) => email === 'nurse@riverside.example')?.id ?? ''

/** A sign that is an emergency by itself raises an alert of its own, whatever the score is. */
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
    })
  })
  let serial = 0
  const send = async (more: Record<string, unknown>, atMs = time): Promise<void> => {
    const at = new Date(atMs).toISOString()
    const id = `sign-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'checkups',
      { ...wellCheckup(id, patient.id), startedAt: at, endedAt: at, ...more },
      { timestamp: String(Math.floor(time / 1000)) },
    )
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
  }
  const alerts = async (): Promise<readonly Alert[]> =>
    (
      (
        await server.ask(
          `query ($p: ID!) { alerts(patientId: $p) { alerts { id type severity count triggers { id } alertRule { id name type description condition } } } }`,
          { as: nurse, variables: { p: patient.id } },
        )
      ).data as { alerts: { alerts: Alert[] } }
    ).alerts.alerts
  const named = async () =>
    (await alerts())
      .map(({ severity, count, alertRule }) => [alertRule?.name, severity, count])
      .toSorted()

  test('a check-up that scores nothing and tells of chest pain raises an alert of the highest severity', async () => {
    await send({
      symptoms: [
        { key: 'chest_pain', severity: null },
        { key: 'cough', severity: 'high' },
      ],
    })
    const found = await alerts()
    expect(found).toMatchObject([
      {
        type: 'AlertRule',
        severity: 4,
        alertRule: {
          name: 'Emergency sign: chest pain',
          condition: { kind: 'emergencySign', sign: 'chest_pain' },
        },
      },
    ])
    const alert = {
      type: 'AlertRule',
      alertRule: alertSchema.shape.alertRule.parse(found[0]?.alertRule),
    } as const
    expect(alertName(alert, alertTexts('en-US'))).toBe('Emergency sign: chest pain')
    expect(ruleWords(alert, 'en-GB')).toBe(
      'A sign that is always an emergency, whatever the score is',
    )
    expect(reportWords('en-GB').alerts.nameOf(alert)).toBe('Emergency sign: chest pain')
  })

  test('each sign is an alert of its own, however it is spelled or sent; told again it is raised again', async () => {
    await send({
      symptoms: [{ key: 'Arm-Weakness', severity: 'low' }],
      softSigns: [{ key: 'rash', isEmergency: true }],
    })
    expect(await named()).toEqual([
      ['Emergency sign: arm weakness', 4, 1],
      ['Emergency sign: rash', 4, 1],
    ])
    time += 30 * minute
    await send({ softSigns: [{ key: 'arm_weakness', isEmergency: false }] })
    expect(await named()).toEqual([
      ['Emergency sign: arm weakness', 4, 2],
      ['Emergency sign: rash', 4, 1],
    ])
  })

  test('resolved, the same sign stays closed for an hour, and another one is told at once', async () => {
    await send({ symptoms: [{ key: 'chest_pain', severity: null }] })
    const [alert] = await alerts()
    const resolved = await server.ask(
      `mutation ($alerts: [AlertStatusInput!]!) { setAlertStatus(alerts: $alerts) { id } }`,
      {
        as: nurse,
        variables: {
          alerts: [
            {
              id: alert?.id,
              status: 'closed',
              triggerIds: alert?.triggers.map(({ id }) => id),
              outcome: 'rang',
            },
          ],
        },
      },
    )
    expect(resolved.errors).toEqual([])
    time += 30 * minute
    await send({ symptoms: [{ key: 'chest_pain', severity: null }] })
    expect(await named()).toEqual([])
    time += minute
    await send({
      symptoms: [
        { key: 'chest_pain', severity: null },
        { key: 'sight_issue', severity: null },
      ],
    })
    expect((await named()).map(([name]) => name)).toContain('Emergency sign: sight issue')
  })

  test('it is told however late it comes, if nothing newer is known', async () => {
    time += 10 * 24 * 60 * minute
    await send({ symptoms: [{ key: 'chest_pain', severity: null }] }, time - 30 * 60 * minute)
    expect(await named()).toEqual([['Emergency sign: chest pain', 4, 1]])
  })
})
