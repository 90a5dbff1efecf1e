import { buildSchema, isEnumType } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicSdl } from '../../../schema/generated/sdl'
import { permissions, type Permission } from '../../../src/domain/access/permissions'
import { codeOf, type Answer } from '../client'
import { onBothEngines } from '../engines'
import { at, now } from '../world'
import { addIntegration, buildEhr, started, valueOf, withoutEvents, type Shown } from './world'

const address = 'https://record.example/events'
const integrationFields =
  'id name integrationType triggerType triggerConfig { rrule } createdAt updatedAt carePathway { id } authorizedAutomaticApprover { id email }'
const integrationsQuery = `query ($pathway: ID, $trigger: EhrTriggerType) { ehrIntegrations(carePathwayId: $pathway, triggerType: $trigger) { ${integrationFields} } }`
const registerOf = `mutation ($id: ID!) { registerEhrIntegrationAutoApprover(ehrIntegrationId: $id) { ${integrationFields} } }`
const removeOf = `mutation ($id: ID!) { removeEhrIntegrationAutoApprover(ehrIntegrationId: $id) { ${integrationFields} } }`
const setUpOf = `mutation ($is: Boolean!) { setUpPreApprovedMessages(isSetUp: $is) }`

const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const faultsOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors

interface Integration {
  readonly id: string
  readonly authorizedAutomaticApprover: { readonly id: string; readonly email: string } | null
}

onBothEngines(buildEhr, (opened) => {
  let time = now
  const clock = { now: () => time }
  let ehr: Awaited<ReturnType<typeof started>>
  beforeAll(async () => {
    ehr = await started(opened.database, clock)
  })
  beforeEach(async () => {
    time = now
    await withoutEvents(opened.database)
    await addIntegration(opened.database, { id: 'one', address })
    await addIntegration(opened.database, { id: 'message', address, type: 'PreApprovedMessage' })
    await addIntegration(opened.database, { id: 'hill', address, of: 'h' })
  })
  const integrations = async (variables: object = {}, as = 'nurse') =>
    valueOf<Integration[]>(
      await ehr.ask(integrationsQuery, variables as Record<string, unknown>, { as }),
    )
  const as = (user: string, query: string, variables: Record<string, unknown>) =>
    ehr.ask(query, variables, { as: user })
  const setUp = (user: string, is = true) => as(user, setUpOf, { is })
  const actions = async (action: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['actor_id', 'entity_id', 'patient_id', 'details'])
      .where('organization_id', '=', 'w')
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .execute()

  describe('the integrations of a pathway', () => {
    test('P204 C298 O382 are listed by name, of one pathway and with one trigger, without address and secret', async () => {
      expect(await integrations({ pathway: 'pathway-w', trigger: 'Manual' })).toEqual([
        {
          id: 'message',
          name: 'Integration message',
          integrationType: 'PreApprovedMessage',
          triggerType: 'Manual',
          triggerConfig: null,
          createdAt: at(600),
          updatedAt: at(600),
          carePathway: { id: 'pathway-w' },
          authorizedAutomaticApprover: null,
        },
        expect.objectContaining({ id: 'one', integrationType: 'CareNote' }),
      ])
      expect(await integrations({ trigger: 'DataPoint' })).toEqual([])
      expect(await integrations({ pathway: 'pathway-h' })).toEqual([])
      const { errors } = await ehr.ask('{ ehrIntegrations { secret address } }', {})
      expect(errors).toHaveLength(2)
    })

    test('P224 their trigger is one of DataPoint, Manual and PeriodicSummary', () => {
      const known = buildSchema(publicSdl).getType('EhrTriggerType')
      expect(isEnumType(known) && known.getValues().map(({ name }) => name)).toEqual([
        'DataPoint',
        'Manual',
        'PeriodicSummary',
      ])
    })

    test('a recurrence rule is told with its trigger', async () => {
      await opened.database.kysely
        .updateTable('ehr_integration')
        .set({ trigger_type: 'PeriodicSummary', rrule: 'FREQ=DAILY;BYHOUR=8' })
        .where('id', '=', 'one')
        .execute()
      expect(await integrations({ trigger: 'PeriodicSummary' })).toMatchObject([
        { id: 'one', triggerConfig: { rrule: 'FREQ=DAILY;BYHOUR=8' } },
      ])
    })

    test('P190 O215 are among what a care pathway is, with everything else of it', async () => {
      const query = `{ carePathway(id: "pathway-w") { id name createdAt updatedAt organization { id name } activePatients totalAdmissions
        ewsThresholds checkupTypes { id } alertRules { id } integrations { id name triggerType } } }`
      expect(valueOf(await as('nurse', query, {}))).toEqual({
        id: 'pathway-w',
        name: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        organization: { id: 'w', name: 'West Ward' },
        activePatients: 3,
        totalAdmissions: 3,
        ewsThresholds: null,
        checkupTypes: [],
        alertRules: [{ id: 'rule-w' }],
        integrations: [
          { id: 'message', name: 'Integration message', triggerType: 'Manual' },
          { id: 'one', name: 'Integration one', triggerType: 'Manual' },
        ],
      })
      // A reader sees pathways and no integrations.
      const seen = valueOf<{ integrations: unknown }>(await as('reader', query, {}))
      expect(seen.integrations).toBeNull()
    })

    test('are closed to whoever lacks the permission, and where the flag is off', async () => {
      expect(codeOf(await as('reader', integrationsQuery, {}))).toBe('FORBIDDEN')
      expect(codeOf(await as('carer', integrationsQuery, {}))).toBe('FORBIDDEN')
    })
  })

  describe('what is asked to be sent', () => {
    test('C531 P205 is answered pending, with its period, its body and for whom', async () => {
      const event = await ehr.pushed({ from: at(1440), to: at(5) })
      expect(event).toMatchObject({
        status: 'pending',
        isRetryable: false,
        response: null,
        createdAt: at(0),
        updatedAt: at(0),
        patient: { id: 'a1', firstName: 'Zoë', lastName: "O'Neill" },
        integration: { id: 'one', name: 'Integration one' },
        summaryPeriod: { from: at(1440), to: at(5) },
        checkup: null,
        requestBody: {
          consultationNote: expect.stringMatching(/^Remote monitoring, 1 check-up from /u),
          codedDataItems: expect.arrayContaining([
            {
              code: '86290005',
              value: '18',
              units: '/min',
              additionalText: expect.stringContaining('Respiratory rate'),
            },
          ]),
        },
      })
      expect((await actions('createManualEhrIntegrationEvent'))[0]).toMatchObject({
        actor_id: 'nurse',
        entity_id: event.id,
        patient_id: 'a1',
        details: { ehrIntegrationId: 'one' },
      })
    })

    test('is asked once by a repeat under the same key', async () => {
      const first = valueOf<Shown>(await ehr.push({}, { key: 'push-0001' }))
      const again = valueOf<Shown>(await ehr.push({}, { key: 'push-0001' }))
      expect(again.id).toBe(first.id)
      expect((await ehr.list()).totalCount).toBe(1)
    })

    test.each([
      ['the end before the start', at(10), at(20), 'to', 'End date must be after start date'],
      ['no length', at(10), at(10), 'to', 'End date must be after start date'],
      ['the end in the future', at(10), at(-10), 'to', 'End date cannot be in the future'],
      ['more than 31 days', at(31 * 1440 + 1), at(0), 'from', 'The period can be 31 days at most'],
    ])('C440 C441 is refused with %s', async (_case, from, to, path, message) => {
      expect(faultsOf(await ehr.push({ from, to }))).toEqual([{ path: `input.${path}`, message }])
    })

    test('ends now where the clock of the device is a little ahead', async () => {
      const event = await ehr.pushed({ to: at(-1) })
      expect(event.summaryPeriod?.to).toBe(at(0))
    })

    test('is skipped where the period has no check-up, and nothing leaves', async () => {
      expect(await ehr.pushed({ from: at(20_000), to: at(19_000) })).toMatchObject({
        status: 'skipped',
        response: { message: 'There is no check-up in the period' },
      })
      expect(await ehr.work()).toBe(0)
    })

    test('is skipped where the patient has no identifier that the other system knows', async () => {
      expect(await ehr.pushed({ patientId: 'a2' })).toMatchObject({ status: 'skipped' })
      await opened.database.kysely
        .updateTable('organization')
        .set({ national_identifier_scheme: null })
        .where('id', '=', 'w')
        .execute()
      const event = await ehr.pushed({ patientId: 'a2' })
      await opened.database.kysely
        .updateTable('organization')
        .set({ national_identifier_scheme: 'NhsNumber' })
        .where('id', '=', 'w')
        .execute()
      expect(event.response?.message).not.toBe('The patient has no national identifier')
    })

    test('by an integration that is not the patient’s is refused as one that is not there', async () => {
      await opened.database.kysely
        .updateTable('ehr_integration')
        .set({ trigger_type: 'DataPoint' })
        .where('id', '=', 'message')
        .execute()
      const answers = await Promise.all(
        ['hill', 'message', 'none'].map((ehrIntegrationId) => ehr.push({ ehrIntegrationId })),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(faultsOf(answer)))).size).toBe(1)
      expect(faultsOf(answers[0] as Answer)?.[0]?.path).toBe('input.ehrIntegrationId')
      // Not admitted: cared for by no pathway.
      expect(faultsOf(await ehr.push({ patientId: 'n1' }, { as: 'admin' }))?.[0]?.path).toBe(
        'input.ehrIntegrationId',
      )
    })

    test('of a patient of another ward or organisation is answered as of none', async () => {
      const answers = await Promise.all(
        ['b1', 'h1', 'nobody'].map((patientId) => ehr.push({ patientId })),
      )
      expect(answers.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    })

    test('C471 needs create_ehr_integration_events', async () => {
      expect(codeOf(await ehr.push({}, { as: 'care' }))).toBe('FORBIDDEN')
      expect(valueOf<Shown>(await ehr.push({}, { as: 'manager' })).status).toBe('pending')
    })
  })

  describe('the queue', () => {
    const pushed = async (count: number) => {
      const ids: string[] = []
      for (let nth = 0; nth < count; nth += 1) {
        time = now + nth * 1000
        ids.push((await ehr.pushed()).id)
      }
      return ids
    }
    const setStatus = (id: string, status: 'success' | 'error' | 'rejected', minutes: number) =>
      opened.database.kysely
        .updateTable('ehr_integration_event')
        .set({ status, is_retryable: status === 'error', updated_at: at(minutes) })
        .where('id', '=', id)
        .execute()

    test('C516 C637 is paged, newest first, with how many there are in all', async () => {
      const ids = await pushed(5)
      const page = await ehr.list({ take: 2, skip: 1 })
      expect(page.totalCount).toBe(5)
      expect(page.events.map(({ id }) => id)).toEqual([ids[3], ids[2]])
    })

    test('is filtered by status and sorted by created, updated and status, either way', async () => {
      const [a = '', b = '', c = ''] = await pushed(3)
      await setStatus(a, 'success', 1)
      await setStatus(b, 'rejected', 3)
      await setStatus(c, 'error', 2)
      const order = async (field: string, direction: string) =>
        (await ehr.list({ sort: { field, direction } })).events.map(({ id }) => id)
      expect(await order('createdAt', 'ASC')).toEqual([a, b, c])
      expect(await order('updatedAt', 'ASC')).toEqual([b, c, a])
      expect(await order('updatedAt', 'DESC')).toEqual([a, c, b])
      expect(await order('status', 'ASC')).toEqual([c, b, a])
      const some = await ehr.list({ statuses: ['error', 'success'] })
      expect([some.totalCount, some.events.map(({ id }) => id)]).toEqual([2, [c, a]])
      expect(await ehr.list({ statuses: [] })).toEqual({ events: [], totalCount: 0 })
    })

    test('P215 C392 knows seven statuses', async () => {
      const all = [
        'action_required',
        'error',
        'pending',
        'rejected',
        'skipped',
        'submitted',
        'success',
      ]
      const known = buildSchema(publicSdl).getType('EhrIntegrationEventStatus')
      expect(isEnumType(known) && known.getValues().map(({ name }) => name)).toEqual(all)
      expect((await ehr.list({ statuses: all })).totalCount).toBe(0)
      const wrong = await ehr.ask(
        'query ($statuses: [EhrIntegrationEventStatus!]) { ehrIntegrationEvents(statuses: $statuses) { totalCount } }',
        { statuses: ['lost'] },
      )
      expect(wrong.errors).toHaveLength(1)
    })

    test.each([
      ['take', { take: 51 }],
      ['take', { take: 0 }],
      ['skip', { skip: -1 }],
    ])('refuses a page that is none: %s', async (path, variables) => {
      const answer = await ehr.ask(
        'query ($take: Int, $skip: Int) { ehrIntegrationEvents(take: $take, skip: $skip) { totalCount } }',
        variables,
      )
      expect(faultsOf(answer)?.[0]?.path).toBe(path)
    })

    test('shows nobody what was sent of a patient whose record is closed to them', async () => {
      await ehr.pushed()
      await ehr.push({ patientId: 'b1' }, { as: 'admin' })
      expect((await ehr.list({}, { as: 'admin' })).totalCount).toBe(2)
      const seen = await ehr.list()
      expect([seen.totalCount, seen.events.map(({ patient }) => patient.id)]).toEqual([1, ['a1']])
      const other = (await ehr.list({}, { as: 'admin' })).events.find(
        ({ patient }) => patient.id === 'b1',
      )
      expect(codeOf(await ehr.retry(other?.id ?? ''))).toBe('NOT_FOUND')
      expect(codeOf(await ehr.retry('none'))).toBe('NOT_FOUND')
    })

    test('C475 needs view_ehr_integration_events, and a retry retry_ehr_integration_events', async () => {
      const [id = ''] = await pushed(1)
      await setStatus(id, 'error', 1)
      const query = '{ ehrIntegrationEvents { totalCount } }'
      expect(codeOf(await as('care', query, {}))).toBe('FORBIDDEN')
      const hold = (keys: readonly Permission[]) =>
        opened.database.kysely
          .updateTable('role')
          .set({ permissions: JSON.stringify(keys) })
          .where('name', '=', 'Night Owl')
          .execute()
      await hold(permissions.filter((key) => key !== 'retry_ehr_integration_events'))
      expect(valueOf(await as('owl', query, {}))).toEqual({ totalCount: 1 })
      expect(codeOf(await ehr.retry(id, { as: 'owl' }))).toBe('FORBIDDEN')
      await hold([])
    })
  })

  describe('the approver of pre-approved messages', () => {
    test('K33 without one nothing is sent: the event waits, and goes once somebody approves', async () => {
      const event = await ehr.pushed({ ehrIntegrationId: 'message' })
      expect(event.status).toBe('action_required')
      expect(await ehr.work()).toBe(0)
      await setUp('manager')
      const answer = await as('manager', registerOf, { id: 'message' })
      expect(valueOf<Integration>(answer).authorizedAutomaticApprover).toMatchObject({
        id: 'manager',
      })
      expect((await ehr.list()).events[0]).toMatchObject({ status: 'pending', response: null })
      expect((await actions('registerEhrIntegrationAutoApprover'))[0]).toMatchObject({
        actor_id: 'manager',
        entity_id: 'message',
        details: { sent: 1 },
      })
    })

    test('K33 who approves does not have sent what its patient is no longer', async () => {
      const named = (last_name: string) =>
        opened.database.asSystem((trx) =>
          trx.updateTable('patient').set({ last_name }).where('id', '=', 'a1').execute(),
        )
      await ehr.pushed({ ehrIntegrationId: 'message' })
      await setUp('manager')
      await named('Neill')
      valueOf(await as('manager', registerOf, { id: 'message' }))
      await named("O'Neill")
      expect((await ehr.list()).events[0]).toMatchObject({
        status: 'skipped',
        isRetryable: false,
        response: { message: "The patient's details changed. Send again." },
      })
      expect((await actions('registerEhrIntegrationAutoApprover'))[0]).toMatchObject({
        details: { sent: 0 },
      })
    })

    test('O412 C529 C460 registers who set up their messages, and nobody else', async () => {
      expect(reasonOf(await as('manager', registerOf, { id: 'message' }))).toEqual([
        'CONFLICT',
        'NOT_SET_UP',
      ])
      await setUp('manager')
      const { authorizedAutomaticApprover: approver } = valueOf<Integration>(
        await as('manager', registerOf, { id: 'message' }),
      )
      expect(approver).toEqual({ id: 'manager', email: expect.stringContaining('manager') })
      expect((await integrations()).find(({ id }) => id === 'message')).toMatchObject({
        authorizedAutomaticApprover: approver,
      })
    })

    test('C515 me says whether the user set up their messages', async () => {
      const me = async () =>
        valueOf(await as('manager', '{ me { areQuicksilvaPreApprovedMessagesSetup } }', {}))
      expect(await me()).toEqual({ areQuicksilvaPreApprovedMessagesSetup: false })
      expect(valueOf(await setUp('manager'))).toBe(true)
      expect(await me()).toEqual({ areQuicksilvaPreApprovedMessagesSetup: true })
      const of = valueOf(await as('admin', '{ me { areQuicksilvaPreApprovedMessagesSetup } }', {}))
      expect(of).toEqual({ areQuicksilvaPreApprovedMessagesSetup: false })
    })

    test('O413 C530 is taken away, and then what is asked for waits again', async () => {
      await setUp('manager')
      await as('manager', registerOf, { id: 'message' })
      const answer = await as('admin', removeOf, { id: 'message' })
      expect(valueOf<Integration>(answer).authorizedAutomaticApprover).toBeNull()
      expect((await actions('removeEhrIntegrationAutoApprover'))[0]).toMatchObject({
        actor_id: 'admin',
        details: { userId: 'manager' },
      })
      expect(reasonOf(await as('admin', removeOf, { id: 'message' }))).toEqual([
        'CONFLICT',
        'NO_APPROVER',
      ])
      expect((await ehr.pushed({ ehrIntegrationId: 'message' })).status).toBe('action_required')
    })

    test('who takes their agreement back is no approver any more, nor who left', async () => {
      await setUp('manager')
      await as('manager', registerOf, { id: 'message' })
      const pending = await ehr.pushed({ ehrIntegrationId: 'message' })
      expect(pending.status).toBe('pending')
      expect(valueOf(await setUp('manager', false))).toBe(false)
      expect((await integrations()).map((one) => one.authorizedAutomaticApprover)).toEqual([
        null,
        null,
      ])
      // What waited to be sent is not sent in their name.
      expect(await ehr.work()).toBe(0)
      expect((await ehr.list()).events[0]?.status).toBe('action_required')
      await setUp('manager')
      await as('manager', registerOf, { id: 'message' })
      const left = (deleted_at: string | null) =>
        opened.database.kysely
          .updateTable('user_organization')
          .set({ deleted_at })
          .where('user_id', '=', 'manager')
          .execute()
      await left(at(0))
      const seen = await integrations()
      await left(null)
      expect(seen.map((one) => one.authorizedAutomaticApprover)).toEqual([null, null])
    })

    test('a type that is filed in nobody’s name has none', async () => {
      await setUp('manager')
      expect(reasonOf(await as('manager', registerOf, { id: 'one' }))).toEqual([
        'CONFLICT',
        'NO_APPROVAL_NEEDED',
      ])
    })

    test('O355 C474 is changed with edit_ehr_integrations alone', async () => {
      for (const query of [registerOf, removeOf])
        expect(codeOf(await as('nurse', query, { id: 'message' }))).toBe('FORBIDDEN')
      expect(codeOf(await setUp('nurse'))).toBe('FORBIDDEN')
    })

    test('another organisation’s integration is answered as one that is not there', async () => {
      for (const query of [registerOf, removeOf])
        for (const id of ['hill', 'none'])
          expect(codeOf(await as('admin', query, { id }))).toBe('NOT_FOUND')
    })
  })
})
