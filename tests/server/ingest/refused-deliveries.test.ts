import { beforeAll, expect, test } from 'vitest'
import { DeliveryTroublesDocument } from '../../../schema/generated/documents/refused-delivery'
import { demonstrationAccounts } from '../../../server/demonstration/accounts'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './device'

const admin =
  demonstrationAccounts.find(({ email }) => email === 'admin@riverside.example')?.id ?? ''
const patient = patientNamed('Subramaniam')
const day = 86_400_000

interface Troubles {
  readonly refused: readonly Readonly<Record<string, unknown>>[]
  readonly cut: readonly Readonly<Record<string, unknown>>[]
}

onBothEngines(seed, (opened) => {
  let clock = noon
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, {
      clock: { now: () => clock },
      verify: async (token) => ({
        uid: token.replace('token-', ''),
        email: null,
        authTime: clock / 1000,
        claims: {},
      }),
    })
  })
  const send = (kind: string, item: unknown) =>
    post(ingestApp(opened.database, { clock: { now: () => clock } }), kind, item, {
      timestamp: String(clock / 1000),
    })
  const told = async (): Promise<Troubles> => {
    const answer = await server.ask(DeliveryTroublesDocument.text, { as: admin })
    expect(answer.errors).toEqual([])
    return answer.data?.['deliveryTroubles'] as Troubles
  }

  test('what is refused is listed for the organisation whose sender brought it: why, whose, how often, when', async () => {
    expect(await told()).toEqual({ refused: [], cut: [] })
    for (const id of ['one', 'two', 'three']) {
      expect((await send('checkups', wellCheckup(id, 'nobody'))).status).toBe(404)
      clock += 60_000
    }
    const { endedAt: _none, ...without } = wellCheckup('four', patient.id)
    expect((await send('checkups', [without])).status).toBe(207)
    clock += 60_000
    expect((await send('waveforms', '{"')).status).toBe(400)
    expect((await told()).refused).toMatchObject([
      { kind: 'waveforms', code: 'MALFORMED_JSON', patientId: null, fields: [], times: 1 },
      {
        kind: 'checkups',
        code: 'INVALID_BODY',
        patientId: patient.id,
        fields: ['endedAt'],
        apiKey: 'demo-riverside',
        times: 1,
      },
      {
        kind: 'checkups',
        code: 'PATIENT_NOT_FOUND',
        patientId: 'nobody',
        fields: ['patientId'],
        times: 3,
        firstAt: new Date(noon).toISOString(),
        lastAt: new Date(noon + 120_000).toISOString(),
      },
    ])
    const organizations = await opened.database.kysely
      .selectFrom('organization')
      .select('id')
      .execute()
    const seen = await Promise.all(
      organizations.map(({ id }) =>
        opened.database.asOrganization(id, (trx) =>
          trx.selectFrom('refused_delivery').select('organization_id').execute(),
        ),
      ),
    )
    expect(seen.map((rows) => rows.length).toSorted()).toEqual([
      ...organizations.slice(1).map(() => 0),
      3,
    ])
  })

  test('a check-up that was stored without a reading is listed with what was sent', async () => {
    const sent = { ...wellCheckup('cut', patient.id), temperature: { value: 98.6 } }
    expect((await send('checkups', sent)).status).toBe(201)
    expect((await told()).cut).toMatchObject([
      {
        patient: { id: patient.id, lastName: 'Subramaniam' },
        notUsable: [{ field: 'temperature', sent: '98.6', reason: 'impossible' }],
      },
    ])
  })

  test('a sender that names patient after patient fills no database, and old refusals go', async () => {
    clock = noon + day
    for (let at = 0; at < 205; at += 1)
      expect((await send('checkups', wellCheckup('x', `stranger-${at}`))).status).toBe(404)
    const rows = await opened.database.kysely
      .selectFrom('refused_delivery')
      .select(['patient', 'times'])
      .where('last_at', '>=', new Date(clock).toISOString())
      .execute()
    expect(rows.length).toBe(201)
    expect(rows.find((row) => row.patient === '')).toEqual({ patient: '', times: 5 })
    clock = noon + 40 * day
    await send('checkups', wellCheckup('x', 'nobody'))
    const { refused } = await told()
    expect(refused).toMatchObject([{ patientId: 'nobody', times: 1 }])
    expect(
      (await opened.database.kysely.selectFrom('refused_delivery').select('day').execute()).length,
    ).toBe(1)
  })
})
