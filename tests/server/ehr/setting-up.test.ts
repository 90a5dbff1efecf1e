import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEgress } from '../../../server/ehr/egress'
import { sendDueEvents } from '../../../server/ehr/send-due'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { box } from '../ingest/device'
import { now } from '../world'
import { startReceiver, type Receiver } from './receiver'
import { buildEhr, pushOf, valueOf, withoutEvents } from './world'

const path = '/Prod/graphql-internal'
const createOf = `mutation ($organizationId: ID!, $integration: CreateEhrIntegrationInput!) {
  createEhrIntegration(organizationId: $organizationId, integration: $integration) { id secret
    integration { id name integrationType triggerType address openEvents carePathway { id name } } } }`
const deleteOf = `mutation ($organizationId: ID!, $id: ID!) {
  deleteEhrIntegration(organizationId: $organizationId, ehrIntegrationId: $id) }`
const listQuery = `query ($organizationId: ID!) { organizationEhrIntegrations(organizationId: $organizationId) {
  carePathways { id } integrations { id name openEvents } } }`

interface Made {
  readonly id: string
  readonly secret: string | null
}

onBothEngines(buildEhr, (opened) => {
  let server: TestServer
  let receiver: Receiver
  const clock = { now: () => now }
  beforeAll(async () => {
    receiver = await startReceiver()
    server = await startServer(opened.database, { secrets: box, clock })
  })
  afterAll(() => receiver.close())
  beforeEach(() => withoutEvents(opened.database))
  const ask = (query: string, variables: Record<string, unknown>, more: Ask = {}) =>
    server.ask(query, { as: 'staff', path, variables, ...more })
  const given = {
    carePathwayId: 'pathway-w',
    name: ' Practice record ',
    integrationType: 'CareNote',
    triggerType: 'Manual',
    address: 'https://record.example/events',
  }
  const create = (integration: object = {}, more: Ask = {}, organizationId = 'w') =>
    ask(createOf, { organizationId, integration: { ...given, ...integration } }, more)
  const faultsOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors

  test('internal staff set an integration up, and its secret is answered once', async () => {
    const first = valueOf<Made>(await create({}, { key: 'create-0001' }))
    expect(first).toEqual({
      id: expect.any(String),
      secret: expect.stringMatching(/^[\w-]{43}$/u),
      integration: {
        id: first.id,
        name: 'Practice record',
        integrationType: 'CareNote',
        triggerType: 'Manual',
        address: 'https://record.example/events',
        openEvents: 0,
        carePathway: { id: 'pathway-w', name: expect.any(String) },
      },
    })
    const again = valueOf<Made>(await create({}, { key: 'create-0001' }))
    expect([again.id, again.secret]).toEqual([first.id, null])
    const stored = await opened.database.kysely
      .selectFrom('ehr_integration')
      .select('secret')
      .executeTakeFirstOrThrow()
    expect(stored.secret).not.toContain(first.secret)
    expect(box.open(first.id, stored.secret)).toBe(first.secret)
    expect(server.logged.join('\n')).not.toContain(first.secret)
    const logs = await opened.database.kysely
      .selectFrom('action_log')
      .select(['organization_id', 'details'])
      .where('action', '=', 'createEhrIntegration')
      .execute()
    expect(logs.map((log) => log.organization_id).toSorted()).toEqual(['i', 'w'])
    expect(JSON.stringify(logs)).not.toContain(first.secret)
  })

  test.each<readonly [field: string, wrong: object, message: string]>([
    ['name', { name: '   ' }, 'The name is needed'],
    ['name', { name: 'x'.repeat(81) }, 'At most 80 characters'],
    ['integrationType', { integrationType: 'Quicksilva' }, 'The type is needed'],
    ['triggerType', { triggerType: 'DataPoint' }, 'The trigger is needed'],
    ['address', { address: 'http://record.example' }, 'The address must begin with https://'],
    ['address', { address: 'http://127.0.0.1/x' }, 'The address must begin with https://'],
    ['address', { address: 'https://u:p@record.example' }, 'The address must not hold a password'],
    ['address', { address: 'https://record.example/?k=1' }, 'The address must end with its path'],
    ['address', { address: 'nonsense' }, 'This is not an address'],
    ...[
      '10.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '[::1]',
      '[::ffff:10.0.0.1]',
      'localhost.',
    ].map(
      (host) =>
        [
          'address',
          { address: `https://${host}/x` },
          'The address is not of the public network',
        ] as const,
    ),
  ])('what is wrong is named: %s', async (field, wrong, message) => {
    expect(faultsOf(await create(wrong))).toEqual([{ path: `integration.${field}`, message }])
  })

  test('a pathway of another organisation is not there', async () => {
    expect(codeOf(await create({ carePathwayId: 'pathway-h' }))).toBe('NOT_FOUND')
    expect(codeOf(await create({ carePathwayId: 'none' }))).toBe('NOT_FOUND')
    expect(codeOf(await create({}, {}, 'none'))).toBe('NOT_FOUND')
  })

  test('nobody but internal staff does', async () => {
    for (const query of [createOf, deleteOf, listQuery])
      expect(
        codeOf(
          await ask(query, { organizationId: 'w', integration: given, id: 'x' }, { as: 'admin' }),
        ),
      ).toBe('FORBIDDEN')
  })

  test('what they set up sends, to whom they said, with the secret that was shown', async () => {
    const local = await startServer(opened.database, {
      clock,
      secrets: box,
      demonstration: true,
    })
    const made = valueOf<Made>(
      await local.ask(createOf, {
        as: 'staff',
        path,
        variables: {
          organizationId: 'w',
          integration: { ...given, address: receiver.url },
        },
      }),
    )
    const input = {
      patientId: 'a1',
      ehrIntegrationId: made.id,
      from: new Date(now - 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    }
    valueOf(await local.ask(pushOf, { as: 'nurse', variables: { input } }))
    await sendDueEvents({
      ...{ database: opened.database, clock, asksDatabase: false, secrets: box },
      log: { warn: () => {}, error: () => {} },
      send: createEgress({ allowsLoopback: true }),
    })
    expect(receiver.arrived.map(({ headers }) => headers['x-integration-id'])).toEqual([made.id])
  })

  test('an ended one is in no list, sends nothing, and what waited for it is skipped', async () => {
    const made = valueOf<Made>(await create())
    const input = {
      patientId: 'a1',
      ehrIntegrationId: made.id,
      from: new Date(now - 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    }
    valueOf(await server.ask(pushOf, { as: 'nurse', variables: { input } }))
    const list = async () => valueOf(await ask(listQuery, { organizationId: 'w' }))
    expect(await list()).toEqual({
      carePathways: [{ id: 'pathway-w' }],
      integrations: [{ id: made.id, name: 'Practice record', openEvents: 1 }],
    })
    expect(valueOf(await ask(deleteOf, { organizationId: 'w', id: made.id }))).toBe(true)
    expect(await list()).toEqual({ carePathways: [{ id: 'pathway-w' }], integrations: [] })
    expect(
      await opened.database.kysely
        .selectFrom('ehr_integration_event')
        .select(['status', 'response'])
        .execute(),
    ).toEqual([
      {
        status: 'skipped',
        response: { message: 'The integration was ended', innerError: null },
      },
    ])
    expect(codeOf(await ask(deleteOf, { organizationId: 'w', id: made.id }))).toBe('NOT_FOUND')
    const late = await server.ask(pushOf, { as: 'nurse', variables: { input } })
    expect(faultsOf(late)?.[0]?.path).toBe('input.ehrIntegrationId')
  })
})
