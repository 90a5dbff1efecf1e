import { randomUUID } from 'node:crypto'
import { buildSchema } from 'graphql'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  AcceptReferralDocument,
  CancelReferralDocument,
  OpenTaskDocument,
  OrganizationRelationshipsDocument,
  ReferPatientDocument,
  ReferralsDocument,
  RejectReferralDocument,
  TasksDocument,
} from '../../schema/generated/documents/referral'
import { publicSdl } from '../../schema/generated/sdl'
import { pokeChannel } from '../../server/pokes/channel'
import { features } from '../../src/domain/access/permissions'
import { taskTabs } from '../../src/domain/referral/task'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildReferring, relate } from './referred'
import { addPatient, at } from './world'

interface ReferralAnswer {
  readonly id: string
  readonly status: string
  readonly reason: object | null
  readonly data: object | null
  readonly rejectionReason: string | null
  readonly decidedBy: { readonly id: string } | null
  readonly destinationOrganization: { readonly id: string }
}
interface TaskAnswer {
  readonly id: string
  readonly status: string
  readonly assignee: { readonly id: string } | null
  readonly patient: { readonly id: string; readonly mayOpen: boolean } | null
  readonly referral: ReferralAnswer
  readonly references: readonly object[]
}
interface Referred {
  readonly patientId: string
  readonly referralId: string
}

const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const pathsOf = (answer: Answer) =>
  answer.errors[0]?.extensions?.argErrors?.map(({ path, message }) => `${path}: ${message}`)
const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}

// w and h refer patients to each other; h has a ward of its own, and carer runs it.
onBothEngines(buildReferring, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const run = (statement: string) => sql.raw(statement).execute(opened.database.kysely)
  const rowOf = async (table: string, id: string, column = 'id') =>
    (
      await sql<
        Record<string, unknown>
      >`select to_jsonb(t) as row from ${sql.table(table)} t where ${sql.ref(column)} = ${id}`.execute(
        opened.database.kysely,
      )
    ).rows.map((row) => row['row'] as Record<string, unknown>)
  const newPatient = async (of = 'w', ward?: string): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem((trx) =>
      addPatient(trx, {
        id,
        of,
        first: 'Ada',
        last: `Referred ${id}`,
        ...(ward === undefined ? {} : { ward }),
      }),
    )
    return id
  }
  const inputOf = (patientId: string, more: object = {}, leaves = false) => ({
    input: {
      patientId,
      referrerDetails: { shouldDischargeOnAcceptance: leaves },
      ...(leaves
        ? { dischargeDetails: { dischargeReason: 'Other', additionalInfo: 'Moves in' } }
        : {}),
      destinationDetails: {
        organizationId: 'h',
        reason: { reason: 'SecondOpinion', comment: 'Please look' },
        supportingInformation: 'Falls twice a week',
        ...more,
      },
    },
  })
  const refer = (patientId: string, more: object = {}, ask: Ask = {}, leaves = false) =>
    server.ask(ReferPatientDocument.text, {
      as: 'nurse',
      ...ask,
      variables: inputOf(patientId, more, leaves),
    })
  const referred = async ({
    ward = 'A' as string | null,
    leaves = false,
  } = {}): Promise<Referred> => {
    const patientId = await newPatient('w', ward ?? undefined)
    const answer = await refer(patientId, {}, ward === null ? { as: 'admin' } : {}, leaves)
    return { patientId, referralId: valueOf<ReferralAnswer>(answer).id }
  }
  const accept = (referralId: string, ask: Ask = {}) =>
    server.ask(AcceptReferralDocument.text, { as: 'carer', ...ask, variables: { referralId } })
  const reject = (referralId: string, reason = 'No bed', ask: Ask = {}) =>
    server.ask(RejectReferralDocument.text, {
      as: 'carer',
      ...ask,
      variables: { referralId, reason },
    })
  const cancel = (referralId: string, ask: Ask = {}) =>
    server.ask(CancelReferralDocument.text, { as: 'nurse', ...ask, variables: { referralId } })
  const tasksOf = async (
    statuses: readonly string[] | null = null,
    { skip = 0, take = 50, as = 'carer' } = {},
  ): Promise<{ readonly items: readonly TaskAnswer[]; readonly total: number }> =>
    valueOf(await server.ask(TasksDocument.text, { as, variables: { statuses, skip, take } }))
  const taskOf = async (referralId: string): Promise<TaskAnswer | undefined> =>
    (await tasksOf()).items.find((task) => task.referral.id === referralId)
  const referralsOf = async (
    patientId: string,
    ask: Ask = {},
    referralStatus: string | null = null,
  ): Promise<{
    readonly incomingReferrals: readonly ReferralAnswer[]
    readonly outgoingReferrals: readonly ReferralAnswer[]
  }> =>
    valueOf(
      await server.ask(ReferralsDocument.text, {
        as: 'nurse',
        ...ask,
        variables: { patientId, referralStatus },
      }),
    )
  const logOf = (organizationId: string, entityId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'patient_id', 'entity_type', 'details'])
        .where('organization_id', '=', organizationId)
        .where('entity_id', '=', entityId)
        .orderBy('seq')
        .execute(),
    )
  const opens = async (patientId: string, as: string) =>
    codeOf(await server.ask(`{ patient(patientId: "${patientId}") { id } }`, { as }))
  beforeEach(() =>
    run(
      'delete from task; delete from referral where id not in (select referral_id from ward_admission where referral_id is not null)',
    ),
  )

  describe('partners', () => {
    const partners = async (as: string) =>
      valueOf<readonly { readonly partnerOrganization: { readonly id: string } }[]>(
        await server.ask(OrganizationRelationshipsDocument.text, { as }),
      )

    test('O224 C306 C511 O381 P181 an organisation reads its partners by name, and what it may do at each', async () => {
      expect(await partners('nurse')).toEqual([
        {
          partnerOrganization: {
            id: 'h',
            name: 'Hill Home',
            address: { address: '1 High St', postcode: 'BN1 1AA' },
          },
          weHavePermissionTo: [{ permission: 'ReferPatient' }],
        },
      ])
      expect((await partners('carer')).map((one) => one.partnerOrganization.id)).toEqual(['w'])
    })

    test('O344 C454 a partner that takes no referrals is told without the permission, and nobody is referred there', async () => {
      const patientId = await newPatient('w', 'A')
      await run(`update organization set features = features - 'referrals' where id = 'h'`)
      expect(await partners('nurse')).toMatchObject([{ weHavePermissionTo: [] }])
      const refused = [`input.destinationDetails.organizationId: Patients cannot be referred there`]
      expect(pathsOf(await refer(patientId))).toEqual(refused)
      await run(
        `update organization set features = features || '{"referrals": true}' where id = 'h'`,
      )
      // One way only, and the same of an organisation that does not exist.
      for (const organizationId of ['p', 'w', 'i', randomUUID()])
        expect(pathsOf(await refer(patientId, { organizationId })), organizationId).toEqual(refused)
      await relate(opened.database, 'w', 'p', [])
      expect(pathsOf(await refer(patientId, { organizationId: 'p' }))).toEqual(refused)
      await run(`delete from organization_relationship where partner_id = 'p'`)
      expect(await rowOf('referral', patientId, 'patient_id')).toEqual([])
    })
  })

  describe('referring', () => {
    test('P007 O405 C532 O265 P198 O223 C305 a referral starts Pending, and says who refers whom where and why', async () => {
      const patientId = await newPatient('w', 'A')
      const made = valueOf<ReferralAnswer>(await refer(patientId, {}, {}, true))
      expect(made).toEqual({
        id: made.id,
        organization: {
          id: 'w',
          name: 'West Ward',
          address: { address: '1 High St', postcode: 'BN1 1AA' },
        },
        destinationOrganization: {
          id: 'h',
          name: 'Hill Home',
          address: { address: '1 High St', postcode: 'BN1 1AA' },
        },
        referringUser: { id: 'nurse', firstName: 'NURSE', lastName: 'Tester', email: null },
        reason: { reason: 'SecondOpinion', comment: 'Please look' },
        data: { supportingInformation: 'Falls twice a week', shouldDischargeOnAcceptance: true },
        status: 'Pending',
        rejectionReason: null,
        decidedBy: null,
        decidedAt: null,
        createdAt: at(0),
        updatedAt: at(0),
      })
      expect(await rowOf('referral', made.id)).toMatchObject([
        {
          patient_id: patientId,
          discharge_reason: 'Other',
          discharge_info: 'Moves in',
          admission_id: `admission-${patientId}`,
        },
      ])
      // Nobody is discharged, and nobody is linked, before it is accepted.
      expect(await rowOf('ward_admission', patientId, 'patient_id')).toMatchObject([
        { discharged_at: null },
      ])
      expect(await opens(patientId, 'carer')).toBe('NOT_FOUND')
    })

    test('K29 it is in the log of both, the same', async () => {
      const { patientId, referralId } = await referred()
      const entry = {
        action: 'referPatient',
        actor_id: 'nurse',
        patient_id: patientId,
        entity_type: 'referral',
        details: { organizationId: 'h', organizationName: 'Hill Home', byOrganizationId: 'w' },
      }
      expect(await logOf('w', referralId)).toEqual([entry])
      expect(await logOf('h', referralId)).toEqual([entry])
      const { data } = await server.ask(
        `{ actionLogs(patientId: "${patientId}") { entries { message } } }`,
        { as: 'nurse' },
      )
      expect(JSON.stringify(data)).toContain(`to Hill Home`)
    })

    test('every fault is named at its field, and nothing is written', async () => {
      const patientId = await newPatient('w', 'A')
      expect(
        pathsOf(
          await refer(patientId, {
            organizationId: '',
            reason: { reason: 'Boredom' },
            supportingInformation: ' ',
          }),
        ),
      ).toEqual([
        'input.destinationDetails.organizationId: Required',
        'input.destinationDetails.reason.reason: Required',
        'input.destinationDetails.supportingInformation: Required',
      ])
      expect(pathsOf(await refer(patientId, { reason: { reason: 'Other' } }))).toEqual([
        'input.destinationDetails.reason.comment: You must provide a comment if you selected "Other"',
      ])
      const waits = await newPatient()
      expect(pathsOf(await refer(waits, {}, { as: 'admin' }, true))).toEqual([
        'input.referrerDetails.shouldDischargeOnAcceptance: The patient is not admitted here',
      ])
      expect((await tasksOf()).total).toBe(0)
    })

    test('a patient of another ward or organisation is not found, as none at all', async () => {
      for (const id of ['b1', 'h2', randomUUID()])
        expect(codeOf(await refer(id)), id).toBe('NOT_FOUND')
    })

    test('who may not discharge refers without a discharge only', async () => {
      const hold = (permissions: readonly string[]) =>
        run(`update role set permissions = '${JSON.stringify(permissions)}' where id = 'owl'`)
      await hold(['view_patients', 'edit_patients'])
      const patientId = await newPatient('w', 'A')
      expect(codeOf(await refer(patientId, {}, { as: 'owl' }, true))).toBe('FORBIDDEN')
      expect(codeOf(await refer(patientId, {}, { as: 'owl' }))).toBe('ok')
      await hold(['view_patients', 'add_patient_notes'])
    })

    test('while one is pending there is no second to the same partner; once it is decided there is', async () => {
      const { patientId, referralId } = await referred()
      expect(reasonOf(await refer(patientId))).toEqual(['CONFLICT', 'REFERRAL_PENDING'])
      expect(codeOf(await reject(referralId))).toBe('ok')
      expect(codeOf(await refer(patientId))).toBe('ok')
    })

    test('a repeat is answered with the referral that was made', async () => {
      const patientId = await newPatient('w', 'A')
      const key = randomUUID()
      const first = valueOf<ReferralAnswer>(await refer(patientId, {}, { key }))
      expect(valueOf<ReferralAnswer>(await refer(patientId, {}, { key })).id).toBe(first.id)
      expect((await tasksOf()).total).toBe(1)
    })

    test('O380 C517 referrals of a patient are told by direction and status', async () => {
      const { patientId, referralId } = await referred()
      await cancel(referralId)
      const second = valueOf<ReferralAnswer>(await refer(patientId))
      const ids = ({ outgoingReferrals }: Awaited<ReturnType<typeof referralsOf>>) =>
        outgoingReferrals.map(({ id }) => id).toSorted()
      expect(ids(await referralsOf(patientId))).toEqual([referralId, second.id].toSorted())
      expect(ids(await referralsOf(patientId, {}, 'Pending'))).toEqual([second.id])
      expect((await referralsOf(patientId, {}, 'Accepted')).outgoingReferrals).toEqual([])
      expect((await referralsOf(patientId)).incomingReferrals).toEqual([])
      await accept(second.id)
      const theirs = await referralsOf(patientId, { as: 'carer' }, 'Accepted')
      expect(theirs.incomingReferrals.map(({ id }) => id)).toEqual([second.id])
      expect(theirs.outgoingReferrals).toEqual([])
    })

    test('O192 C028 the record of a patient who was shared before tells the destination what is pending', async () => {
      const { patientId, referralId } = await referred()
      await run(
        `insert into patient_organization (patient_id, organization_id, linked_at) values ('${patientId}', 'h', now())`,
      )
      const { incomingReferrals } = await referralsOf(patientId, { as: 'carer' }, 'Pending')
      expect(incomingReferrals.map(({ id }) => id)).toEqual([referralId])
    })
  })

  describe('the task list', () => {
    test('O189 O226 P207 O377 the destination has a task of each referral, with the card of the patient', async () => {
      const patientId = await newPatient('w', 'A')
      await run(
        `update patient set national_identifier_type = 'NhsNumber', national_identifier_value = '9991231234' where id = '${patientId}'`,
      )
      const { id } = valueOf<ReferralAnswer>(await refer(patientId))
      const task = await taskOf(id)
      expect(task).toMatchObject({
        type: 'IncomingReferral',
        status: 'NotStarted',
        references: [{ type: 'referral', id }],
        assignee: null,
        createdAt: at(0),
        updatedAt: at(0),
        referral: { id, status: 'Pending', organization: { name: 'West Ward' } },
      })
      expect(task?.patient).toEqual({
        id: patientId,
        firstName: 'Ada',
        lastName: `Referred ${patientId}`,
        birthDate: '1940-02-29',
        gender: 'female',
        nationalIdentifier: { type: 'NhsNumber', value: '9991231234' },
        mayOpen: false,
      })
      expect((await tasksOf(null, { as: 'nurse' })).total).toBe(0)
      await run(
        `update patient set national_identifier_value = null, national_identifier_type = null where id = '${patientId}'`,
      )
    })

    test('O378 O281 the active ones are counted with take 0, which reads nothing else', async () => {
      const [first] = [await referred(), await referred(), await referred()]
      await reject(first.referralId)
      expect(await tasksOf(taskTabs.active, { take: 0 })).toEqual({ items: [], total: 2 })
      expect(await tasksOf(taskTabs.cancelled, { take: 0 })).toEqual({ items: [], total: 1 })
      expect(await tasksOf([], { take: 0 })).toEqual({ items: [], total: 0 })
    })

    test('O377 pages are newest first, whatever is skipped; the total is of all', async () => {
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.push((await referred()).referralId)
      for (const [n, id] of ids.entries())
        await run(`update task set created_at = '${at(10 - n)}' where referral_id = '${id}'`)
      const page = await tasksOf(taskTabs.active, { skip: 1, take: 2 })
      expect(page.total).toBe(5)
      expect(page.items.map(({ referral }) => referral.id)).toEqual([ids[3], ids[2]])
      for (const [skip, take] of [
        [-1, 5],
        [0, -1],
        [0, 51],
      ])
        expect(
          codeOf(
            await server.ask(TasksDocument.text, {
              as: 'carer',
              variables: { statuses: null, skip, take },
            }),
          ),
        ).toBe('BAD_USER_INPUT')
    })

    test('who opens a task that nobody began begins it, once, in the log', async () => {
      const { referralId } = await referred()
      const id = (await taskOf(referralId))?.id ?? ''
      const open = (as: string) =>
        server.ask(OpenTaskDocument.text, { as, variables: { taskId: id } })
      expect(valueOf<TaskAnswer>(await open('carer'))).toMatchObject({
        status: 'InProgress',
        assignee: { id: 'carer' },
      })
      // multi reads at h.
      expect(
        codeOf(
          await server.ask(OpenTaskDocument.text, {
            as: 'multi',
            in: 'h',
            variables: { taskId: id },
          }),
        ),
      ).toBe('FORBIDDEN')
      await run(
        `update user_organization set roles = '["Clinician"]' where user_id = 'multi' and organization_id = 'h'`,
      )
      expect(
        valueOf<TaskAnswer>(
          await server.ask(OpenTaskDocument.text, {
            as: 'multi',
            in: 'h',
            variables: { taskId: id },
          }),
        ),
      ).toMatchObject({ status: 'InProgress', assignee: { id: 'carer' } })
      await run(
        `update user_organization set roles = '["Read Only"]' where user_id = 'multi' and organization_id = 'h'`,
      )
      expect((await logOf('h', id)).map(({ action }) => action)).toEqual(['openTask'])
      expect(codeOf(await open('nurse'))).toBe('NOT_FOUND')
      await accept(referralId)
      expect(valueOf<TaskAnswer>(await open('carer')).status).toBe('Completed')
    })

    test('K22 who may not edit patients reads the tasks, and decides nothing', async () => {
      const { referralId } = await referred()
      const inH = { as: 'multi', in: 'h' }
      expect(
        valueOf<{ total: number }>(
          await server.ask(TasksDocument.text, {
            ...inH,
            variables: { statuses: null, skip: 0, take: 0 },
          }),
        ).total,
      ).toBe(1)
      expect(codeOf(await accept(referralId, inH))).toBe('FORBIDDEN')
      expect(codeOf(await reject(referralId, 'No', inH))).toBe('FORBIDDEN')
    })

    test('both organisations are poked, so that open lists are asked again', async () => {
      const heard: string[] = []
      let tell: (is: boolean) => void = () => undefined
      const listening = new Promise<boolean>((resolve) => {
        tell = resolve
      })
      const stop = opened.database.listen(pokeChannel, {
        heard: (message) => heard.push(message),
        listening: (is) => {
          if (is) tell(is)
        },
      })
      await listening
      const { referralId } = await referred()
      await expect
        .poll(() => [...new Set(heard)].toSorted())
        .toEqual(expect.arrayContaining(['h #', 'w #']))
      heard.length = 0
      await reject(referralId)
      await expect.poll(() => [...new Set(heard)].toSorted()).toEqual(['h #', 'w #'])
      await stop()
    })
  })

  test('before it accepts, the destination is told of the patient’s record what it is told of none', async () => {
    const { patientId, referralId } = await referred()
    await run(
      `update organization set features = '${JSON.stringify(Object.fromEntries(features.map((flag) => [flag, true])))}' where id = 'h'`,
    )
    const day = `"2026-03-01T00:00:00.000Z"`
    const noon = `"2026-03-02T12:00:00.000Z"`
    const rest: Readonly<Record<string, string>> = {
      monitoringChunks: `, from: ${day}, to: ${noon}) { asOf }`,
      continuousMonitoring: ', numPrevBuckets: 3) { from }',
      waveformReadingsMetadata: ', type: SingleECG) { earliestReading }',
      waveform: `, type: SingleECG, end: ${noon}) { recordedAt }`,
      waveformEvents: `, type: SingleECG, start: ${day}, end: ${noon}) { id }`,
      // A page of the board and a list of messages, which are empty.
      patientOnBoard: ') { total }',
      unreadNotifications: ') { total }',
      patientReport: `, start: ${day}, end: ${noon}, aggregateIntervalHours: 24) { asOf }`,
    }
    const fields = Object.values(buildSchema(publicSdl).getQueryType()?.getFields() ?? {}).filter(
      ({ args }) => args.some(({ name }) => name === 'patientId'),
    )
    expect(fields.length).toBeGreaterThan(15)
    for (const { name } of fields) {
      const ask = async (id: string) => {
        const answer = await server.ask(
          `{ ${name}(patientId: "${id}"${rest[name] ?? ') { __typename }'} }`,
          { as: 'carer' },
        )
        return {
          codes: answer.errors.map(({ message, extensions }) => [message, extensions?.code]),
          data: answer.data,
        }
      }
      const told = await ask(patientId)
      expect(told, name).toEqual(await ask(randomUUID()))
      if (['patientOnBoard', 'unreadNotifications'].includes(name))
        expect(told.data, name).toEqual({ [name]: { total: 0 } })
      else expect(told.codes, name).toEqual([['Not found', 'NOT_FOUND']])
    }
    await accept(referralId)
    expect(await opens(patientId, 'carer')).toBe('ok')
    await run(
      `update organization set features = '{"wards": true, "referrals": true}' where id = 'h'`,
    )
  })
})
