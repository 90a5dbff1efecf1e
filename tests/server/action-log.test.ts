import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ActionLogsDocument } from '../../schema/generated/documents/action-log'
import { TransferPatientToWardDocument } from '../../schema/generated/documents/stay'
import { tell, type Told } from '../../server/areas/action-log/tell'
import { actionLogWords, entityTypes } from '../../server/areas/action-log/words'
import { appendAction, type ActionEntry } from '../../server/db/action-log'
import { isFull } from '../depth'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, at, buildWorld } from './world'

interface Page {
  readonly nextActionLogId: string | null
  readonly entries: readonly {
    readonly id: string
    readonly message: string
    readonly createdAt: string
    readonly user: { readonly id: string; readonly name: string | null } | null
    readonly affectedOrganization: { readonly id: string; readonly name: string }
    readonly actingOrganization: { readonly id: string; readonly name: string } | null
    readonly loggedInAs: { readonly id: string; readonly name: string | null } | null
    readonly messageEntities: readonly {
      readonly text: string
      readonly type: string
      readonly instance: string | null
    }[]
  }[]
}
const told = (over: Partial<Told>): Told => ({
  action: 'updateWard',
  entity_type: 'ward',
  entity_id: 'x',
  patient_id: null,
  details: {},
  ...over,
})
const none = new Map<string, string>()

describe('the words of the log', () => {
  /** C297, in its order; API keys and the rest by the names that the server writes. */
  const listed = [
    'acceptedTerms',
    'alert',
    'alertRule',
    'carePathway',
    'checkup',
    'checkupConfig',
    'checkupSchedule',
    'checkupScheduleEvent',
    'checkupType',
    'continuousMonitoring',
    'continuousMonitoringSession',
    'patientAcuityScore',
    'activityMonitoringSession',
    'activityMonitoringEvent',
    'ehrIntegration',
    'ehrIntegrationEvent',
    'ehrIntegrationIdentity',
    'organization',
    'organizationPatientLink',
    'nationalIdentifier',
    'patient',
    'patientFlag',
    'patientNote',
    'personalEwsThresholds',
    'integrationApiKey',
    'picture',
    'referral',
    'shareToken',
    'videoCallRoom',
    'user',
    'userOrganizationRoles',
    'ward',
  ]

  test('C297 every type of an entity has its own words in both editions', () => {
    expect(listed.filter((type) => !entityTypes.some((known) => known === type))).toEqual([])
    for (const edition of ['en-GB', 'en-US'] as const) {
      const said = listed.map(
        (type) => tell(told({ action: 'update', entity_type: type }), none, edition).message,
      )
      expect(new Set(said).size).toBe(listed.length)
      expect(said.filter((text) => !/^Changed [a-zE]/.test(text))).toEqual([])
    }
  })

  test('a change of flags, of the scale and a discharge say what was done, as far as the entry has it', () => {
    const said = (action: string, entity_type: string, details: object): string =>
      tell(told({ action, entity_type, details: details as Told['details'] }), none, 'en-GB')
        .message
    expect(
      said('updatePatientFlags', 'patient', {
        flags: [
          { type: 'OnOxygen', active: true },
          { type: 'FallsRisk', active: false },
        ],
      }),
    ).toBe('Changed the flags of a patient you cannot see: On Oxygen on, Falls Risk off')
    expect(said('updatePatientFlags', 'patient', {})).toBe(
      'Changed the flags of a patient you cannot see',
    )
    expect(said('createEWSThresholds', 'personalEwsThresholds', { spo2Scale: 2 })).toBe(
      'Set the personalised EWS thresholds, SpO2 Scale 2',
    )
    expect(said('createEWSThresholds', 'personalEwsThresholds', {})).toBe(
      'Set the personalised EWS thresholds',
    )
    expect(
      said('dischargePatientFromWard', 'patient', { wardId: 'x', reason: 'TransferToHospice' }),
    ).toMatch(/^Discharged a patient you cannot see from .+: transfer to hospice$/)
    expect(said('createPatient', 'patient', { reason: 'Twin sisters' })).toMatch(
      /^Registered .+ as a different patient from one of the same names and birth date: Twin sisters$/,
    )
    expect(said('dischargePatientFromWard', 'patient', {})).toBe(
      'Discharged a patient you cannot see',
    )
  })

  test('the US edition spells its own way, and has the same sentences', () => {
    const [gb, us] = [actionLogWords('en-GB'), actionLogWords('en-US')]
    expect(Object.keys(us.sentences)).toEqual(Object.keys(gb.sentences))
    expect(JSON.stringify(us)).not.toMatch(/organisation|personalised/)
    expect(gb.things.organization).toBe('an organisation')
  })

  test('no sentence names what nothing stands for', () => {
    for (const text of Object.values(actionLogWords('en-GB').sentences))
      for (const [, key] of text.matchAll(/\{(\w+)\}/g))
        expect([
          'entity',
          'patient',
          'userId',
          'wardId',
          'fromWardId',
          'carePathwayId',
          'fromCarePathwayId',
          'organizationId',
          'status',
          'to',
          'kind',
          'flags',
          'spo2Scale',
          'field',
          'outcome',
          'reason',
          'route',
        ]).toContain(key)
  })

  test('what another system read with an integration token is told in words', () => {
    const message = (route: string) =>
      tell(
        told({
          action: 'readByIntegrationToken',
          entity_type: 'integrationToken',
          details: { route },
        }),
        none,
        'en-GB',
      ).message
    expect(message('checkups')).toBe(
      'Another system read check-ups with an integration token, for the first time that day',
    )
    expect(message('patients')).toContain('read patients with')
    expect(message('alerts')).toContain('read alerts with')
  })

  test('an action that means its opposite by a detail says so', () => {
    const message = (action: string, details: Told['details']) =>
      tell(told({ action, entity_type: 'alert', details }), none, 'en-GB').message
    expect(message('acknowledgeAlert', { isAcknowledged: true })).toBe(
      'Said that they deal with an alert',
    )
    expect(message('acknowledgeAlert', { isAcknowledged: false })).toBe(
      'Said that they no longer deal with an alert',
    )
    expect(message('snoozeAlert', { minutes: 0 })).toBe('Ended the snooze of an alert')
    expect(message('setAlertStatus', { status: 'closed', left: 0 })).toBe(
      'Set the status of an alert to closed',
    )
    expect(message('setAlertStatus', { status: 'closed', left: 2 })).toBe(
      'Resolved a part of an alert',
    )
    expect(message('setAlertStatus', { status: 'closed', left: 0, outcome: 'rang' })).toBe(
      'Set the status of an alert to closed: rang the patient',
    )
    expect(message('setAlertStatus', { status: 'closed', left: 2, outcome: 'other' })).toBe(
      'Resolved a part of an alert: other, in words with the alert',
    )
    expect(
      tell(
        told({
          action: 'setAlertStatus',
          entity_type: 'alert',
          details: { status: 'closed', left: 0, outcome: 'calledEmergency' },
        }),
        none,
        'en-US',
      ).message,
    ).toBe('Set the status of an alert to closed: called 911')
  })

  test('an action without a sentence is told by its verb, never by its code', () => {
    expect(
      tell(told({ action: 'createPicture', entity_type: 'picture' }), none, 'en-GB').message,
    ).toBe('Created a picture')
    expect(tell(told({ action: 'xyz', entity_type: 'no_such' }), none, 'en-GB').message).toBe(
      'Did something with an operation',
    )
  })

  test('a date is told in the edition, one that was taken away as none', () => {
    const message = (to: string | null, edition: 'en-GB' | 'en-US') =>
      tell(told({ action: 'updateExpectedDischargeDate', details: { to } }), none, edition).message
    expect(message('2026-03-20', 'en-GB')).toMatch(/20.*2026$/)
    expect(message('2026-03-20', 'en-US')).not.toBe(message('2026-03-20', 'en-GB'))
    expect(message(null, 'en-GB')).toBe('Set the expected discharge date to none')
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  let patientId = 'a1'
  const append = (over: Partial<ActionEntry>): Promise<void> =>
    opened.database.asSystem((trx) =>
      appendAction(trx, {
        organizationId: 'w',
        at: at(5),
        actorId: 'nurse',
        action: 'addPatientNote',
        entityType: 'patientNote',
        entityId: 'note',
        patientId,
        ...over,
      }),
    )
  const ask = (id: string, from: string | null = null, options: Ask = {}) =>
    server.ask(ActionLogsDocument.text, {
      as: 'manager',
      variables: { patientId: id, fromActionLogId: from },
      ...options,
    })
  const page = async (id: string, from: string | null = null, options: Ask = {}): Promise<Page> => {
    const answer = await ask(id, from, options)
    expect(answer.errors).toEqual([])
    return answer.data?.['actionLogs'] as Page
  }
  /** Each test has a patient without entries. */
  let count = 0
  beforeEach(async () => {
    count += 1
    patientId = `log-${count}`
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('patient')
        .values({
          id: patientId,
          organization_id: 'w',
          first_name: 'Lotte',
          last_name: 'Lark',
          gender: 'female',
          birth_date: '1940-02-29',
          pre_existing_conditions: '[]',
          created_at: at(900),
          revision: 1,
        })
        .execute()
      await trx
        .insertInto('patient_organization')
        .values({ patient_id: patientId, organization_id: 'w', linked_at: at(900) })
        .execute()
    })
  })

  test('C166 C296 C501 P201 an entry has its message, time, user, organisation and what it names', async () => {
    patientId = 'moved'
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id: patientId, of: 'w', first: 'Lotte', last: 'Lark', ward: 'A' }),
    )
    const moved = await server.ask(TransferPatientToWardDocument.text, {
      as: 'manager',
      variables: { patientId, wardId: 'ward-B' },
    })
    expect(moved.errors).toEqual([])
    const { entries, nextActionLogId } = await page(patientId)
    expect(nextActionLogId).toBeNull()
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        message: 'Transferred Lotte Lark from Ward A to Ward B',
        createdAt: at(0),
        user: { id: 'manager', name: expect.any(String) },
        affectedOrganization: { id: 'w', name: 'West Ward' },
        actingOrganization: { id: 'w', name: 'West Ward' },
        loggedInAs: null,
        messageEntities: [
          { text: 'Lotte Lark', type: 'patient', instance: patientId },
          { text: 'Ward A', type: 'ward', instance: 'ward-A' },
          { text: 'Ward B', type: 'ward', instance: 'ward-B' },
        ],
      },
    ])
  })

  test('C166 a transfer of an earlier release tells both wards, too', async () => {
    await append({
      action: 'transferPatientToWard',
      details: { command: null, from: 'ward-B', to: 'ward-A' },
    })
    await append({
      action: 'transferPatientToCarePathway',
      details: { command: null, from: 'gone', to: 'pathway-w' },
    })
    const { entries } = await page(patientId)
    expect(entries.map(({ message }) => message)).toEqual([
      'Transferred Lotte Lark from a care pathway to the care pathway West Ward pathway',
      'Transferred Lotte Lark from Ward B to Ward A',
    ])
  })

  test('C166 links, practices, logins and look-ups of other organisations have sentences', async () => {
    const of = { entityType: 'patient', entityId: patientId }
    const practice = { entityType: 'practice', entityId: 'p', details: { organizationId: 'w' } }
    await append({ action: 'linkPatient', ...of, details: { organizationId: 'w' } })
    await append({ action: 'assignPatientToPractice', ...practice })
    await append({ action: 'unassignPatientFromPractice', ...practice })
    await append({ action: 'createSelfCareLogin', ...of, details: { userId: 'nurse' } })
    await append({
      action: 'lookupPatient',
      ...of,
      details: { by: ['nhsNumber'], organizationId: 'elsewhere', organizationName: 'East End' },
    })
    await append({ action: 'lookupPatient', ...of, details: { organizationId: 'elsewhere' } })
    const { entries } = await page(patientId)
    expect(entries.map(({ message }) => message).toReversed()).toEqual([
      'Linked Lotte Lark with West Ward',
      'Assigned Lotte Lark to a practice',
      'Took Lotte Lark from a practice',
      'Created a self-care login for Lotte Lark',
      'Looked up Lotte Lark for East End',
      'Looked up Lotte Lark for an organisation',
    ])
  })

  test('names are those of now, not those of then', async () => {
    await append({ action: 'admitPatient', details: { wardId: 'ward-B' } })
    await opened.database.asSystem((trx) =>
      trx.updateTable('ward').set({ name: 'Beech' }).where('id', '=', 'ward-B').execute(),
    )
    const { entries } = await page(patientId)
    await opened.database.asSystem((trx) =>
      trx.updateTable('ward').set({ name: 'Ward B' }).where('id', '=', 'ward-B').execute(),
    )
    expect(entries[0]?.message).toBe('Admitted Lotte Lark to Beech under a care pathway')
  })

  test("another organisation's user has a name and is of that one, its patient has no name, the server none at all", async () => {
    await append({
      action: 'lookupPatient',
      actorId: 'carer',
      entityType: 'patient',
      entityId: 'h2',
      details: { organizationId: 'h' },
    })
    await append({
      action: 'alertOpened',
      actorId: null,
      entityType: 'alert',
      entityId: 'alert-a1',
    })
    const { entries } = await page(patientId)
    expect(entries.map(({ user }) => user)).toEqual([null, { id: 'carer', name: 'CARER Tester' }])
    expect(entries.map(({ actingOrganization }) => actingOrganization)).toEqual([
      null,
      { id: 'h', name: 'Hill Home' },
    ])
    expect(entries[1]?.message).toBe('Looked up a patient you cannot see for an organisation')
    expect(JSON.stringify(entries)).not.toMatch(/Hugo|Hood/)
  })

  test('K28 a patient of another ward is one whom the user cannot see', async () => {
    patientId = 'a2'
    await append({ action: 'lookupPatient', entityType: 'patient', entityId: 'b1' })
    const seen = async (as: string) => (await page('a2', null, { as })).entries[0]?.message
    expect(await seen('admin')).toBe('Looked up Bert Brown')
    expect(await seen('nurse')).toBe('Looked up a patient you cannot see')
  })

  test('C166 who was signed in as the user is told', async () => {
    await append({ loggedInAs: 'staff' })
    const { entries } = await page(patientId)
    expect(entries[0]).toMatchObject({
      user: { id: 'nurse', name: 'NURSE Tester' },
      loggedInAs: { id: 'staff', name: 'STAFF Tester' },
    })
  })

  test('C168 pages of 50 by the next id, newest first, without a gap while entries are written', async () => {
    for (let at = 0; at < 120; at += 1) await append({ entityId: `note-${at}` })
    const first = await page(patientId)
    await append({ entityId: 'meanwhile' })
    const second = await page(patientId, first.nextActionLogId)
    await append({ entityId: 'meanwhile too' })
    const third = await page(patientId, second.nextActionLogId)
    expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 20])
    expect(third.nextActionLogId).toBeNull()
    expect(
      [first, second, third].flatMap(({ entries }) =>
        entries.map(({ messageEntities }) => messageEntities[0]?.instance),
      ),
    ).toEqual(Array.from({ length: 120 }, (_, at) => `note-${119 - at}`))
  })

  test('C168 a long log is paged to its end without a gap or a repeat while others write to it', async () => {
    const long = isFull ? 100_000 : 1_500
    // Written past the chain, whose hashes no page reads; what is written meanwhile is chained.
    await opened.database.asSystem(async (trx) => {
      await sql`
        insert into action_log (organization_id, seq, at, actor_id, action, entity_type, entity_id, patient_id, details, prev_hash, hash)
        select 'w', last.seq + n, ${at(5)}::timestamptz, 'nurse', 'addPatientNote', 'patientNote', 'note-' || n, ${patientId}, '{}', 'past', 'past'
        from (select coalesce(max(seq), 0) as seq from action_log where organization_id = 'w') last, generate_series(1, ${long}::int) n`.execute(
        trx,
      )
    })
    const seen: string[] = []
    let [from, written]: [string | null, number] = [null, 0]
    for (;;) {
      const [got]: [Page, ...unknown[]] = await Promise.all([
        page(patientId, from),
        ...(seen.length % 500 === 0
          ? [append({ entityId: `meanwhile-${(written += 1)}` }), append({ patientId: 'a1' })]
          : []),
      ])
      seen.push(...got.entries.map(({ messageEntities }) => messageEntities[0]?.instance ?? ''))
      if (got.nextActionLogId === null) break
      from = got.nextActionLogId
    }
    const first = seen.findIndex((one) => one.startsWith('note-'))
    // One that was written as the first page was read may be on it.
    expect(first).toBeLessThanOrEqual(1)
    expect(seen.slice(first).join()).toBe(
      Array.from({ length: long }, (_, n) => `note-${long - n}`).join(),
    )
    expect(written).toBeGreaterThanOrEqual(long / 500)
    expect(
      (await page(patientId)).entries
        .slice(0, written)
        .map(({ messageEntities: [one] }) => one?.instance),
    ).toEqual(Array.from({ length: Math.min(written, 50) }, (_, n) => `meanwhile-${written - n}`))
  }, 1_800_000)

  test('the log of another patient and of another organisation is not in it', async () => {
    await append({ patientId: 'n1' })
    await append({ organizationId: 'h' })
    expect((await page(patientId)).entries).toEqual([])
  })

  for (const [what, id, as] of [
    ['of another organisation', 'h1', 'manager'],
    ['that does not exist', 'no-such', 'manager'],
    ['of a ward of others', 'b1', 'nurse'],
  ] as const)
    test(`the log of a patient ${what} is not found`, async () => {
      expect(codeOf(await ask(id, null, { as }))).toBe('NOT_FOUND')
    })

  for (const from of ['0', '-1', 'x', '1e3', '1;drop table ward', '1234567890123456'])
    test(`a place that reads "${from}" is refused`, async () => {
      const answer = await ask(patientId, from)
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(answer.errors[0]?.extensions?.argErrors?.[0]?.path).toBe('fromActionLogId')
    })
})
