import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkupSchema } from '../../src/domain/checkup/checkup'
import { patientSchema } from '../../src/domain/patient/patient'
import { nhsNumberTexts } from '../../src/texts/nhs-number'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, at, buildWorld } from './world'

const checkupFields = `id revision patientId type subtype startedAt endedAt receivedAt notes consciousness onOxygen oxygenFlow oxygenFromFlag notScored doubts notUsable { field sent reason } how notMeasured { tile reason } selectedAction isStable hasLungSounds hasPictures
  checkupType { id name } createdBy { id firstName lastName } organization { id name } temperature { value device isManual }
  ewsScores { BPScore consciousnessScore HRScore RRScore SpO2Score tempScore onOxygenScore totalScore riskLevel missing spo2Scale riskScheme }
  pulseRate { value source isManual } pulseOxiData { averageSpO2 uneditedAverageSpO2 averageHr confidence device isManual } respiratoryRate { value source }
  bloodPressureData { systolic diastolic position device isManual } symptoms { key severity } softSigns { key isEmergency } weight { value isManual device }
  peakExpiratoryFlowRate { value isManual } glucose { reading time_of_capture before_after_meal } picture { url caption } lungSounds { url } attachments { id type downloadUrl }`
const patientQuery = `query ($id: ID!) { patient(patientId: $id) { id revision asOf createdAt type firstName lastName gender birthDate telephone nhsNumber preExistingConditions numSimilarNames
  repeats { id } allergies { id substance struckOut { reason } } criticalInformation { id field value reviewBy recordedBy { id } } handovers { id decision } contacts { id outcome alertIds } noAnswerProcedure tasks { id text dueAt assignee { id } end { as } }
  address { address postcode } nationalIdentifier { type value } organizations { id name type } wards { id name }
  latestAcuityScore { id revision score reason capturedAt createdAt createdBy { id firstName lastName } late } onWatchList
  wardAdmission { patientId organization { id name } admittedAt createdAt revision expectedDischargeDate ward { id name } carePathway { id name } patientFlags { type title description active } }
  admissionEvents { admissionId createdAt effectiveAt type createdBy { id firstName lastName } ward { id name } reason { type additionalInfo } carePathway { id name } }
  ewsThresholds { thresholds riskScheme spo2Scale createdAt createdBy { id firstName lastName } } latestAcuityScore { id revision score reason capturedAt createdAt late createdBy { id firstName lastName } } onWatchList latestCheckup { ${checkupFields} } } }`
const pageQuery = `query ($id: ID!, $take: Int, $before: DateTime) { checkupsByPatient(patientId: $id, take: $take, before: $before) { total asOf checkups { ${checkupFields} } } }`
const checkupQuery = `query ($id: ID!) { checkup(id: $id) { ${checkupFields} } }`

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })

  test('C488 patient answers the record with admission, flags, events, personal thresholds and the latest check-up', async () => {
    const answer = await server.ask(patientQuery, { as: 'nurse', variables: { id: 'a1' } })
    expect(answer.errors).toEqual([])
    const patient = patientSchema.parse(answer.data?.patient)
    expect(patient).toMatchObject({
      id: 'a1',
      createdAt: at(9000),
      type: 'elderly',
      firstName: 'Zoë',
      lastName: "O'Neill",
      gender: 'female',
      birthDate: '1940-02-29',
      telephone: null,
      address: null,
      nhsNumber: '9434765919',
      nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
      preExistingConditions: ['COPD'],
      numSimilarNames: 1,
      organizations: [{ id: 'w', name: 'West Ward', type: 'virtual_ward' }],
      wards: [{ id: 'ward-A', name: 'Ward A' }],
      latestCheckup: { id: 'c-a1' },
      ewsThresholds: {
        thresholds: null,
        riskScheme: 'NEWS2',
        spo2Scale: 2,
        createdBy: { id: 'nurse' },
      },
    })
    expect(answer.data?.patient).toMatchObject({ asOf: at(0) })
  })

  test('P185 O212 the ward admission has patient, times, ward, pathway, flags and expected discharge', async () => {
    const { data } = await server.ask(patientQuery, { as: 'nurse', variables: { id: 'a1' } })
    expect(data).toHaveProperty('patient.wardAdmission', {
      patientId: 'a1',
      organization: { id: 'w', name: 'West Ward' },
      admittedAt: at(5000),
      createdAt: at(5000),
      revision: expect.any(Number) as number,
      expectedDischargeDate: '2026-03-20',
      ward: { id: 'ward-A', name: 'Ward A' },
      carePathway: { id: 'pathway-w', name: 'West Ward pathway' },
      patientFlags: [
        { type: 'OnOxygen', title: 'On oxygen', description: 'Home oxygen', active: true },
      ],
    })
  })

  test('P186 O213 an admission event has ids, times, author, ward, reason, type and pathway', async () => {
    const { data } = await server.ask(patientQuery, {
      as: 'multi',
      in: 'w',
      variables: { id: 'b1' },
    })
    expect(data).toHaveProperty('patient.admissionEvents', [
      {
        admissionId: 'admission-b1',
        createdAt: at(5000),
        effectiveAt: at(5000),
        type: 'Admission',
        createdBy: { id: 'nurse', firstName: 'NURSE', lastName: 'Tester' },
        ward: { id: 'ward-B', name: 'Ward B' },
        reason: { type: 'StepUp', additionalInfo: null },
        carePathway: { id: 'pathway-w', name: 'West Ward pathway' },
      },
    ])
  })

  test('C490 a check-up has its readings, scores, symptoms, pictures and times', async () => {
    const answer = await server.ask(checkupQuery, { as: 'nurse', variables: { id: 'c-a1' } })
    expect(checkupSchema.parse(answer.data?.checkup)).toMatchObject({
      id: 'c-a1',
      patientId: 'a1',
      endedAt: at(30),
      temperature: { value: 38.4, device: 'T1', isManual: false },
      ewsScores: { totalScore: 3, riskLevel: 1, missing: 0 },
      symptoms: [{ key: 'cough', severity: 'low' }],
      picture: [{ url: '/p.png', caption: null }],
      hasPictures: true,
      hasLungSounds: false,
      pulseOxiData: null,
      selectedAction: 2,
      notes: 'slept well',
    })
  })

  test('C489 check-ups come newest first, by page, with the total on every page', async () => {
    await opened.database.asSystem(async (trx) => {
      for (const n of [1, 2, 3, 4, 5])
        await addCheckup(trx, {
          id: `n1-${n}`,
          organizationId: 'w',
          patientId: 'n1',
          endedAt: at(n * 10),
          total: n,
        })
    })
    const page = async (variables: Record<string, unknown>) =>
      (await server.ask(pageQuery, { as: 'nurse', variables: { id: 'n1', ...variables } })).data
        ?.checkupsByPatient as { total: number; checkups: { id: string; endedAt: string }[] }
    const first = await page({ take: 2 })
    expect(first.checkups.map((checkup) => checkup.id)).toEqual(['n1-1', 'n1-2'])
    const second = await page({ take: 2, before: first.checkups[1]?.endedAt })
    expect(second.checkups.map((checkup) => checkup.id)).toEqual(['n1-3', 'n1-4'])
    expect([first.total, second.total, (await page({})).checkups.length]).toEqual([5, 5, 5])
    for (const take of [0, 51])
      expect(
        (await server.ask(pageQuery, { as: 'nurse', variables: { id: 'n1', take } })).errors[0]
          ?.extensions?.argErrors,
      ).toEqual([{ path: 'take', message: 'Must be 1 to 50' }])
  })

  test("a practice opens its care home's patient, with names it could not list", async () => {
    const answer = await server.ask(patientQuery, { as: 'gp', variables: { id: 'h1' } })
    expect(answer.data?.patient).toMatchObject({
      id: 'h1',
      organizations: [{ id: 'h' }, { id: 'p' }],
      latestCheckup: { id: 'c-h1', organization: { id: 'h', name: 'Hill Home' } },
    })
  })

  test('every operation with an id answers a foreign one exactly as one that does not exist', async () => {
    const note = 'mutation ($id: ID!) { addPatientNote(PatientId: $id, text: "x") { id } }'
    const notes = 'query ($id: ID!) { patientNotes(patientId: $id) { total } }'
    const cases: readonly [string, string, string][] = [
      [patientQuery, 'gp', 'a1'],
      [patientQuery, 'gp', 'h2'],
      [patientQuery, 'carer', 'p1'],
      [patientQuery, 'nurse', 'h1'],
      [pageQuery, 'gp', 'a1'],
      [pageQuery, 'nurse', 'h1'],
      [checkupQuery, 'gp', 'c-a1'],
      [checkupQuery, 'nurse', 'c-h1'],
      [notes, 'gp', 'a1'],
      [notes, 'nurse', 'h1'],
      [note, 'gp', 'a1'],
      [note, 'nurse', 'h1'],
      [note, 'carer', 'a1'],
    ]
    const before = await opened.database.kysely.selectFrom('patient_note').select('id').execute()
    for (const [query, as, id] of cases) {
      const foreign = await server.ask(query, { as, variables: { id } })
      const random = await server.ask(query, {
        as,
        variables: { id: '0b6c7f1e-5a55-4a53-9d51-3f0f6a0f9d11' },
      })
      expect(codeOf(foreign), `${as} ${id} ${query.slice(0, 30)}`).toBe('NOT_FOUND')
      expect({ ...foreign }).toEqual({ ...random })
    }
    expect(await opened.database.kysely.selectFrom('patient_note').select('id').execute()).toEqual(
      before,
    )
  })

  test('users can only access patients in wards they are assigned to, whatever the operation', async () => {
    const notes = 'query ($id: ID!) { patientNotes(patientId: $id) { total } }'
    const note = 'mutation ($id: ID!) { addPatientNote(PatientId: $id, text: "x") { id } }'
    const getCheckup = (id: string, as: string) =>
      server.fetch('/Prod/getCheckup', {
        method: 'POST',
        body: JSON.stringify({ checkupId: id }),
        headers: { 'content-type': 'application/json' },
        as,
      })
    const written = await opened.database.kysely.selectFrom('patient_note').select('id').execute()
    // b1 lies on ward B; these hold view_patient_archive (all but owl), but are assigned to ward A.
    for (const as of ['nurse', 'care', 'reader', 'owl']) {
      for (const [query, id] of [
        [patientQuery, 'b1'],
        [pageQuery, 'b1'],
        [checkupQuery, 'c-b1'],
        [notes, 'b1'],
        [note, 'b1'],
      ] as const) {
        const foreign = await server.ask(query, { as, variables: { id } })
        expect(foreign, `${as} ${query.slice(0, 40)}`).toEqual(
          await server.ask(query, {
            as,
            variables: { id: '0b6c7f1e-5a55-4a53-9d51-3f0f6a0f9d11' },
          }),
        )
        expect(codeOf(foreign)).toBe(as === 'reader' && query === note ? 'FORBIDDEN' : 'NOT_FOUND')
      }
      const [foreign, random] = [
        await getCheckup('c-b1', as),
        await getCheckup('0b6c7f1e-5a55-4a53-9d51-3f0f6a0f9d11', as),
      ]
      expect([foreign.status, await foreign.json()]).toEqual([404, await random.json()])
      expect(codeOf(await server.ask(patientQuery, { as, variables: { id: 'a1' } })), as).toBe('ok')
    }
    expect(await opened.database.kysely.selectFrom('patient_note').select('id').execute()).toEqual(
      written,
    )
    // Those assigned to ward B, and those who oversee all wards, open it.
    for (const as of ['multi', 'manager', 'admin']) {
      for (const [query, id] of [
        [patientQuery, 'b1'],
        [pageQuery, 'b1'],
        [checkupQuery, 'c-b1'],
        [notes, 'b1'],
      ] as const)
        expect(codeOf(await server.ask(query, { as, in: 'w', variables: { id } })), as).toBe('ok')
      expect(
        (
          await server.fetch('/Prod/getCheckup', {
            method: 'POST',
            body: '{"checkupId":"c-b1"}',
            headers: { 'content-type': 'application/json' },
            as,
            in: 'w',
          })
        ).status,
      ).toBe(200)
    }
  })

  test('a patient who is not admitted is in the archive: opened by its holders, on whichever ward they are', async () => {
    for (const as of ['nurse', 'reader', 'multi', 'admin'])
      expect(
        codeOf(await server.ask(patientQuery, { as, in: 'w', variables: { id: 'n1' } })),
        as,
      ).toBe('ok')
    expect(codeOf(await server.ask(patientQuery, { as: 'owl', variables: { id: 'n1' } }))).toBe(
      'NOT_FOUND',
    )
    const discharge = (at: string | null) =>
      opened.database.kysely
        .updateTable('ward_admission')
        .set({ discharged_at: at })
        .where('patient_id', '=', 'b1')
        .execute()
    await discharge(at(10))
    expect(codeOf(await server.ask(patientQuery, { as: 'nurse', variables: { id: 'b1' } }))).toBe(
      'ok',
    )
    expect(codeOf(await server.ask(patientQuery, { as: 'owl', variables: { id: 'b1' } }))).toBe(
      'NOT_FOUND',
    )
    await discharge(null)
    expect(codeOf(await server.ask(patientQuery, { as: 'nurse', variables: { id: 'b1' } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('a change of ward staff counts at the next request', async () => {
    await opened.database.kysely
      .insertInto('ward_staff')
      .values({ ward_id: 'ward-B', user_id: 'nurse', organization_id: 'w', assigned_at: at(1) })
      .execute()
    expect(codeOf(await server.ask(patientQuery, { as: 'nurse', variables: { id: 'b1' } }))).toBe(
      'ok',
    )
    await opened.database.kysely
      .deleteFrom('ward_staff')
      .where('ward_id', '=', 'ward-B')
      .where('user_id', '=', 'nurse')
      .execute()
    expect(codeOf(await server.ask(patientQuery, { as: 'nurse', variables: { id: 'b1' } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('without the wards flag every patient of the organisation is opened, also one admitted elsewhere', async () => {
    await opened.database.kysely
      .insertInto('patient_organization')
      .values([{ patient_id: 'b1', organization_id: 'p', linked_at: at(1) }])
      .execute()
    for (const id of ['h1', 'p1', 'b1'])
      expect(codeOf(await server.ask(patientQuery, { as: 'gp', variables: { id } })), id).toBe('ok')
    await opened.database.kysely
      .deleteFrom('patient_organization')
      .where('patient_id', '=', 'b1')
      .where('organization_id', '=', 'p')
      .execute()
    for (const id of ['h1', 'h2'])
      expect(codeOf(await server.ask(patientQuery, { as: 'carer', variables: { id } })), id).toBe(
        'ok',
      )
  })

  test('a deleted patient is gone for everybody', async () => {
    await opened.database.kysely
      .updateTable('patient')
      .set({ deleted_at: at(0) })
      .where('id', '=', 'a2')
      .execute()
    expect(codeOf(await server.ask(patientQuery, { as: 'admin', variables: { id: 'a2' } }))).toBe(
      'NOT_FOUND',
    )
    await opened.database.kysely
      .updateTable('patient')
      .set({ deleted_at: null })
      .where('id', '=', 'a2')
      .execute()
  })

  test('P299 P300 POST getCheckup answers the check-up as GraphQL does', async () => {
    const post = (body: string, as?: string) =>
      server.fetch('/Prod/getCheckup', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        ...(as === undefined ? {} : { as }),
      })
    const answer = await post('{"checkupId":"c-a1"}', 'nurse')
    const graphql = await server.ask(checkupQuery, { as: 'nurse', variables: { id: 'c-a1' } })
    expect(await answer.json()).toEqual(graphql.data?.checkup)
    expect([
      (await post('{"checkupId":"c-h1"}', 'nurse')).status,
      (await post('{"checkupId":"c-a1"}')).status,
      (await post('{}', 'nurse')).status,
      (await post('{', 'nurse')).status,
    ]).toEqual([404, 401, 400, 400])
  })

  test('P182 O208 a patient has practices, notes, a login of their own and the details of the NHS number beside the record', async () => {
    await opened.database.asSystem(async (trx) => {
      await sql`update organization set features = features || '{"selfCare": true}' where id = 'w'`.execute(
        trx,
      )
      await sql`insert into user_account (id, email, is_self_care, can_receive_push_notifications, created_at)
        values ('own-a1', 'zoe@home.example', true, true, ${at(9)})`.execute(trx)
      await sql`insert into user_organization (user_id, organization_id, roles, created_at)
        values ('own-a1', 'w', '["Self Care"]', ${at(9)})`.execute(trx)
      await sql`insert into self_care (patient_id, user_id, organization_id, created_at)
        values ('a1', 'own-a1', 'w', ${at(9)})`.execute(trx)
    })
    const ask = async (text: string) => {
      const answer = await server.ask(text, { as: 'admin' })
      expect(answer.errors).toEqual([])
      return answer.data
    }
    await ask('mutation { assignPatientToPractice(patientId: "a1", practiceId: "p") }')
    await ask('mutation { addPatientNote(PatientId: "a1", text: "Slept well") { id } }')
    const record = await server.ask(patientQuery, { as: 'admin', variables: { id: 'a1' } })
    expect(record.errors).toEqual([])
    const patient = patientSchema.parse(record.data?.['patient'])
    for (const key of [
      'id createdAt firstName lastName gender birthDate telephone address nationalIdentifier nhsNumber',
      'wards organizations wardAdmission admissionEvents numSimilarNames preExistingConditions',
      'onWatchList latestCheckup latestContinuousMonitoring latestAcuityScore ewsThresholds',
    ].flatMap((keys) => keys.split(' ')))
      expect(patient).toHaveProperty(key)
    expect(patient.ewsThresholds).toMatchObject({
      thresholds: null,
      riskScheme: 'NEWS2',
      createdAt: expect.any(String) as string,
      createdBy: { id: 'nurse' },
    })
    expect(
      await ask(
        '{ selfCareLogin(patientId: "a1") { id email canResetPassword canReceivePushNotifications organizations { id name } } }',
      ),
    ).toEqual({
      selfCareLogin: {
        id: 'own-a1',
        email: 'zoe@home.example',
        canResetPassword: true,
        canReceivePushNotifications: true,
        organizations: [{ id: 'w', name: 'West Ward' }],
      },
    })
    expect(
      await ask(
        '{ patients(filter: all, nameOrNhsNumber: "9434765919") { patients { id practices { id name } } } }',
      ),
    ).toMatchObject({
      patients: { patients: [{ id: 'a1', practices: [{ id: 'p', name: 'Park Practice' }] }] },
    })
    expect(
      await ask('{ patientNotes(patientId: "a1", take: 1) { notes { text } } }'),
    ).toMatchObject({ patientNotes: { notes: [{ text: 'Slept well' }] } })
    const details = await ask(
      '{ nhsNumberResponseDetails(patientId: "a1") { nhsNumber latestRetrievalTime editable latestStatus { status fields } } }',
    )
    expect(details).toEqual({
      nhsNumberResponseDetails: {
        nhsNumber: '9434765919',
        latestRetrievalTime: null,
        editable: true,
        latestStatus: { status: 'NotTraced', fields: [] },
      },
    })
    // The message of a status is the portal's, in the words of the edition.
    expect(nhsNumberTexts('en-GB').details.NotTraced).toBe(
      'The national directory was not asked about this number.',
    )
  })
})
