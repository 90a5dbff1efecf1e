import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  OpenEmergencyAccessDocument,
  RecordEmergencyAccessDocument,
  ReviewEmergencyAccessDocument,
  SettingsEmergencyAccessesDocument,
} from '../../schema/generated/documents/emergency-access'
import { ActionLogsDocument } from '../../schema/generated/documents/action-log'
import { may, onlyReading } from '../../src/domain/access/may'
import { features, permissions } from '../../src/domain/access/permissions'
import { emergencyLeft } from '../../src/domain/emergency-access/emergency-access'
import { statedReason } from '../../src/domain/text/stated-reason'
import type { Mail } from '../../server/identity'
import { appendAction } from '../../server/db/action-log'
import { mutationRules } from '../../server/graphql/operations'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { refusing } from './refusing'
import { createPuller } from './sync/puller'
import { createTablet, type SignedIn, type Tablet } from './sync/tablet'
import { addPatient, buildWorld, now } from './world'

interface Access {
  readonly id: string
  readonly patientId: string
  readonly patientName: string | null
  readonly user: { readonly id: string; readonly name: string | null }
  readonly isOwn: boolean
  readonly opensRecord: boolean
  readonly reason: string
  readonly reasonAgain: string | null
  readonly nthInShift: number
  readonly openedAt: string
  readonly endsAt: string
  readonly outcome: string | null
  readonly reviewedBy: { readonly id: string } | null
  readonly looks: readonly { readonly screen: string; readonly readAt: string }[]
}
const minute = 60_000
const reason = 'Called by the family, short of breath'

describe('what is left of an emergency access', () => {
  const access = { endsAt: '2026-03-02T12:30:00.000Z', asOf: '2026-03-02T12:00:00.000Z' }
  test('is measured from the server’s answer, and never less than nothing', () => {
    expect(emergencyLeft(access, 0)).toBe(30 * minute)
    expect(emergencyLeft(access, 29 * minute)).toBe(minute)
    expect(emergencyLeft(access, 30 * minute)).toBe(0)
    expect(emergencyLeft(access, 99 * minute)).toBe(0)
  })
  test('is not prolonged by a clock that goes back', () => {
    expect(emergencyLeft(access, -60 * minute)).toBe(30 * minute)
  })
  test('a reason has 10 to 1,000 characters that say something', () => {
    expect(statedReason.safeParse(`  ${'x'.repeat(9)}  `).success).toBe(false)
    expect(statedReason.safeParse('x'.repeat(1001)).success).toBe(false)
    expect(statedReason.parse(`  ${'x'.repeat(1000)} `)).toHaveLength(1000)
  })
})

describe('who reads a record and does nothing to it', () => {
  const reader = onlyReading({
    kind: 'user',
    userId: 'u',
    organizationId: 'o',
    isInternalStaff: true,
    isSelfCare: false,
    acceptedTerms: true,
    permissions: new Set(permissions),
    features: new Set(features.filter((feature) => feature !== 'selfCare')),
  })

  test('has no right that a mutation asks for, so that the screen offers none', () => {
    const offered = Object.entries(mutationRules)
      // What is asked of oneself, not of a record.
      .filter(([, { action }]) => action !== 'session.use' && may(reader, action))
      .map(([name]) => name)
    expect(offered).toEqual([])
  })

  test('has the documents that were made, which the server gives them', () => {
    expect(may(reader, 'document.read')).toBe(true)
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let device: SignedIn
  const mails: Mail[] = []
  /** The server's clock: each test has a time of its own, so that none finds what another opened. */
  let clock = now
  const stamp = (): string => new Date(clock).toISOString()
  const ask = (document: { readonly text: string }, variables: object, more: Ask = {}) =>
    server.ask(document.text, { as: 'nurse', variables: { ...variables }, ...more })
  const open = (whom: object, more: Ask = {}) =>
    ask(OpenEmergencyAccessDocument, { reason, ...whom }, more)
  const opens = async (whom: object, more: Ask = {}): Promise<Access> => {
    const answer = await open(whom, more)
    expect(answer.errors).toEqual([])
    return answer.data?.['openEmergencyAccess'] as Access
  }
  const patient = (id: string, as = 'nurse'): Promise<Answer> =>
    server.ask('query ($id: ID!) { patient(patientId: $id) { id lastName } }', {
      as,
      variables: { id },
    })
  const ofRecord = async (id: string, as: string) =>
    (await ask(RecordEmergencyAccessDocument, { patientId: id }, { as, in: 'w' })).data?.[
      'emergencyAccess'
    ] as readonly Access[]
  const toReview = async (after: string | null = null, as = 'admin') =>
    (await ask(SettingsEmergencyAccessesDocument, { after }, { as })).data?.[
      'emergencyAccesses'
    ] as { readonly accesses: readonly Access[]; readonly after: string | null; toReview: number }
  const entries = (action: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('action', '=', action)
      .orderBy('seq')
      .execute()
  const member = (roles: readonly string[]) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(roles) })
        .where('user_id', '=', 'nurse')
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database, {
      clock: { now: () => clock },
      mailer: {
        send: async (mail) => {
          mails.push(mail)
        },
      },
    })
    tablet = createTablet(() => server, stamp)
    device = await tablet.signIn('nurse')
  })
  beforeEach(() => {
    clock += 24 * 60 * minute
  })

  describe('opening', () => {
    test('lets a nurse of another ward read the record, with a reason, for 30 minutes', async () => {
      expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
      const access = await opens({ patientId: 'b1' })
      expect(access).toMatchObject({
        patientId: 'b1',
        patientName: 'Bert Brown',
        user: { id: 'nurse', name: 'NURSE Tester' },
        isOwn: true,
        reason,
        openedAt: stamp(),
        endsAt: new Date(clock + 30 * minute).toISOString(),
      })
      expect((await patient('b1')).data).toMatchObject({ patient: { lastName: 'Brown' } })
    })

    test('ends at 30 minutes exactly', async () => {
      await opens({ patientId: 'b1' })
      clock += 30 * minute - 1
      expect(codeOf(await patient('b1'))).toBe('ok')
      clock += 1
      expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
    })

    test('finds the patient by number and date of birth together', async () => {
      expect((await opens({ nhsNumber: '944 930 5552', birthDate: '1940-02-29' })).patientId).toBe(
        'b1',
      )
      clock += 60 * minute
      for (const whom of [
        { nhsNumber: '9449305552', birthDate: '1940-02-28' },
        { nhsNumber: '9434765870', birthDate: '1940-02-29' },
      ])
        expect(codeOf(await open(whom))).toBe('NOT_FOUND')
    })

    for (const [what, whom] of [
      ['without anybody', {}],
      ['by number alone', { nhsNumber: '9449305552' }],
      ['by date of birth alone', { birthDate: '1940-02-29' }],
      ['by id and number', { patientId: 'b1', nhsNumber: '9449305552' }],
      ['by a number that is none', { nhsNumber: '9449305553', birthDate: '1940-02-29' }],
      ['without a reason', { patientId: 'b1', reason: '   ' }],
      ['with a reason that says nothing', { patientId: 'b1', reason: 'x' }],
      ['with a reason that is too long', { patientId: 'b1', reason: 'x'.repeat(1001) }],
    ] as const)
      test(`${what} is refused`, async () => {
        expect(codeOf(await open(whom))).toBe('BAD_USER_INPUT')
        expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
      })

    test('again while it is open answers the same, neither prolonged nor written twice', async () => {
      const before = (await entries('openEmergencyAccess')).length
      const first = await opens({ patientId: 'b1' })
      clock += 20 * minute
      const again = await opens({ patientId: 'b1', reason: 'Another reason' })
      expect(again).toMatchObject({ id: first.id, endsAt: first.endsAt, reason })
      expect(await entries('openEmergencyAccess')).toHaveLength(before + 1)
      clock += 10 * minute
      expect((await opens({ patientId: 'b1' })).id).not.toBe(first.id)
    })

    describe('the sixth within 12 hours', () => {
      /** The times of five that were opened before. */
      const five = async (): Promise<readonly Access[]> => {
        const opened: Access[] = []
        for (let n = 0; n < 5; n += 1) {
          opened.push(await opens({ patientId: 'b1', reasonAgain: null }))
          clock += 31 * minute
        }
        return opened
      }
      beforeEach(() => {
        mails.length = 0
      })

      test('asks for the reason again, opens with it, and is told to who reviews, at once and without the patient', async () => {
        expect((await five()).map(({ nthInShift }) => nthInShift)).toEqual([1, 2, 3, 4, 5])
        expect(mails).toEqual([])
        const asked = await open({ patientId: 'b1', reasonAgain: null })
        expect(asked.errors[0]?.extensions).toMatchObject({
          code: 'CONFLICT',
          reason: 'REASON_AGAIN',
        })
        expect(mails).toEqual([])
        expect(codeOf(await open({ patientId: 'b1', reasonAgain: ' again ' }))).toBe(
          'BAD_USER_INPUT',
        )
        const sixth = await opens({
          patientId: 'b1',
          reasonAgain: 'A night without the ward’s nurse',
        })
        expect(sixth).toMatchObject({
          reason,
          reasonAgain: 'A night without the ward’s nurse',
          nthInShift: 6,
        })
        // Nobody of the patient's ward reviews: all who do are told.
        expect(mails.map(({ to }) => to)).toEqual(['admin@example.test', 'manager@example.test'])
        for (const { subject, text } of mails) {
          expect(text).toContain('NURSE Tester')
          expect(`${subject} ${text}`).toContain('6')
          expect(`${subject} ${text}`).not.toMatch(/Brown|Bert|short of breath|ward’s nurse/)
        }
        // While it is open it is the same one.
        await opens({ patientId: 'b1', reasonAgain: null })
        expect(mails).toHaveLength(2)
      })

      test('of a patient whose ward has such a manager is told to that manager alone', async () => {
        await five()
        const staff = { ward_id: 'ward-B', user_id: 'manager', organization_id: 'w' }
        await opened.database.asSystem((trx) =>
          trx
            .insertInto('ward_staff')
            .values({ ...staff, assigned_at: stamp() })
            .execute(),
        )
        await opens({ patientId: 'b1', reasonAgain: 'The ward asked for it' })
        expect(mails.map(({ to }) => to)).toEqual(['manager@example.test'])
        await opened.database.asSystem((trx) =>
          trx
            .deleteFrom('ward_staff')
            .where('ward_id', '=', staff.ward_id)
            .where('user_id', '=', staff.user_id)
            .execute(),
        )
      })

      test('opens for who was never asked, and is told all the same', async () => {
        await five()
        expect(await opens({ patientId: 'b1' })).toMatchObject({ nthInShift: 6, reasonAgain: null })
        expect(mails).toHaveLength(2)
      })

      test('is none where the first was 12 hours ago', async () => {
        await five()
        clock += 12 * 60 * minute - 5 * 31 * minute
        expect(await opens({ patientId: 'b1', reasonAgain: null })).toMatchObject({ nthInShift: 5 })
        expect(mails).toEqual([])
      })
    })

    test('by eight requests at once is one access and one entry', async () => {
      const before = (await entries('openEmergencyAccess')).length
      const all = await Promise.all(Array.from({ length: 8 }, () => opens({ patientId: 'b1' })))
      expect(new Set(all.map(({ id }) => id)).size).toBe(1)
      expect(await entries('openEmergencyAccess')).toHaveLength(before + 1)
    })

    test('is not needed for a patient of the own ward', async () => {
      const answer = await open({ patientId: 'a1' })
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'NOT_NEEDED' })
    })

    test('refused for nobody such, or because it is not needed, is in the action log, without what was asked for', async () => {
      const before = (await entries('emergencyAccessRefused')).length
      await open({ patientId: 'a1' })
      await open({ patientId: 'h1' })
      await open({ nhsNumber: '9449305552', birthDate: '1940-02-28' })
      expect((await entries('emergencyAccessRefused')).slice(before)).toMatchObject([
        {
          actor_id: 'nurse',
          patient_id: 'a1',
          details: { by: ['id'], result: 'not-needed' },
        },
        { actor_id: 'nurse', patient_id: null, details: { by: ['id'], result: 'none' } },
        { patient_id: null, details: { by: ['nhsNumber', 'birthDate'], result: 'none' } },
      ])
      // Not of their hashes: one in a hundred has these digits.
      const kept = (await entries('emergencyAccessRefused')).map(({ details }) => details)
      expect(JSON.stringify(kept)).not.toContain('1940')
    })

    test('is answered with the refusal, also where its entry cannot be written; the server says so', async () => {
      const answer = await refusing(
        opened,
        { table: 'action_log', event: 'insert', when: `new.action = 'emergencyAccessRefused'` },
        () => open({ patientId: 'a1' }),
      )
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'NOT_NEEDED' })
      expect(server.logged.join('')).toMatch(/"event":"refusal-not-kept"/)
    })

    test('never opens a patient of another organisation, whoever asks', async () => {
      for (const whom of [
        { patientId: 'h1' },
        { patientId: 'no-such' },
        { nhsNumber: '9990000018', birthDate: '1940-02-29' },
      ])
        expect(codeOf(await open(whom))).toBe('NOT_FOUND')
      for (const as of ['carer', 'gp'])
        expect(codeOf(await open({ patientId: 'b1' }, { as }))).toBe('FORBIDDEN')
      expect(codeOf(await open({ patientId: 'b1' }, { as: 'carer', in: 'w' }))).toBe('FORBIDDEN')
      await opened.database.asSystem((trx) =>
        sql`update organization set features = features || '{"wards": true}' where id = 'h'`.execute(
          trx,
        ),
      )
      expect(codeOf(await open({ patientId: 'b1' }, { as: 'carer' }))).toBe('NOT_FOUND')
    })

    test('is not for Read Only, self-care users, or support who is signed in as a nurse', async () => {
      for (const as of ['reader', 'selfcare'])
        expect(codeOf(await open({ patientId: 'b1' }, { as }))).toBe('FORBIDDEN')
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('user_account')
          .set({ is_internal_staff: true })
          .where('id', '=', 'staff')
          .execute(),
      )
      const staff = await startServer(opened.database, {
        clock: { now: () => clock },
        verify: () =>
          Promise.resolve({
            uid: 'nurse',
            email: null,
            authTime: clock / 1000,
            claims: { loggedInAs: 'staff' },
          }),
      })
      const asNurse = (query: string, variables: Record<string, unknown>) =>
        staff.ask(query, { as: 'nurse', variables })
      expect(
        codeOf(await asNurse(OpenEmergencyAccessDocument.text, { patientId: 'b1', reason })),
      ).toBe('FORBIDDEN')
      await opens({ patientId: 'b1' })
      expect(codeOf(await asNurse('{ patient(patientId: "b1") { id } }', {}))).toBe('NOT_FOUND')
    })

    test('of one person opens nothing to another', async () => {
      await opens({ patientId: 'b1' })
      expect(codeOf(await patient('b1', 'care'))).toBe('NOT_FOUND')
    })

    test('by a second person, while it is open for the first, is one of their own, in the log too', async () => {
      const before = (await entries('openEmergencyAccess')).length
      const first = await opens({ patientId: 'b1' })
      clock += 5 * minute
      const own = 'The patient’s daughter is on the phone'
      const second = await opens({ patientId: 'b1', reason: own }, { as: 'care' })
      expect(second).toMatchObject({
        user: { id: 'care' },
        isOwn: true,
        reason: own,
        nthInShift: 1,
        openedAt: stamp(),
        endsAt: new Date(clock + 30 * minute).toISOString(),
      })
      expect(
        (await entries('openEmergencyAccess'))
          .slice(before)
          .map(({ actor_id, entity_id }) => [actor_id, entity_id]),
      ).toEqual([
        ['nurse', first.id],
        ['care', second.id],
      ])
      clock += 30 * minute - 1
      expect([codeOf(await patient('b1')), codeOf(await patient('b1', 'care'))]).toEqual([
        'NOT_FOUND',
        'ok',
      ])
    })

    test('ends with the permission that it asks for', async () => {
      await opens({ patientId: 'b1' })
      await member(['Read Only'])
      expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
      await member(['Clinician'])
      expect(codeOf(await patient('b1'))).toBe('ok')
    })

    test('repeated under its key after a lost answer answers the same', async () => {
      const key = 'emergency-key-0001'
      const first = await opens({ patientId: 'b1' }, { key })
      clock += 40 * minute
      expect((await opens({ patientId: 'b1' }, { key })).id).toBe(first.id)
      expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
    })
  })

  describe('a record that is open in an emergency', () => {
    test('is read, and nothing is done to it', async () => {
      await opens({ patientId: 'b1' })
      for (const query of [
        '{ patientNotes(patientId: "b1") { total } }',
        '{ checkupsByPatient(patientId: "b1") { total } }',
        '{ actionLogs(patientId: "b1") { nextActionLogId } }',
        '{ alerts(patientId: "b1") { asOf } }',
      ])
        expect(codeOf(await server.ask(query, { as: 'nurse' })), query).toBe('ok')
      for (const mutation of [
        'mutation { addPatientNote(PatientId: "b1", text: "x") { id } }',
        'mutation { addToWatchList(patientId: "b1") { id } }',
        `mutation { createReport(patientId: "b1", start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z", aggregateIntervalHours: 1, timeZone: "Europe/London", aggregates: false, softSigns: false, checkups: true, notes: false, alerts: false, wardAdmissions: false) { id } }`,
        'mutation { setPatientAcuityScore(patientId: "b1", score: 2) { id } }',
        'mutation { updatePatientFlags(patientId: "b1", flags: []) { id } }',
        'mutation { createEWSThresholds(patientId: "b1", thresholds: null) { errors { reason } } }',
        'mutation { transferPatientToWard(patientId: "b1", wardId: "ward-A") { id } }',
        'mutation { dischargePatientFromWard(patientId: "b1", wardId: "ward-B", reason: { type: "TreatmentCompleted" }) { id } }',
      ])
        expect(codeOf(await server.ask(mutation, { as: 'nurse' })), mutation).toBe('FORBIDDEN')
    })

    test('is not written to from a device either, now or later', async () => {
      // Days have passed by the clock of these tests: the key of before is over.
      device = await tablet.signIn('nurse')
      await opens({ patientId: 'b1' })
      const pushed = await tablet.push(device, await device.note('b1', 'Written'))
      expect(pushed).toMatchObject({
        results: [{ class: 'REJECTED', code: 'FORBIDDEN', server: null }],
      })
      const later = await device.note('b1', 'Delivered later')
      clock += 60 * minute
      expect(await tablet.push(device, later)).toMatchObject({
        results: [{ class: 'REJECTED', code: 'NOT_FOUND', server: null }],
      })
    })

    test('comes to the device with its end, and is taken back at it', async () => {
      const puller = createPuller(tablet, 'nurse', () => device.hello.epoch)
      const pull = async (keepsEnds: boolean) => {
        const answer = await puller.askPull({ cursors: [{ scope: 'PATIENT:b1' }], keepsEnds })
        return answer.data?.['syncPull'] as {
          scopes: { endsAt: string | null; put: { id: string }[] }[]
          revokedScopes: string[]
        }
      }
      expect((await pull(true)).revokedScopes).toEqual(['PATIENT:b1'])
      const { endsAt } = await opens({ patientId: 'b1' })
      expect((await pull(true)).scopes).toMatchObject([{ endsAt }])
      // A release that does not know of ends gets none that ends.
      expect((await pull(false)).revokedScopes).toEqual(['PATIENT:b1'])
      clock += 30 * minute
      expect((await pull(true)).revokedScopes).toEqual(['PATIENT:b1'])
    })

    test('of the own ward has no end', async () => {
      const puller = createPuller(tablet, 'nurse', () => device.hello.epoch)
      const [answer] = await puller.pull(['PATIENT:a1'])
      expect(answer?.scopes).toMatchObject([{ scope: 'PATIENT:a1', endsAt: null }])
    })

    test('is on no list and no board of who opened it', async () => {
      await opens({ patientId: 'b1' })
      for (const query of [
        '{ virtualWardPatients(take: 50, skip: 0) { total patients { id } } }',
        '{ patients(filter: all) { total patients { id } } }',
      ])
        expect(JSON.stringify((await server.ask(query, { as: 'nurse' })).data)).not.toContain(
          '"b1"',
        )
    })
  })

  describe('a record that is refused', () => {
    const refusals = async (from: number) => (await entries('recordRefused')).slice(from)
    const write = (id: string) =>
      server.ask('mutation ($id: ID!) { addPatientNote(PatientId: $id, text: "x") { id } }', {
        as: 'nurse',
        variables: { id },
      })

    test('because it is of another ward is in its action log: who, and by which operation', async () => {
      const from = (await entries('recordRefused')).length
      expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
      expect(await refusals(from)).toMatchObject([
        {
          organization_id: 'w',
          actor_id: 'nurse',
          patient_id: 'b1',
          details: { operation: 'patient' },
        },
      ])
      const page = (
        await ask(
          ActionLogsDocument,
          { patientId: 'b1', fromActionLogId: null },
          { as: 'multi', in: 'w' },
        )
      ).data?.['actionLogs'] as { entries: { message: string }[] }
      expect(page.entries[0]?.message).toBe(
        'Was refused Bert Brown: not of their wards, or open for reading only',
      )
    })

    test('by a write is there too, also while it is open for reading only', async () => {
      const from = (await entries('recordRefused')).length
      expect(codeOf(await write('b1'))).toBe('NOT_FOUND')
      clock += 11 * minute
      await opens({ patientId: 'b1' })
      expect(codeOf(await patient('b1'))).toBe('ok')
      expect(codeOf(await write('b1'))).toBe('FORBIDDEN')
      expect((await refusals(from)).map(({ details }) => details)).toEqual([
        { operation: 'addPatientNote' },
        { operation: 'addPatientNote' },
      ])
    })

    test('again and again is one entry in ten minutes', async () => {
      const from = (await entries('recordRefused')).length
      for (const id of ['b1', 'b1', 'b1']) await patient(id)
      expect(await refusals(from)).toHaveLength(1)
      clock += 11 * minute
      await patient('b1')
      expect(await refusals(from)).toHaveLength(2)
    })

    test('twelve times at once is one entry, and as many refusals', async () => {
      const from = (await entries('recordRefused')).length
      const answers = await Promise.all(Array.from({ length: 12 }, () => patient('b1')))
      expect(answers.map(codeOf)).toEqual(Array.from({ length: 12 }, () => 'NOT_FOUND'))
      expect(await refusals(from)).toHaveLength(1)
    })

    test('is the last of sixty entries of one person in ten minutes, also among eight at once', async () => {
      const hidden = Array.from({ length: 8 }, (_, n) => `hidden-${n}`)
      await opened.database.asSystem(async (trx) => {
        for (const id of hidden)
          await addPatient(trx, { id, of: 'w', first: id, last: 'Hidden', ward: 'B' })
        for (let n = 0; n < 57; n += 1)
          await appendAction(trx, {
            organizationId: 'w',
            at: stamp(),
            actorId: 'nurse',
            action: 'recordRefused',
            entityType: 'patient',
            patientId: 'a1',
          })
      })
      const from = (await entries('recordRefused')).length
      const answers = await Promise.all(hidden.map((id) => patient(id)))
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['NOT_FOUND']))
      expect(await refusals(from)).toHaveLength(3)
    })

    test('stays refused where its entry cannot be written, by a command too; the process’s log says so', async () => {
      const run = (text: string) => opened.asOwner((trx) => sql.raw(text).execute(trx))
      await run(`create function no_refusals() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
        create trigger no_refusals before insert on action_log for each row when (new.action = 'recordRefused') execute function no_refusals()`)
      try {
        const from = (await entries('recordRefused')).length
        const told = server.logged.length
        expect(codeOf(await patient('b1'))).toBe('NOT_FOUND')
        expect(codeOf(await write('b1'))).toBe('NOT_FOUND')
        device = await tablet.signIn('nurse')
        expect(await tablet.said(device, await device.note('b1', 'x'))).toEqual([
          'REJECTED/NOT_FOUND',
        ])
        expect(await refusals(from)).toEqual([])
        const lines = server.logged.slice(told).filter((line) => line.includes('-not-kept'))
        expect(lines).toHaveLength(3)
        expect(lines[0]).toContain('"patientId":"b1"')
      } finally {
        await run('drop trigger no_refusals on action_log; drop function no_refusals()')
      }
    })

    test('of another organisation, none at all and the own ward leave none', async () => {
      const from = (await entries('recordRefused')).length
      for (const id of ['h1', 'no-such']) expect(codeOf(await patient(id))).toBe('NOT_FOUND')
      expect(codeOf(await patient('a1'))).toBe('ok')
      expect(await refusals(from)).toEqual([])
    })
  })

  describe('everybody concerned', () => {
    test('finds it in the record’s action log, without its words', async () => {
      await opens({ patientId: 'b1' })
      const answer = await ask(
        ActionLogsDocument,
        { patientId: 'b1', fromActionLogId: null },
        { as: 'multi', in: 'w' },
      )
      const page = answer.data?.['actionLogs'] as
        { entries: { message: string; user: { id: string } }[] } | undefined
      const entry = page?.entries[0]
      expect(entry).toMatchObject({
        message: 'Opened the record of Bert Brown in an emergency',
        user: { id: 'nurse' },
      })
      expect(JSON.stringify(await entries('openEmergencyAccess'))).not.toContain('short of breath')
    })

    test('of the ward reads on the record who opened it, when and why, for a day', async () => {
      const { id } = await opens({ patientId: 'b1' })
      clock += 23 * 60 * minute
      expect(await ofRecord('b1', 'multi')).toMatchObject([
        { id, user: { name: 'NURSE Tester' }, reason, isOwn: false, opensRecord: false },
      ])
      clock += 61 * minute
      expect(await ofRecord('b1', 'multi')).toEqual([])
    })

    test('who has the record by it alone is told so, and not who has it anyway', async () => {
      await opens({ patientId: 'b1' })
      expect(await ofRecord('b1', 'nurse')).toMatchObject([{ isOwn: true, opensRecord: true }])
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('ward_staff')
          .values({
            ward_id: 'ward-B',
            user_id: 'nurse',
            organization_id: 'w',
            assigned_at: stamp(),
          })
          .execute(),
      )
      expect(await ofRecord('b1', 'nurse')).toMatchObject([{ isOwn: true, opensRecord: false }])
      await opened.database.asSystem((trx) =>
        trx
          .deleteFrom('ward_staff')
          .where('ward_id', '=', 'ward-B')
          .where('user_id', '=', 'nurse')
          .execute(),
      )
    })

    test('who supervises reviews it, with what was looked at meanwhile', async () => {
      const { id } = await opens({ patientId: 'b1' })
      const looked = (screen: string, at: number) =>
        server.ask(
          'mutation ($reads: [RecordReadInput!]!) { noteRecordReads(device: "device-0001", reads: $reads) }',
          {
            as: 'nurse',
            variables: { reads: [{ patientId: 'b1', screen, at: new Date(at).toISOString() }] },
          },
        )
      const begun = clock
      clock += 29 * minute
      await looked('vitals', begun + minute)
      await looked('notes', begun + 2 * minute)
      await looked('ecg', begun - minute)
      clock = begun + 31 * minute
      await looked('documents', begun + 30 * minute)
      const listed = (await toReview()).accesses.find((one) => one.id === id)
      expect(listed).toMatchObject({
        patientName: 'Bert Brown',
        user: { id: 'nurse' },
        outcome: null,
        looks: [{ screen: 'vitals' }, { screen: 'notes' }],
      })
      const { toReview: before } = await toReview()
      const answer = await ask(
        ReviewEmergencyAccessDocument,
        { id, outcome: 'JUSTIFIED' },
        { as: 'admin' },
      )
      expect(answer.data).toMatchObject({
        reviewEmergencyAccess: {
          outcome: 'JUSTIFIED',
          reviewedBy: { id: 'admin' },
          reviewedAt: stamp(),
        },
      })
      expect((await toReview()).toReview).toBe(before - 1)
      expect((await entries('reviewEmergencyAccess')).at(-1)).toMatchObject({
        actor_id: 'admin',
        patient_id: 'b1',
        details: { outcome: 'JUSTIFIED' },
      })
    })

    test('who reads by the API alone is seen: each answer is told to who reviews it', async () => {
      const { id } = await opens({ patientId: 'b1' })
      const times = [clock, clock + 1_000]
      for (const time of times) {
        clock = time
        expect(codeOf(await patient('b1'))).toBe('ok')
      }
      expect((await toReview()).accesses.find((one) => one.id === id)?.looks).toEqual(
        times.map((time) => ({ screen: 'given:record', readAt: new Date(time).toISOString() })),
      )
      clock += 29 * minute
    })

    test('what was looked at by an earlier right in the same ten minutes hides no look by the access', async () => {
      const looked = (at: number) =>
        server.ask(
          'mutation ($reads: [RecordReadInput!]!) { noteRecordReads(device: "device-0001", reads: $reads) }',
          {
            as: 'nurse',
            variables: {
              reads: [{ patientId: 'b1', screen: 'vitals', at: new Date(at).toISOString() }],
            },
          },
        )
      clock += 5 * minute - (clock % (10 * minute))
      await looked(clock - minute)
      const { id } = await opens({ patientId: 'b1' })
      const begun = clock
      clock += 2 * minute
      await looked(begun + minute)
      await looked(begun + 2 * minute)
      expect((await toReview()).accesses.find((one) => one.id === id)?.looks).toEqual([
        { screen: 'vitals', readAt: new Date(begun + minute).toISOString() },
      ])
    })

    test('what is to be reviewed comes first, a page at a time, each once', async () => {
      await opened.database.asSystem((trx) =>
        sql`insert into emergency_access (id, organization_id, user_id, patient_id, reason, opened_at, ends_at)
          select 'many-' || n, 'w', 'nurse', 'b1', 'x', ${stamp()}::timestamptz - n * interval '1 hour', ${stamp()}::timestamptz - n * interval '1 hour' + interval '30 minutes'
          from generate_series(1, 60) n`.execute(trx),
      )
      const ids: string[] = []
      let after: string | null = null
      do {
        const page = await toReview(after)
        ids.push(...page.accesses.map(({ id, outcome }) => `${outcome === null ? '0' : '1'} ${id}`))
        after = page.after
      } while (after !== null)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.map((id) => id[0])).toEqual(ids.map((id) => id[0]).toSorted())
      expect(ids.length).toBeGreaterThan(60)
    })

    test('a page goes on where the one before ended, also where that row was reviewed meanwhile', async () => {
      const first = await toReview()
      const last = first.accesses.at(-1)
      const next = (await toReview(first.after)).accesses.map(({ id }) => id)
      await ask(
        ReviewEmergencyAccessDocument,
        { id: last?.id, outcome: 'JUSTIFIED' },
        { as: 'admin' },
      )
      const after = (await toReview(first.after)).accesses.map(({ id }) => id)
      expect(last?.outcome).toBeNull()
      expect(after.filter((id) => id !== last?.id)).toEqual(next)
      expect(
        codeOf(await ask(SettingsEmergencyAccessesDocument, { after: 'x' }, { as: 'admin' })),
      ).toBe('BAD_USER_INPUT')
    })

    test('nobody reviews their own, and nobody of another organisation any', async () => {
      const { id } = await opens({ patientId: 'b1' })
      await member(['Clinician', 'Organisation Admin'])
      const own = await ask(ReviewEmergencyAccessDocument, { id, outcome: 'JUSTIFIED' })
      expect(own.errors[0]?.extensions).toMatchObject({ reason: 'OWN_ACCESS' })
      await member(['Clinician'])
      for (const [as, code] of [
        ['nurse', 'FORBIDDEN'],
        ['gp', 'FORBIDDEN'],
      ] as const)
        expect(
          codeOf(await ask(ReviewEmergencyAccessDocument, { id, outcome: 'JUSTIFIED' }, { as })),
        ).toBe(code)
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('user_organization')
          .set({ roles: '["Ward Manager"]' })
          .where('user_id', '=', 'carer')
          .execute(),
      )
      expect(
        codeOf(
          await ask(ReviewEmergencyAccessDocument, { id, outcome: 'JUSTIFIED' }, { as: 'carer' }),
        ),
      ).toBe('NOT_FOUND')
      expect((await toReview(null, 'carer')).accesses).toEqual([])
    })

    test('no row is changed but by a review, and none is deleted', async () => {
      const refused = (statement: ReturnType<typeof sql>) =>
        expect(
          opened.database.asOrganization('w', (trx) => statement.execute(trx)),
        ).rejects.toThrow('permission denied')
      await refused(sql`delete from emergency_access`)
      await refused(sql`update emergency_access set ends_at = ends_at + interval '1 day'`)
      await refused(sql`update emergency_access set reason = 'x'`)
      for (const statement of [
        `update emergency_access set reason = 'x'`,
        `update emergency_access set ends_at = ends_at + interval '1 day', outcome = null, reviewed_at = null, reviewed_by = null`,
        'delete from emergency_access',
        'truncate emergency_access',
      ])
        await expect(
          opened.asOwner((trx) => sql.raw(statement).execute(trx)),
          'by the owner',
        ).rejects.toThrow('append-only')
      const foreign = await opened.database.asOrganization('h', (trx) =>
        sql`update emergency_access set outcome = 'JUSTIFIED', reviewed_at = now(), reviewed_by = 'carer' where organization_id = 'w'`.execute(
          trx,
        ),
      )
      expect(Number(foreign.numAffectedRows ?? 0)).toBe(0)
    })
  })
})
