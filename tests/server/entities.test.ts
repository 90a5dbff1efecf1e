import { beforeAll, expect, test } from 'vitest'
import { organizationOf } from '../../server/demonstration/organizations'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { fileBody } from '../../server/demonstration/file-maker'
import { demonstrationPatients } from '../../server/demonstration/people'
import { checkupsOf } from '../../server/demonstration/simulation'
import {
  bloodPressurePositions,
  glucoseTimings,
  oximeterConfidences,
} from '../../src/domain/checkup/checkup'
import {
  bloodPressureDevices,
  pulseOximeterDevices,
  pulseRateSources,
  respiratoryRateSources,
  temperatureDevices,
} from '../../src/domain/checkup/devices'
import { startServer } from './client'
import type { Answer, TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const checkupFields = `id type subtype startedAt endedAt notes consciousness selectedAction isStable organization { id name } checkupType { name } createdBy { id } hasLungSounds hasPictures temperature { value device isManual }
  ewsScores { BPScore consciousnessScore HRScore RRScore SpO2Score tempScore onOxygenScore totalScore riskLevel }
  pulseRate { value source isManual } pulseOxiData { averageSpO2 uneditedAverageSpO2 averageHr confidence device isManual } respiratoryRate { value source }
  bloodPressureData { systolic diastolic position device isManual } symptoms { key severity } softSigns { key isEmergency } weight { value isManual device }
  peakExpiratoryFlowRate { value isManual } glucose { reading time_of_capture before_after_meal } picture { url caption } lungSounds { url } attachments { id type downloadUrl }`
const patientQuery = `query ($id: ID!) { patient(patientId: $id) { id type gender nhsNumber nationalIdentifier { type value } organizations { id type }
  wardAdmission { patientFlags { type title description active } } admissionEvents { type } } }`
interface Shown {
  readonly temperature: { device: string | null; isManual: boolean } | null
  readonly pulseRate: { source: string | null } | null
  readonly pulseOxiData: { device: string | null } | null
  readonly respiratoryRate: { source: string | null } | null
  readonly bloodPressureData: { device: string | null } | null
}

/** The demonstration, asked through its API: readings come in by ingest and out by GraphQL. */
onBothEngines(seed, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, {
      verify: async (token) => ({
        uid: token.replace('token-', ''),
        email: null,
        authTime: noon / 1000,
        claims: {},
      }),
    })
  })
  const uid = (email: string): string =>
    demonstrationAccounts.find((account) => account.email === email)?.id ?? ''
  const ask = (
    email: string,
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<Answer> => server.ask(query, { as: uid(email), variables })
  const harbor = { key: 'demo-harbor', secret: 'demonstration-only-harbor' }
  const resident = patientNamed('Subramaniam')
  const send = async (
    id: string,
    more: Record<string, unknown>,
    patientId = resident.id,
    posting = {},
  ) =>
    post(
      ingestApp(opened.database),
      'checkups',
      { ...wellCheckup(id, patientId), ...more },
      posting,
    )
  /** Posts a check-up and reads it back through the API. */
  const through = async (id: string, more: Record<string, unknown>) => {
    const { body, status } = await send(id, more)
    expect([status, body['message']], id).toEqual([201, undefined])
    return (
      await ask(
        'nurse@riverside.example',
        `query ($id: ID!) { checkup(id: $id) { ${checkupFields} } }`,
        { id: body['id'] },
      )
    ).data?.checkup
  }

  test('P342 P343 P344 C610 values are stored and answered in Celsius, kilograms and mmol/L, also for an organisation that reads others', async () => {
    const readings = {
      temperature: { value: 37.64 },
      weight: { value: 81.25 },
      glucose: { reading: 6.15 },
    }
    expect(await through('units', readings)).toMatchObject(readings)
    const american = demonstrationPatients.find(
      ({ organization, ward }) => organization === 'harbor' && ward !== null,
    )
    const { body } = await send('units-us', readings, american?.id, harbor)
    expect(
      (
        await ask(
          'nurse@harbor.example',
          `query ($id: ID!) { checkup(id: $id) { ${checkupFields} } }`,
          { id: body['id'] },
        )
      ).data?.checkup,
    ).toMatchObject(readings)
    for (const source of ['units', 'units-us'])
      expect(
        (
          await opened.database.kysely
            .selectFrom('checkup')
            .select('readings')
            .where('source_id', '=', source)
            .executeTakeFirstOrThrow()
        ).readings,
      ).toMatchObject(readings)
  })

  test('P195 C274 a check-up has every field of the entity, as it was sent', async () => {
    const sent = {
      type: 'new_checkup',
      subtype: 'evening',
      notes: 'Slept well',
      consciousness: 'A',
      selectedAction: 2,
      isStable: true,
      temperature: { value: 38.4, device: 'Thermometer A', isManual: false },
      pulseRate: { value: 90, source: 'cuff', isManual: false },
      pulseOxiData: {
        averageSpO2: 95,
        uneditedAverageSpO2: 93,
        averageHr: 88,
        confidence: 'HIGH',
        device: 'Oximeter A1',
        isManual: false,
      },
      respiratoryRate: { value: 18, source: 'manual' },
      bloodPressureData: {
        systolic: 120,
        diastolic: 80,
        position: 'sitting',
        device: 'Cuff A',
        isManual: false,
      },
      symptoms: [{ key: 'new_cough', severity: 'low' }],
      softSigns: [{ key: 'new_cough', isEmergency: false }],
      weight: { value: 80, isManual: true, device: null },
      peakExpiratoryFlowRate: { value: 400, isManual: true },
      glucose: {
        reading: 5.5,
        time_of_capture: '2026-03-02T11:56:00.000Z',
        before_after_meal: 'before_meals',
      },
      picture: [{ url: '/files/p.png', caption: 'Wound' }],
      lungSounds: [{ url: '/files/l.wav' }],
      attachments: [{ id: 'a', type: 'ecg_report', downloadUrl: '/files/e.pdf' }],
    }
    expect(await through('whole', sent)).toEqual({
      ...sent,
      id: expect.any(String),
      checkupType: null,
      createdBy: null,
      hasLungSounds: true,
      hasPictures: true,
      startedAt: '2026-03-02T11:55:00.000Z',
      endedAt: '2026-03-02T11:59:00.000Z',
      organization: { id: organizationOf('riverside').id, name: 'Riverside Virtual Ward' },
      ewsScores: {
        BPScore: 0,
        consciousnessScore: 0,
        HRScore: 0,
        RRScore: 0,
        SpO2Score: 1,
        tempScore: 1,
        onOxygenScore: 0,
        totalScore: 2,
        riskLevel: 1,
      },
    })
  })

  const closed = [
    {
      path: 'consciousness',
      values: ['A', 'C', 'P', 'V', 'U'],
      of: (value: string) => ({ consciousness: value }),
    },
    {
      path: 'pulseOxiData.confidence',
      values: oximeterConfidences,
      of: (value: string) => ({ pulseOxiData: { averageSpO2: 97, confidence: value } }),
    },
    {
      path: 'glucose.before_after_meal',
      values: glucoseTimings,
      of: (value: string) => ({ glucose: { reading: 5.5, before_after_meal: value } }),
    },
    {
      path: 'bloodPressureData.position',
      values: bloodPressurePositions,
      of: (value: string) => ({
        bloodPressureData: { systolic: 120, diastolic: 80, position: value },
      }),
    },
  ]
  test('P226 P229 P354 P355 C315 C617 C618 consciousness, confidence, glucose timing and position are exactly these; others are left out and named', async () => {
    expect(closed.map(({ values }) => [...values])).toEqual([
      ['A', 'C', 'P', 'V', 'U'],
      ['FAILED', 'INSUFFICIENT_QUALITY', 'DEVICE_UNSTABLE', 'VITAL_UNSTABLE', 'HIGH'],
      ['upon_waking', 'at_least_90_minutes_after_meals', 'before_meals'],
      ['sitting', 'standing', 'lying'],
    ])
    for (const { path, values, of } of closed) {
      for (const value of values)
        expect(await through(`${path}-${value}`, of(value))).toMatchObject(of(value))
      for (const value of ['X', String(values[0]).toLowerCase() + ' ', '']) {
        const { status, body } = await send(`${path}-left-out-${value}`, of(value))
        expect([status, body['notUsable']], `${path} ${value}`).toEqual([
          201,
          [{ field: path, sent: expect.any(String), reason: expect.any(String) }],
        ])
      }
    }
  })

  test('P230 a check-up came from continuous monitoring or is a new one: what is left out is new, and so is another, which is named and never stored', async () => {
    expect(await through('origin-left-out', {})).toMatchObject({ type: 'new_checkup' })
    for (const type of ['continuous_monitoring', 'new_checkup'])
      expect(await through(`origin-${type}`, { type })).toMatchObject({ type })
    expect(await through('origin-null', { type: null })).toMatchObject({ type: 'new_checkup' })
    for (const type of ['standard', 'New_Checkup', 'new-checkup', ' new_checkup', '']) {
      const { status, body } = await send(`origin-other-${type}`, { type })
      expect([status, body['notUsable']], String(type)).toEqual([
        201,
        [expect.objectContaining({ field: 'type' })],
      ])
    }
    await expect(
      opened.database.kysely
        .updateTable('checkup')
        .set({ type: 'standard' as 'new_checkup' })
        .where('source_id', '=', 'origin-new_checkup')
        .execute(),
    ).rejects.toThrow(/check/)
  })

  test('P356 P357 P358 P359 P360 three cuffs, six oximeters, two thermometers or manual, three and two sources: the simulator uses all of them and no other', async () => {
    expect(
      [
        bloodPressureDevices,
        pulseOximeterDevices,
        temperatureDevices,
        respiratoryRateSources,
        pulseRateSources,
      ].map((list) => new Set<string>(list).size),
    ).toEqual([3, 6, 2, 3, 2])
    const patients = demonstrationPatients.filter(
      ({ organization }) => organization === 'riverside',
    )
    const made = checkupsOf(patients, noon - 86_400_000, noon, noon)
    const bodies = made.map(({ body }) => body)
    const files = new Map(made.flatMap((one) => one.files.map((file) => [file.id, file] as const)))
    for (const file of files.values())
      expect((await post(ingestApp(opened.database), 'files', fileBody(file))).status).toBe(201)
    for (let from = 0; from < bodies.length; from += 100)
      expect(
        (await post(ingestApp(opened.database), 'checkups', bodies.slice(from, from + 100))).status,
      ).toBe(200)
    // Other tests send for the resident.
    const sent = new Set(
      bodies.map(({ patientId }) => patientId).filter((id) => id !== resident.id),
    )
    const shown: Shown[] = []
    for (const id of sent) {
      const { data } = await ask(
        'admin@riverside.example',
        `query ($id: ID!) { checkupsByPatient(patientId: $id) { checkups { ${checkupFields} } } }`,
        { id },
      )
      shown.push(
        ...((data?.checkupsByPatient ?? { checkups: [] }) as { checkups: Shown[] }).checkups,
      )
    }
    const used = (name: (checkup: Shown) => string | null | undefined): string[] =>
      [
        ...new Set(shown.map(name).filter((value) => value !== null && value !== undefined)),
      ].toSorted()
    expect(used(({ bloodPressureData }) => bloodPressureData?.device)).toEqual([
      ...bloodPressureDevices,
    ])
    expect(used(({ pulseOxiData }) => pulseOxiData?.device)).toEqual([...pulseOximeterDevices])
    expect(
      used(({ temperature }) => (temperature?.isManual === true ? null : temperature?.device)),
    ).toEqual([...temperatureDevices])
    expect(
      shown.filter(
        ({ temperature }) => temperature?.isManual === true && temperature.device === null,
      ),
    ).not.toEqual([])
    expect(used(({ respiratoryRate }) => respiratoryRate?.source)).toEqual(
      [...respiratoryRateSources].toSorted(),
    )
    expect(used(({ pulseRate }) => pulseRate?.source)).toEqual([...pulseRateSources])
  })

  test('a device of another name is taken and shown as it calls itself', async () => {
    expect(
      await through('unknown-device', {
        bloodPressureData: { systolic: 120, diastolic: 80, device: 'Cuff <Z> 9' },
      }),
    ).toMatchObject({ bloodPressureData: { device: 'Cuff <Z> 9' } })
  })

  test('P015 O006 O015 O016 organisations have a type, feature flags and an identifier scheme', async () => {
    const seen = new Set<unknown>()
    for (const [email, type, scheme] of [
      ['nurse@riverside.example', 'virtual_ward', 'NhsNumber'],
      ['carer@willowbank.example', 'care_home', 'NhsNumber'],
      ['gp@eastgate.example', 'practice', 'NhsNumber'],
      ['nurse@harbor.example', 'virtual_ward', null],
    ] as const) {
      const own = (
        await ask(email, '{ me { actingOrganization { type nationalIdentifierScheme features } } }')
      ).data?.me as { actingOrganization: { features: Record<string, boolean> } }
      expect(own.actingOrganization).toMatchObject({ type, nationalIdentifierScheme: scheme })
      Object.keys(own.actingOrganization.features).forEach((flag) => seen.add(flag))
    }
    for (const flag of [
      'wards',
      'selfCare',
      'ehrIntegrations',
      'referrals',
      'manualExpectedLengthOfStay',
    ])
      expect([...seen]).toContain(flag)
    const set = (on: boolean) =>
      opened.database.kysely
        .updateTable('organization')
        .set({ features: JSON.stringify({ referrals: on }) })
        .where('id', '=', organizationOf('eastgate').id)
        .execute()
    for (const on of [false, true]) {
      await set(on)
      expect(
        (await ask('gp@eastgate.example', '{ me { actingOrganization { features } } }')).data?.me,
      ).toEqual({ actingOrganization: { features: on ? { referrals: true } : {} } })
    }
  })

  test('O008 P183 a resident is registered once for home and practice, with a gender of two', async () => {
    const barlow = patientNamed('Barlow')
    const [home, practice] = [
      await ask('carer@willowbank.example', patientQuery, { id: barlow.id }),
      await ask('gp@eastgate.example', patientQuery, { id: barlow.id }),
    ]
    expect(home.data?.patient).toMatchObject({
      id: barlow.id,
      type: 'elderly',
      organizations: [{ type: 'practice' }, { type: 'care_home' }],
    })
    expect(practice.data).toEqual(home.data)
    const genders = (
      await ask(
        'admin@riverside.example',
        '{ virtualWardPatients(take: 50, skip: 0) { patients { gender } } }',
      )
    ).data?.virtualWardPatients as { patients: { gender: string }[] }
    expect(new Set(genders.patients.map(({ gender }) => gender))).toEqual(
      new Set(['male', 'female']),
    )
    await expect(
      opened.database.kysely
        .updateTable('patient')
        .set({ gender: 'other' as 'male' })
        .where('id', '=', barlow.id)
        .execute(),
    ).rejects.toThrow(/check/)
  })

  test('P233 O210 a national identifier is an NHS number or a Northern Irish HCN', async () => {
    const set = (type: string) =>
      opened.database.kysely
        .updateTable('patient')
        .set({ national_identifier_type: type as 'NhsNumber' })
        .where('id', '=', resident.id)
        .execute()
    for (const type of ['NorthernIrelandHcn', 'NhsNumber']) {
      await set(type)
      expect(
        (await ask('nurse@riverside.example', patientQuery, { id: resident.id })).data?.patient,
      ).toMatchObject({
        nationalIdentifier: { type, value: resident.nhsNumber },
        nhsNumber: type === 'NhsNumber' ? resident.nhsNumber : null,
      })
    }
    await expect(set('PassportNumber')).rejects.toThrow(/check/)
  })

  test('O219 a patient flag has type, title, description and whether it is active', async () => {
    expect(
      (await ask('nurse@riverside.example', patientQuery, { id: patientNamed('Chen').id })).data
        ?.patient,
    ).toMatchObject({
      wardAdmission: {
        patientFlags: [
          {
            type: 'OnOxygen',
            title: 'On Oxygen',
            description: 'Receives supplemental oxygen',
            active: true,
          },
        ],
      },
    })
  })

  test('the roles of a US organization are told in its spelling, to who is invited and in their list', async () => {
    const { id } = organizationOf('harbor')
    const admin = uid('admin@riverside.example')
    await opened.database.kysely
      .insertInto('user_organization')
      .values({
        user_id: admin,
        organization_id: id,
        roles: '["Organisation Admin"]',
        created_at: new Date(noon).toISOString(),
      })
      .execute()
    const { data } = await server.ask(
      '{ me { actingOrganization { roles { description } } } organizationRoles { description } }',
      { as: admin, in: id },
    )
    type Roles = readonly { readonly description: string }[]
    const { me, organizationRoles } = data as unknown as {
      readonly me: { readonly actingOrganization: { readonly roles: Roles } }
      readonly organizationRoles: Roles
    }
    for (const told of [me.actingOrganization.roles, organizationRoles]) {
      const words = told.map(({ description }) => description).join(' ')
      expect(words).toContain('Runs the organization')
      expect(words).not.toMatch(/organis/i)
    }
  })

  test("O222 a role has name, description and whether it is the system's", async () => {
    await opened.database.kysely
      .insertInto('role')
      .values({
        id: 'night',
        organization_id: organizationOf('riverside').id,
        name: 'Night Lead',
        description: 'Leads at night',
        permissions: '[]',
      })
      .execute()
    const { data } = await ask(
      'nurse@riverside.example',
      '{ me { actingOrganization { roles { name description isSystemRole } } } }',
    )
    const { roles } = ((data ?? {}).me as { actingOrganization: { roles: unknown[] } })
      .actingOrganization
    expect(roles).toContainEqual({
      name: 'Night Lead',
      description: 'Leads at night',
      isSystemRole: false,
    })
    expect(roles).toContainEqual({
      name: 'Clinician',
      description: expect.stringMatching(/\w/),
      isSystemRole: false,
    })
    expect(roles).toContainEqual({
      name: 'Self Care',
      description: expect.stringMatching(/\w/),
      isSystemRole: true,
    })
  })

  test('O258 the admission event types are these five', async () => {
    const types = [
      'Admission',
      'CarePathwayTransfer',
      'Discharge',
      'ExpectedDischargeDateUpdate',
      'WardTransfer',
    ] as const
    const event = await opened.database.kysely
      .selectFrom('admission_event')
      .selectAll()
      .where('patient_id', '=', resident.id)
      .executeTakeFirstOrThrow()
    const add = (type: (typeof types)[number]) =>
      opened.database.kysely
        .insertInto('admission_event')
        .values({ ...event, reason: null, id: `event-${type}`, type })
        .execute()
    for (const type of types.slice(1)) await add(type)
    const { data } = await ask('nurse@riverside.example', patientQuery, { id: resident.id })
    expect(
      ((data ?? {}).patient as { admissionEvents: { type: string }[] }).admissionEvents
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(types)
    await expect(add('Vanishing' as 'Admission')).rejects.toThrow(/check/)
  })

  test('nurse2 of Riverside opens no patient of another ward, in any operation', async () => {
    await send('other-ward', {})
    const checkup = await opened.database.kysely
      .selectFrom('checkup')
      .select('id')
      .where('source_id', '=', 'other-ward')
      .executeTakeFirstOrThrow()
    const random = '0b6c7f1e-5a55-4a53-9d51-3f0f6a0f9d11'
    for (const [query, id] of [
      [patientQuery, resident.id],
      ['query ($id: ID!) { checkupsByPatient(patientId: $id) { total } }', resident.id],
      ['query ($id: ID!) { patientNotes(patientId: $id) { total } }', resident.id],
      ['mutation ($id: ID!) { addPatientNote(PatientId: $id, text: "x") { id } }', resident.id],
      ['query ($id: ID!) { checkup(id: $id) { id } }', checkup.id],
    ] as const) {
      expect((await ask('nurse@riverside.example', query, { id })).errors, query).toEqual([])
      const foreign = await ask('nurse2@riverside.example', query, { id })
      expect(foreign.errors[0]?.extensions?.code, query).toBe('NOT_FOUND')
      expect(foreign).toEqual(await ask('nurse2@riverside.example', query, { id: random }))
    }
    const get = (id: string) =>
      server.fetch('/Prod/getCheckup', {
        method: 'POST',
        as: uid('nurse2@riverside.example'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ checkupId: id }),
      })
    const [foreign, unknown] = [await get(checkup.id), await get(random)]
    expect([foreign.status, await foreign.json()]).toEqual([404, await unknown.json()])
  })
})
