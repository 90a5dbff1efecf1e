import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AdmitPatientToWardDocument } from '../../schema/generated/documents/admission'
import {
  AcceptReferralDocument,
  CancelReferralDocument,
  ReferPatientDocument,
  ReferralsDocument,
  RejectReferralDocument,
  TasksDocument,
} from '../../schema/generated/documents/referral'
import { SetOrganizationRelationshipDocument } from '../../schema/generated/documents/internal'
import { DischargePatientFromWardDocument } from '../../schema/generated/documents/stay'
import { firstBrokenAction } from '../../server/db/action-log'
import { nextRevision } from '../../server/db/revision'
import { isFull } from '../depth'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addReferral, buildReferring, relate } from './referred'
import { refusing } from './refusing'
import { somebodyWaits } from './waits'
import { addPatient, at } from './world'

interface Referred {
  readonly patientId: string
  /** Of the task, too. */
  readonly id: string
}
const rounds = isFull ? 60 : 4
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const messageOf = (answer: Answer) => answer.errors[0]?.message
const conflict = ['CONFLICT', 'REFERRAL_DECIDED']

// w and h refer patients to each other. nurse is on ward-A of w; carer runs h, which has ward-H.
onBothEngines(buildReferring, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const run = (statement: string) => sql.raw(statement).execute(opened.database.kysely)
  const rows = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(opened.database.kysely)).rows
  beforeEach(async () => {
    await run(
      `update task set status = 'Cancelled' where status in ('NotStarted', 'InProgress'); update referral set status = 'Cancelled', decided_at = now() where status = 'Pending'`,
    )
  })

  /** A patient who is admitted to ward-A of w, or to ward-H of h, and referred to the other. */
  const referred = async ({
    from = 'w',
    discharge = null as string | null,
    isAdmitted = true,
  } = {}): Promise<Referred> => {
    const patientId = randomUUID()
    const id = randomUUID()
    const to = from === 'w' ? 'h' : 'w'
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, {
        id: patientId,
        of: from,
        first: 'Ada',
        last: `Referred ${patientId}`,
        ...(isAdmitted ? { ward: from === 'w' ? 'A' : 'H' } : {}),
      })
      await addReferral(trx, {
        id,
        from,
        to,
        patientId,
        by: from === 'w' ? 'nurse' : 'carer',
        ...(discharge === null ? {} : { discharge }),
      })
    })
    return { patientId, id }
  }
  const refer = (patientId: string) =>
    server.ask(ReferPatientDocument.text, {
      as: 'admin',
      variables: {
        input: {
          patientId,
          referrerDetails: { shouldDischargeOnAcceptance: false },
          destinationDetails: {
            organizationId: 'h',
            reason: { reason: 'WorkLoad' },
            supportingInformation: 'At once',
          },
        },
      },
    })
  const accept = (referralId: string, ask: Ask = {}) =>
    server.ask(AcceptReferralDocument.text, { as: 'carer', ...ask, variables: { referralId } })
  const reject = (referralId: string, ask: Ask = {}, reason = 'No bed') =>
    server.ask(RejectReferralDocument.text, {
      as: 'carer',
      ...ask,
      variables: { referralId, reason },
    })
  const cancel = (referralId: string, ask: Ask = {}) =>
    server.ask(CancelReferralDocument.text, { as: 'nurse', ...ask, variables: { referralId } })
  const admit = (patientId: string, more: object = {}, ask: Ask = {}) =>
    server.ask(AdmitPatientToWardDocument.text, {
      as: 'carer',
      ...ask,
      variables: { patientId, wardId: 'ward-H', carePathwayId: 'pathway-h', ...more },
    })
  const discharge = (patientId: string) =>
    server.ask(DischargePatientFromWardDocument.text, {
      as: 'nurse',
      variables: { patientId, wardId: 'ward-A', reason: { type: 'TreatmentCompleted' } },
    })
  const opens = async (patientId: string, as: string) =>
    codeOf(await server.ask(`{ patient(patientId: "${patientId}") { id } }`, { as }))
  /** All that a decision may change, of both sides. */
  const stateOf = async ({ patientId, id }: Referred) => ({
    referral: await rows(`select * from referral where id = '${id}'`),
    task: await rows(`select * from task where id = '${id}'`),
    links: await rows(
      `select organization_id from patient_organization where patient_id = '${patientId}' order by 1`,
    ),
    stays: await rows(
      `select organization_id, discharged_at is null as active from ward_admission where patient_id = '${patientId}' order by 1, 2`,
    ),
    events: await rows(
      `select organization_id, type from admission_event where patient_id = '${patientId}' order by 1, 2`,
    ),
    documents: await rows(
      `select organization_id, kind from document where patient_id = '${patientId}'`,
    ),
    logged: await rows(
      `select organization_id, action, actor_id from action_log where patient_id = '${patientId}' and action <> 'forbidden' order by 1, seq`,
    ),
  })
  const actionsOf = async (organizationId: string, patientId: string) =>
    (
      await rows(
        `select action from action_log where organization_id = '${organizationId}' and patient_id = '${patientId}' order by seq`,
      )
    ).map(({ action }) => action)
  const isWhole = () =>
    Promise.all(
      ['w', 'h', 'i'].map((id) =>
        opened.database.asOrganization(id, (trx) => firstBrokenAction(trx, id)),
      ),
    )

  describe('accepting', () => {
    test('O190 K4 without a discharge the record is the destination’s to read, and the stay goes on', async () => {
      const { patientId, id } = await referred()
      const answer = await accept(id)
      expect(answer.errors).toEqual([])
      expect(answer.data).toMatchObject({
        acceptReferral: {
          id,
          status: 'Completed',
          patient: { id: patientId, mayOpen: true },
          referral: { id, status: 'Accepted', decidedBy: { id: 'carer' }, decidedAt: at(0) },
        },
      })
      expect(await stateOf({ patientId, id })).toMatchObject({
        links: [{ organization_id: 'h' }, { organization_id: 'w' }],
        stays: [{ organization_id: 'w', active: true }],
        documents: [],
      })
      expect([await opens(patientId, 'carer'), await opens(patientId, 'nurse')]).toEqual([
        'ok',
        'ok',
      ])
      // Nobody is admitted twice, whoever asks.
      const refused = await admit(patientId, { referralId: id })
      expect(reasonOf(refused)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
      expect(messageOf(refused)).toContain('Patient already admitted')
      expect(messageOf(refused)).toContain('at West Ward')
      expect(codeOf(await discharge(patientId))).toBe('ok')
      expect(codeOf(await admit(patientId, { referralId: id }))).toBe('ok')
      expect(
        await rows(
          `select organization_id, referral_id from ward_admission where patient_id = '${patientId}' and discharged_at is null`,
        ),
      ).toEqual([{ organization_id: 'h', referral_id: id }])
    })

    test('K29 both logs say who accepted it, the same; the record says of which organisation', async () => {
      const { patientId, id } = await referred()
      await accept(id)
      for (const organizationId of ['w', 'h'])
        expect(
          await rows(
            `select action, actor_id, entity_type, entity_id, details from action_log where organization_id = '${organizationId}' and patient_id = '${patientId}'`,
          ),
          organizationId,
        ).toEqual([
          {
            action: 'acceptReferral',
            actor_id: 'carer',
            entity_type: 'referral',
            entity_id: id,
            details: { byOrganizationId: 'h' },
          },
        ])
      const { data } = await server.ask(
        `{ actionLogs(patientId: "${patientId}") { entries { message user { name } actingOrganization { name } } } }`,
        { as: 'nurse' },
      )
      expect(data).toMatchObject({
        actionLogs: {
          entries: [
            {
              message: `Accepted a referral of Ada Referred ${patientId}`,
              user: { name: 'CARER Tester' },
              actingOrganization: { name: 'Hill Home' },
            },
          ],
        },
      })
      expect(await isWhole()).toEqual([null, null, null])
    })

    test('with a discharge the sender’s stay ends in the same transaction, with its summary, and the admission is free', async () => {
      const { patientId, id } = await referred({ discharge: 'TransferToHospice' })
      const told = async () => {
        const { data } = await server.ask(TasksDocument.text, {
          as: 'carer',
          variables: { statuses: null, skip: 0, take: 50 },
        })
        const tasks = data?.['tasks'] as
          { readonly items: readonly { readonly id: string }[] } | undefined
        return tasks?.items.find((task) => task.id === id)
      }
      expect(await told()).toMatchObject({
        isAdmittedAtSender: true,
        endsStay: true,
        awaitsAdmission: false,
      })
      expect((await accept(id)).data).toMatchObject({
        acceptReferral: { isAdmittedAtSender: false, endsStay: false, awaitsAdmission: true },
      })
      expect(await stateOf({ patientId, id })).toMatchObject({
        referral: [{ status: 'Accepted' }],
        stays: [{ organization_id: 'w', active: false }],
        documents: [{ organization_id: 'w', kind: 'discharge-summary' }],
      })
      expect(
        await rows(
          `select organization_id, created_by, reason from admission_event where patient_id = '${patientId}' and type = 'Discharge'`,
        ),
      ).toEqual([
        {
          organization_id: 'w',
          created_by: 'carer',
          reason: { type: 'TransferToHospice', additionalInfo: null },
        },
      ])
      // The summary names who ended the stay, though they are of another organisation.
      expect(
        await rows(
          `select source ->> 'author' as author, source ->> 'ward' as ward from document where patient_id = '${patientId}'`,
        ),
      ).toEqual([{ author: 'CARER Tester', ward: 'Ward A' }])
      expect(await actionsOf('w', patientId)).toEqual([
        'acceptReferral',
        'dischargePatientFromWard',
      ])
      expect(await actionsOf('h', patientId)).toEqual(['acceptReferral'])
      expect(codeOf(await admit(patientId))).toBe('ok')
      expect(await told()).toMatchObject({ awaitsAdmission: false })
      expect(await isWhole()).toEqual([null, null, null])
    })

    test('where the sender discharged or moved the patient meanwhile, what is left of the stay ends', async () => {
      const gone = await referred({ discharge: 'TreatmentCompleted' })
      expect(codeOf(await discharge(gone.patientId))).toBe('ok')
      expect(codeOf(await accept(gone.id))).toBe('ok')
      expect((await stateOf(gone)).events).toEqual([
        { organization_id: 'w', type: 'Admission' },
        { organization_id: 'w', type: 'Discharge' },
      ])
      const moved = await referred({ discharge: 'TreatmentCompleted' })
      await run(
        `update ward_admission set ward_id = 'ward-B' where patient_id = '${moved.patientId}'`,
      )
      expect(codeOf(await accept(moved.id))).toBe('ok')
      expect(await stateOf(moved)).toMatchObject({ stays: [{ active: false }] })
    })

    test('K4 a stay that began after the patient was referred goes on, and the patient is linked', async () => {
      const one = await referred({ discharge: 'TreatmentCompleted' })
      expect(codeOf(await discharge(one.patientId))).toBe('ok')
      const again = await admit(
        one.patientId,
        { wardId: 'ward-A', carePathwayId: 'pathway-w' },
        { as: 'nurse' },
      )
      expect(again.errors).toEqual([])
      expect((await accept(one.id)).data).toMatchObject({
        acceptReferral: { isAdmittedAtSender: true, endsStay: false, awaitsAdmission: true },
      })
      const { stays, links, events } = await stateOf(one)
      expect(stays).toEqual([
        { organization_id: 'w', active: false },
        { organization_id: 'w', active: true },
      ])
      expect(events.filter(({ type }) => type === 'Discharge')).toHaveLength(1)
      expect(links).toEqual([{ organization_id: 'h' }, { organization_id: 'w' }])
      expect(await actionsOf('w', one.patientId)).toEqual([
        'dischargePatientFromWard',
        'admitPatientToWard',
        'acceptReferral',
      ])
    })

    test('K29 who registered the patient and who has them admitted read of an acceptance in their logs', async () => {
      const one = await referred({ isAdmitted: false })
      await run(`update patient set organization_id = 'p' where id = '${one.patientId}';
        insert into patient_organization (patient_id, organization_id, linked_at) values ('${one.patientId}', 'i', now());
        insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
        select 'third-${one.patientId}', '${one.patientId}', 'i', ward_id, care_pathway_id, now(), now(), 1 from ward_admission limit 1`)
      expect((await accept(one.id)).errors).toEqual([])
      for (const organizationId of ['h', 'i', 'p', 'w'])
        expect(await actionsOf(organizationId, one.patientId), organizationId).toEqual([
          'acceptReferral',
        ])
      expect(await isWhole()).toEqual([null, null, null])
    })

    test('who is nobody’s patient at the sender any more is not accepted; the referral can be rejected', async () => {
      const removed = await referred({ isAdmitted: false })
      await run(`update patient set deleted_at = now() where id = '${removed.patientId}'`)
      const left = await referred({ isAdmitted: false })
      await run(
        `delete from patient_organization where patient_id = '${left.patientId}' and organization_id = 'w'`,
      )
      for (const one of [removed, left]) {
        const { data } = await server.ask(TasksDocument.text, {
          as: 'carer',
          variables: { statuses: ['NotStarted'], skip: 0, take: 50 },
        })
        const { items } = (data?.['tasks'] ?? { items: [] }) as {
          items: readonly {
            readonly id: string
            readonly patient: object | null
            readonly referral: object
          }[]
        }
        expect(items.find(({ id }) => id === one.id)).toMatchObject({
          patient: null,
          referral: { status: 'Pending', reason: null, data: null },
        })
        expect(reasonOf(await accept(one.id))).toEqual(['CONFLICT', 'PATIENT_GONE'])
        expect(await stateOf(one)).toMatchObject({ referral: [{ status: 'Pending' }], logged: [] })
        expect(codeOf(await reject(one.id))).toBe('ok')
      }
    })

    test('a practice that accepts keeps the patient when the assignment is taken back', async () => {
      const { patientId, id } = await referred()
      await run(
        `insert into patient_organization (patient_id, organization_id, linked_at, by_practice) values ('${patientId}', 'h', now(), true)`,
      )
      await accept(id)
      expect(
        await rows(
          `select by_practice from patient_organization where patient_id = '${patientId}' and organization_id = 'h'`,
        ),
      ).toEqual([{ by_practice: false }])
    })

    test('a repeat of it is answered with what was done, and does nothing', async () => {
      const one = await referred({ discharge: 'TreatmentCompleted' })
      const key = randomUUID()
      const first = await accept(one.id, { key })
      const before = await stateOf(one)
      expect(await accept(one.id, { key })).toEqual(first)
      expect(await stateOf(one)).toEqual(before)
    })

    test('nobody decides a referral that is not to them, or is none', async () => {
      const { id } = await referred()
      for (const ask of [{ as: 'nurse' }, { as: 'admin' }]) {
        expect(codeOf(await accept(id, ask))).toBe('NOT_FOUND')
        expect(codeOf(await reject(id, ask))).toBe('NOT_FOUND')
      }
      expect(await accept(randomUUID())).toEqual(await accept('other', { as: 'nurse' }))
      expect(codeOf(await cancel(id, { as: 'carer' }))).toBe('NOT_FOUND')
    })
  })

  describe('admitting with a referral', () => {
    test('a referral that is pending is accepted with the admission, in one transaction', async () => {
      const one = await referred({ discharge: 'TransferToHospice' })
      const key = randomUUID()
      const answer = await admit(one.patientId, { referralId: one.id }, { key })
      expect(answer.errors).toEqual([])
      expect(answer.data).toMatchObject({
        admitPatientToWard: { id: one.patientId, ward: { id: 'ward-H' }, mayOpen: true },
      })
      expect(await stateOf(one)).toMatchObject({
        referral: [{ status: 'Accepted', decided_by: 'carer' }],
        task: [{ status: 'Completed' }],
        links: [{ organization_id: 'h' }, { organization_id: 'w' }],
        stays: [
          { organization_id: 'h', active: true },
          { organization_id: 'w', active: false },
        ],
      })
      expect(await actionsOf('h', one.patientId)).toEqual(['acceptReferral', 'admitPatientToWard'])
      expect(await actionsOf('w', one.patientId)).toEqual([
        'acceptReferral',
        'dischargePatientFromWard',
      ])
      expect(await admit(one.patientId, { referralId: one.id }, { key })).toEqual(answer)
      expect(await isWhole()).toEqual([null, null, null])
    })

    test('K4 where the sender keeps the patient, nothing is accepted with an admission that is refused', async () => {
      const one = await referred()
      const before = await stateOf(one)
      const refused = await admit(one.patientId, { referralId: one.id })
      expect(reasonOf(refused)).toEqual(['CONFLICT', 'ALREADY_ADMITTED'])
      expect(messageOf(refused)).toContain('at West Ward')
      expect(await stateOf(one)).toEqual(before)
    })

    test('a referral of somebody else, of another organisation, or that is decided admits nobody', async () => {
      const one = await referred({ discharge: 'TreatmentCompleted' })
      const other = await referred({ discharge: 'TreatmentCompleted' })
      const back = await referred({ from: 'h' })
      for (const [patientId, referralId] of [
        [one.patientId, other.id],
        [one.patientId, randomUUID()],
        [back.patientId, back.id],
      ] as const) {
        const { errors } = await admit(patientId, { referralId })
        expect(errors[0]?.extensions?.argErrors).toEqual([
          { path: 'referralId', message: 'There is no such referral' },
        ])
      }
      await reject(one.id)
      expect(reasonOf(await admit(one.patientId, { referralId: one.id }))).toEqual(conflict)
      await run(
        `update role set permissions = '["admit_ward_patients"]', organization_id = 'h' where id = 'owl'; insert into user_organization (user_id, organization_id, roles, created_at) values ('owl', 'h', '["Night Owl"]', now())`,
      )
      expect(
        codeOf(await admit(other.patientId, { referralId: other.id }, { as: 'owl', in: 'h' })),
      ).toBe('FORBIDDEN')
      expect((await stateOf(other)).links).toEqual([{ organization_id: 'w' }])
      await run(
        `delete from user_organization where user_id = 'owl' and organization_id = 'h'; update role set permissions = '["view_patients", "add_patient_notes"]', organization_id = 'w' where id = 'owl'`,
      )
    })
  })

  test('O406 O190 a rejection says why, which the sender reads; the destination is told nothing more', async () => {
    const { patientId, id } = await referred()
    const { errors } = await reject(id, {}, ' ')
    expect(errors[0]?.extensions?.argErrors).toEqual([{ path: 'reason', message: 'Required' }])
    expect((await reject(id, {}, ' No bed before May ')).data).toMatchObject({
      rejectReferral: { status: 'Cancelled', referral: { status: 'Declined' } },
    })
    const { data } = await server.ask(ReferralsDocument.text, {
      as: 'nurse',
      variables: { patientId, referralStatus: null },
    })
    expect(data).toMatchObject({
      referrals: {
        outgoingReferrals: [
          {
            id,
            status: 'Declined',
            rejectionReason: 'No bed before May',
            decidedBy: { id: 'carer', firstName: 'CARER', lastName: 'Tester' },
            decidedAt: at(0),
          },
        ],
      },
    })
    expect(await opens(patientId, 'carer')).toBe('NOT_FOUND')
    for (const organizationId of ['w', 'h'])
      expect(await actionsOf(organizationId, patientId)).toEqual(['rejectReferral'])
    expect(JSON.stringify(await rows('select details from action_log'))).not.toContain('No bed')
  })

  test('O266 only the sender cancels, only while it is Pending; the destination loses what it was told', async () => {
    const one = await referred()
    expect(codeOf(await cancel(one.id, { as: 'care' }))).toBe('FORBIDDEN')
    expect((await cancel(one.id)).data).toMatchObject({
      cancelReferral: { status: 'Cancelled', decidedBy: { id: 'nurse' }, rejectionReason: null },
    })
    const { data } = await server.ask(TasksDocument.text, {
      as: 'carer',
      variables: { statuses: null, skip: 0, take: 50 },
    })
    const { items } = (data?.['tasks'] ?? { items: [] }) as {
      items: readonly { readonly id: string }[]
    }
    expect(items.find(({ id }) => id === one.id)).toMatchObject({
      status: 'Cancelled',
      patient: null,
      referral: { status: 'Cancelled', reason: null, data: null },
    })
    for (const organizationId of ['w', 'h'])
      expect(await actionsOf(organizationId, one.patientId)).toContain('cancelReferral')
    for (const decide of [accept, reject, cancel]) {
      const answer = await decide(one.id)
      expect(reasonOf(answer)).toEqual(conflict)
      expect(messageOf(answer)).toBe('This referral was cancelled already')
    }
    const done = await referred()
    await accept(done.id)
    const late = await cancel(done.id)
    expect(reasonOf(late)).toEqual(conflict)
    expect(messageOf(late)).toBe('This referral was accepted already')
  })

  test('who removes a patient cancels what is pending of them, in both logs; a removal that is refused cancels nothing', async () => {
    const remove = (patientId: string) =>
      server.ask(`mutation { deletePatient(patientId: "${patientId}") }`, { as: 'admin' })
    const admitted = await referred()
    const before = await stateOf(admitted)
    expect(reasonOf(await remove(admitted.patientId))).toEqual(['CONFLICT', 'ADMITTED'])
    expect(await stateOf(admitted)).toEqual(before)
    const one = await referred({ isAdmitted: false })
    expect(codeOf(await remove(one.patientId))).toBe('ok')
    expect(await stateOf(one)).toMatchObject({
      referral: [{ status: 'Cancelled', decided_by: 'admin' }],
      task: [{ status: 'Cancelled' }],
    })
    expect(await actionsOf('w', one.patientId)).toEqual(['cancelReferral', 'deletePatient'])
    expect(await actionsOf('h', one.patientId)).toEqual(['cancelReferral'])
    expect(reasonOf(await accept(one.id))).toEqual(conflict)
    expect(await isWhole()).toEqual([null, null, null])
  })

  describe('the relationship', () => {
    const set = (permissions: readonly string[], more: object = {}, as = 'staff') =>
      server.ask(SetOrganizationRelationshipDocument.text, {
        as,
        path: '/Prod/graphql-internal',
        variables: { organizationId: 'w', partnerOrganizationId: 'h', permissions, ...more },
      })
    const read = async (organizationId: string) =>
      (
        await server.ask(
          `{ organizationRelationships(organizationId: "${organizationId}") { id name weHavePermissionTo theyHavePermissionTo } }`,
          { as: 'staff', path: '/Prod/graphql-internal' },
        )
      ).data?.['organizationRelationships']

    test('P181 O363 internal staff say what an organisation may do at a partner, one way', async () => {
      expect(await read('p')).toEqual([])
      expect((await set(['ReferPatient'], { partnerOrganizationId: 'p' })).data).toEqual({
        setOrganizationRelationship: {
          id: 'p',
          name: 'Park Practice',
          weHavePermissionTo: ['ReferPatient'],
          theyHavePermissionTo: [],
        },
      })
      expect(await read('p')).toEqual([
        {
          id: 'w',
          name: 'West Ward',
          weHavePermissionTo: [],
          theyHavePermissionTo: ['ReferPatient'],
        },
      ])
      expect(codeOf(await set([], { partnerOrganizationId: 'p' }))).toBe('ok')
      expect(await read('p')).toEqual([])
      for (const organizationId of ['w', 'p', 'i'])
        expect(
          await rows(
            `select actor_id from action_log where organization_id = '${organizationId}' and action = 'setOrganizationRelationship'`,
          ),
        ).toEqual([{ actor_id: 'staff' }, { actor_id: 'staff' }])
    })

    test('nobody else does, and nothing but partners is related', async () => {
      expect(codeOf(await set([], {}, 'admin'))).toBe('FORBIDDEN')
      const pathOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors?.[0]?.path
      expect(pathOf(await set(['Anything']))).toMatch(/^permissions/)
      for (const partnerOrganizationId of ['w', 'i'])
        expect(pathOf(await set([], { partnerOrganizationId }))).toBe('partnerOrganizationId')
      expect(codeOf(await set([], { partnerOrganizationId: 'none' }))).toBe('NOT_FOUND')
      expect(await read('h')).toMatchObject([
        { id: 'w', weHavePermissionTo: ['ReferPatient'], theyHavePermissionTo: ['ReferPatient'] },
      ])
    })

    test('where it is taken away, what is pending that way is cancelled, in both logs', async () => {
      const one = await referred()
      const back = await referred({ from: 'h' })
      await set([])
      expect(await stateOf(one)).toMatchObject({
        referral: [{ status: 'Cancelled', decided_by: 'staff' }],
        task: [{ status: 'Cancelled' }],
      })
      expect((await stateOf(back)).referral).toMatchObject([{ status: 'Pending' }])
      for (const organizationId of ['w', 'h'])
        expect(await actionsOf(organizationId, one.patientId)).toEqual(['cancelReferral'])
      expect(reasonOf(await accept(one.id))).toEqual(conflict)
      await relate(opened.database, 'w', 'h', ['ReferPatient'])
      expect(await isWhole()).toEqual([null, null, null])
    })
  })

  describe('a part that fails leaves both sides as they were', () => {
    const parts = [
      ['referral', 'update', `new.status = 'Accepted'`],
      ['task', 'update', `new.status = 'Completed'`],
      ['patient_organization', 'insert', `new.organization_id = 'h'`],
      ['ward_admission', 'update', 'new.discharged_at is not null'],
      ['admission_event', 'insert', `new.type = 'Discharge'`],
      ['document', 'insert', 'true'],
      ['action_log', 'insert', `new.action = 'acceptReferral' and new.organization_id = 'h'`],
      ['action_log', 'insert', `new.action = 'acceptReferral' and new.organization_id = 'w'`],
      ['action_log', 'insert', `new.action = 'dischargePatientFromWard'`],
      ['ward_admission', 'insert', `new.organization_id = 'h'`],
      ['admission_event', 'insert', `new.type = 'Admission'`],
      ['action_log', 'insert', `new.action = 'admitPatientToWard'`],
    ] as const
    test.each(parts)('%s %s where %s', async (table, event, when) => {
      const one = await referred({ discharge: 'TreatmentCompleted' })
      const before = await stateOf(one)
      const refused = await refusing(opened, { table, event, when }, () =>
        admit(one.patientId, { referralId: one.id }),
      )
      expect(codeOf(refused)).toBe('INTERNAL')
      expect(await stateOf(one)).toEqual(before)
      expect(await isWhole()).toEqual([null, null, null])
      expect(codeOf(await admit(one.patientId, { referralId: one.id }))).toBe('ok')
    })
  })

  describe('at once', () => {
    const endPartnership = () =>
      server.ask(SetOrganizationRelationshipDocument.text, {
        as: 'staff',
        path: '/Prod/graphql-internal',
        variables: { organizationId: 'w', partnerOrganizationId: 'h', permissions: [] },
      })
    /** Those who were answered, and the conflicts of the others. */
    const outcomes = (answers: readonly Answer[]) =>
      answers.map((answer) => codeOf(answer)).toSorted()
    const wasTold = (answers: readonly Answer[]) =>
      answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions?.code))

    test('two tablets accept, or one accepts and one rejects: one outcome', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const one = await referred({ discharge: 'TreatmentCompleted' })
        const answers = await Promise.all(
          round % 2 === 0 ? [accept(one.id), accept(one.id)] : [reject(one.id), accept(one.id)],
        )
        expect(outcomes(answers), `round ${round}`).toEqual(['CONFLICT', 'ok'])
        const { referral, task, events } = await stateOf(one)
        const isAccepted = referral[0]?.['status'] === 'Accepted'
        expect(task[0]?.['status']).toBe(isAccepted ? 'Completed' : 'Cancelled')
        expect(events).toHaveLength(isAccepted ? 2 : 1)
      }
    })

    test('it is accepted while the sender cancels it: one outcome, told alike to both', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const one = await referred({ discharge: 'TreatmentCompleted' })
        const deeds = [accept(one.id), cancel(one.id)]
        const answers = await Promise.all(deeds)
        expect(outcomes(answers), `round ${round}`).toEqual(['CONFLICT', 'ok'])
        const { referral, links } = await stateOf(one)
        const isAccepted = codeOf(answers[0] as Answer) === 'ok'
        expect(referral[0]?.['status']).toBe(isAccepted ? 'Accepted' : 'Cancelled')
        expect(links).toHaveLength(isAccepted ? 2 : 1)
      }
    })

    test('whoever accepts waits in no ring with a job that notes slots of the stay', async () => {
      for (const counter of ['w', 'h']) {
        const one = await referred({ discharge: 'TreatmentCompleted' })
        const answers = await opened.database.asSystem(async (trx) => {
          await nextRevision(trx, counter)
          const answer = admit(one.patientId, { referralId: one.id })
          // One connection waits for nobody: in PGlite the one comes after the other.
          if (opened.url !== null) await somebodyWaits(opened.database)
          await sql`insert into checkup_slot (admission_id, checkup_type_id, organization_id, patient_id, ward_id, due_at, opens_at, closes_at, is_done)
            values (${`admission-${one.patientId}`}, 'any', 'w', ${one.patientId}, 'ward-A', ${at(9)}, ${at(9)}, ${at(9)}, true)`.execute(
            trx,
          )
          return [answer]
        })
        expect((await answers[0])?.errors, counter).toEqual([])
      }
    })

    test('it is accepted while the sender discharges the patient: the stay ends once', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const one = await referred({ discharge: 'TransferToHospice' })
        const answers = await Promise.all([discharge(one.patientId), accept(one.id)])
        expect(codeOf(answers[1] as Answer), `round ${round}`).toBe('ok')
        expect(['ok', 'CONFLICT']).toContain(codeOf(answers[0] as Answer))
        const { stays, events, links } = await stateOf(one)
        expect(stays).toEqual([{ organization_id: 'w', active: false }])
        expect(events.filter(({ type }) => type === 'Discharge')).toHaveLength(1)
        expect(links).toHaveLength(2)
      }
    })

    test('two organisations that refer to each other accept, with discharge and admission: nobody waits in a ring', async () => {
      const shared = await referred()
      await accept(shared.id)
      for (let round = 0; round < rounds; round += 1) {
        const there = await referred({ discharge: 'TreatmentCompleted' })
        const here = await referred({ from: 'h', discharge: 'TreatmentCompleted' })
        const answers = await Promise.all([
          admit(there.patientId, { referralId: there.id }),
          admit(
            here.patientId,
            { referralId: here.id, wardId: 'ward-A', carePathwayId: 'pathway-w' },
            { as: 'nurse' },
          ),
          // What else is written into both logs meanwhile: w has the patient admitted.
          server.ask(
            `mutation { updatePatientFlags(patientId: "${shared.patientId}", flags: [{ type: "FallsRisk", active: ${round % 2 === 0} }]) { id } }`,
            { as: 'carer' },
          ),
        ])
        expect(wasTold(answers), `round ${round}`).toEqual([])
        expect((await stateOf(there)).stays).toMatchObject([{ active: true }, { active: false }])
        expect((await stateOf(here)).stays).toMatchObject([{ active: false }, { active: true }])
      }
      expect(await isWhole()).toEqual([null, null, null])
    })

    test('a patient is referred twice, or while they are removed: nobody waits in a ring', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = randomUUID()
        await opened.database.asSystem((trx) =>
          addPatient(trx, { id, of: 'w', first: 'Ada', last: `Twice ${id}` }),
        )
        expect(outcomes(await Promise.all([refer(id), refer(id)])), `round ${round}`).toEqual([
          'CONFLICT',
          'ok',
        ])
        await run(
          `update referral set status = 'Cancelled', decided_at = now() where patient_id = '${id}'`,
        )
        const [referredAgain, removed] = await Promise.all([
          refer(id),
          server.ask(`mutation { deletePatient(patientId: "${id}") }`, { as: 'admin' }),
        ])
        expect(codeOf(removed), `round ${round}`).toBe('ok')
        expect(['ok', 'NOT_FOUND'], `round ${round}`).toContain(codeOf(referredAgain))
      }
    })

    test('a patient is referred while the partnership ends: nothing is pending without it', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const id = randomUUID()
        await opened.database.asSystem((trx) =>
          addPatient(trx, { id, of: 'w', first: 'Ada', last: `Late ${id}` }),
        )
        const [made, ended] = await Promise.all([refer(id), endPartnership()])
        expect(codeOf(ended), `round ${round}`).toBe('ok')
        expect(['ok', 'BAD_USER_INPUT'], `round ${round}`).toContain(codeOf(made))
        expect(
          await rows(`select id from referral where patient_id = '${id}' and status = 'Pending'`),
          `round ${round}`,
        ).toEqual([])
        await relate(opened.database, 'w', 'h', ['ReferPatient'])
      }
    })

    test('it is accepted while the partnership ends, or the patient is removed: one outcome', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const one = await referred({ isAdmitted: false })
        const answers = await Promise.all([
          accept(one.id),
          round % 2 === 0
            ? endPartnership()
            : server.ask(`mutation { deletePatient(patientId: "${one.patientId}") }`, {
                as: 'admin',
              }),
        ])
        expect(codeOf(answers[1]), `round ${round}`).toBe('ok')
        const { referral, links } = await stateOf(one)
        const isAccepted = codeOf(answers[0]) === 'ok'
        if (!isAccepted) expect(codeOf(answers[0])).toBe('CONFLICT')
        expect(referral[0]?.['status'] === 'Accepted').toBe(isAccepted)
        expect(links.some(({ organization_id: id }) => id === 'h')).toBe(isAccepted)
        await relate(opened.database, 'w', 'h', ['ReferPatient'])
      }
    })
  })
})
