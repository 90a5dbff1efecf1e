import { expect, test } from 'vitest'
import { personalThresholds } from '../../../server/demonstration/personal'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { onPglite } from '../engines'
import { ingestApp, patientNamed, post, seed, wellCheckup } from './device'

const plain = patientNamed('Subramaniam')
const onOxygen = patientNamed('Chen')
const scale2 = patientNamed('Al-Rashid')
const personal = patientNamed('Vogt')
const gallagher = patientNamed('Gallagher')
const beaumont = patientNamed('Beaumont')
const kaur = patientNamed('Kaur')
const smith = patientNamed('Smith', 'Jon')
const young = patientNamed('Nwosu')

/**
 * Rows of the RCP's NEWS2 chart (Royal College of Physicians, 2017): a change to a well patient on
 * air, and its total.
 */
const chart: readonly (readonly [string, Record<string, unknown>, number, number])[] = [
  ['a well patient', {}, 0, 0],
  ['breathing 8', { respiratoryRate: { value: 8 } }, 3, 2],
  ['breathing 9', { respiratoryRate: { value: 9 } }, 1, 1],
  ['breathing 21', { respiratoryRate: { value: 21 } }, 2, 1],
  ['breathing 25', { respiratoryRate: { value: 25 } }, 3, 2],
  ['SpO2 95', { pulseOxiData: { averageSpO2: 95 } }, 1, 1],
  ['SpO2 93', { pulseOxiData: { averageSpO2: 93 } }, 2, 1],
  ['SpO2 91', { pulseOxiData: { averageSpO2: 91 } }, 3, 2],
  ['on oxygen', { onOxygen: true }, 2, 1],
  ['systolic 90', { bloodPressureData: { systolic: 90, diastolic: 50 } }, 3, 2],
  ['systolic 100', { bloodPressureData: { systolic: 100, diastolic: 60 } }, 2, 1],
  ['systolic 110', { bloodPressureData: { systolic: 110, diastolic: 60 } }, 1, 1],
  ['systolic 220', { bloodPressureData: { systolic: 220, diastolic: 110 } }, 3, 2],
  ['pulse 40', { pulseRate: { value: 40 } }, 3, 2],
  ['pulse 50', { pulseRate: { value: 50 } }, 1, 1],
  ['pulse 111', { pulseRate: { value: 111 } }, 2, 1],
  ['pulse 131', { pulseRate: { value: 131 } }, 3, 2],
  ['new confusion', { consciousness: 'C' }, 3, 2],
  ['35.0 °C', { temperature: { value: 35 } }, 3, 2],
  ['36.0 °C', { temperature: { value: 36 } }, 1, 1],
  ['38.1 °C', { temperature: { value: 38.1 } }, 1, 1],
  ['39.1 °C', { temperature: { value: 39.1 } }, 2, 1],
  [
    'five in all',
    {
      respiratoryRate: { value: 22 },
      pulseOxiData: { averageSpO2: 93 },
      temperature: { value: 38.5 },
    },
    5,
    3,
  ],
  [
    'seven in all',
    {
      respiratoryRate: { value: 22 },
      pulseOxiData: { averageSpO2: 93 },
      temperature: { value: 38.5 },
      pulseRate: { value: 95 },
      bloodPressureData: { systolic: 108, diastolic: 71 },
    },
    7,
    4,
  ],
]

onPglite(seed, (opened) => {
  const send = async (
    id: string,
    patientId: string,
    change: Record<string, unknown> = {},
    status = 201,
  ) => {
    const answer = await post(ingestApp(opened.database), 'checkups', {
      ...wellCheckup(id, patientId),
      ...change,
    })
    expect(answer.status).toBe(status)
    return answer
  }
  const kept = (id: string) =>
    opened.database.kysely
      .selectFrom('checkup')
      .selectAll()
      .where('source_id', '=', id)
      .executeTakeFirstOrThrow()

  test.each(chart)(
    'the score of the RCP chart on arrival: %s',
    async (name, change, totalScore, riskLevel) => {
      const { body } = await send(name, plain.id, change)
      expect(body['ewsScores']).toMatchObject({
        totalScore,
        riskLevel,
        missing: 0,
        spo2Scale: 1,
        riskScheme: 'NEWS2',
      })
      expect(await kept(name)).toMatchObject({
        total_score: totalScore,
        risk_level: riskLevel,
        ews_scores: body['ewsScores'],
      })
    },
  )

  test('C374 the patient’s active flag at the time counts, also where the device says air; without a flag oxygen is missing, not air', async () => {
    const flagged = await send('flag', onOxygen.id, { onOxygen: undefined })
    expect(flagged.body['ewsScores']).toMatchObject({ onOxygenScore: 2, totalScore: 2, missing: 0 })
    expect((await kept('flag')).readings).toMatchObject({ onOxygen: true, oxygenFromFlag: true })
    const said = await send('said', onOxygen.id, { onOxygen: false })
    expect(said.body['ewsScores']).toMatchObject({ onOxygenScore: 2, totalScore: 2 })
    expect((await kept('said')).readings).toMatchObject({
      onOxygen: true,
      oxygenFromFlag: true,
      doubts: ['oxygen-flag', 'sent-twice'],
    })
    const unflagged = await send('no flag', plain.id, { onOxygen: undefined })
    expect(unflagged.body['ewsScores']).toMatchObject({
      onOxygenScore: null,
      totalScore: 0,
      missing: 1,
    })
    expect((await kept('no flag')).readings).toMatchObject({
      onOxygen: null,
      oxygenFromFlag: false,
    })
    // Long before the flag was set.
    const before = await send('before', onOxygen.id, {
      onOxygen: undefined,
      startedAt: '2025-06-01T11:55:00Z',
      endedAt: '2025-06-01T11:59:00Z',
    })
    expect(before.body['ewsScores']).toMatchObject({ onOxygenScore: null, missing: 1 })
    await opened.database.kysely
      .updateTable('patient_flag')
      .set({ ended_at: '2026-03-02T11:58:59.000Z' })
      .where('patient_id', '=', onOxygen.id)
      .where('type', '=', 'OnOxygen')
      .execute()
    expect(
      (await send('ended', onOxygen.id, { onOxygen: undefined })).body['ewsScores'],
    ).toMatchObject({ onOxygenScore: null, missing: 1 })
    expect(
      (await send('still', onOxygen.id, { onOxygen: undefined, endedAt: '2026-03-02T11:58:00Z' }))
        .body['ewsScores'],
    ).toMatchObject({ onOxygenScore: 2 })
  })

  test('a failed oximeter reading is missing: not scored, neither its SpO2 nor its pulse', async () => {
    const failed = { averageSpO2: 80, averageHr: 140, confidence: 'FAILED' }
    const { body } = await send('failed', plain.id, { pulseOxiData: failed, pulseRate: undefined })
    expect(body['ewsScores']).toMatchObject({
      SpO2Score: null,
      HRScore: null,
      totalScore: 0,
      missing: 2,
    })
    const nothingElse = await post(ingestApp(opened.database), 'checkups', {
      id: 'only failed',
      patientId: plain.id,
      startedAt: '2026-03-02T11:55:00Z',
      endedAt: '2026-03-02T11:59:00Z',
      pulseOxiData: failed,
    })
    expect(nothingElse.body['ewsScores']).toBeNull()
  })

  test('under 16 years and in pregnancy there is no score, its reason is kept, and the values are', async () => {
    const born = (birthDate: string) =>
      opened.database.kysely
        .updateTable('patient')
        .set({ birth_date: birthDate })
        .where('id', '=', young.id)
        .execute()
    const sick = { pulseRate: { value: 140 }, respiratoryRate: { value: 40 } }
    await born('2010-03-03')
    expect((await send('child', young.id, sick)).body['ewsScores']).toBeNull()
    expect(await kept('child')).toMatchObject({
      total_score: null,
      risk_level: null,
      ews_scores: null,
      readings: { ...sick, notScored: 'under-16' },
    })
    await born('2010-03-02')
    expect((await send('sixteen', young.id, sick)).body['ewsScores']).toMatchObject({
      totalScore: 6,
    })
    const { organization_id: organizationId } = await opened.database.kysely
      .selectFrom('patient_organization')
      .select('organization_id')
      .where('patient_id', '=', young.id)
      .executeTakeFirstOrThrow()
    await opened.database.kysely
      .insertInto('patient_flag')
      .values({
        id: 'pregnant',
        patient_id: young.id,
        organization_id: organizationId,
        type: 'Pregnant',
        title: 'Pregnant',
        description: '',
        started_at: '2026-01-01T00:00:00.000Z',
        ended_at: null,
        revision: 1,
      })
      .execute()
    expect((await send('pregnant', young.id, sick)).body['ewsScores']).toBeNull()
    expect((await kept('pregnant')).readings).toMatchObject({ notScored: 'pregnant' })
  })

  test('personal thresholds and SpO2 Scale 2 are the patient’s own', async () => {
    expect(
      (await send('personal', personal.id, { pulseRate: { value: 46 } })).body['ewsScores'],
    ).toMatchObject({ HRScore: 0, totalScore: 0, riskScheme: 'Personal' })
    expect(
      (await send('scale 2', scale2.id, { pulseOxiData: { averageSpO2: 88 } })).body['ewsScores'],
    ).toMatchObject({ SpO2Score: 0, onOxygenScore: 2, totalScore: 2, spo2Scale: 2 })
    expect(
      (
        await send('scale 2 on oxygen', scale2.id, {
          pulseOxiData: { averageSpO2: 97 },
          onOxygen: true,
        })
      ).body['ewsScores'],
    ).toMatchObject({ SpO2Score: 3, totalScore: 5 })
    // 0 on air, 5 on oxygen: neither is said, and no flag says it.
    await opened.database.kysely
      .deleteFrom('patient_flag')
      .where('patient_id', '=', scale2.id)
      .execute()
    expect(
      (
        await send('scale 2, oxygen not recorded', scale2.id, {
          pulseOxiData: { averageSpO2: 97 },
          onOxygen: undefined,
        })
      ).body['ewsScores'],
    ).toMatchObject({ SpO2Score: null, onOxygenScore: null, totalScore: 0, missing: 2 })
  })

  test('a score by thresholds of the care pathway is not called NEWS2, with personal ones before them', async () => {
    const pathwayOf = (patientId: string) =>
      opened.database.kysely
        .selectFrom('ward_admission')
        .select('care_pathway_id')
        .where('patient_id', '=', patientId)
        .where('discharged_at', 'is', null)
    const thresholds = async (bands: object | null) => {
      for (const { id } of [plain, scale2, personal])
        await opened.database.kysely
          .updateTable('care_pathway')
          .set({ ews_thresholds: bands === null ? null : JSON.stringify(bands) })
          .where('id', 'in', pathwayOf(id))
          .execute()
    }
    await thresholds(personalThresholds)
    try {
      const scored = async (patientId: string) =>
        (await send(`pathway ${patientId}`, patientId, { pulseRate: { value: 46 } })).body[
          'ewsScores'
        ]
      expect(await scored(plain.id)).toMatchObject({ HRScore: 0, riskScheme: 'Pathway' })
      // Scale 2 is of the patient, the thresholds are not.
      expect(await scored(scale2.id)).toMatchObject({ riskScheme: 'Pathway', spo2Scale: 2 })
      expect(await scored(personal.id)).toMatchObject({ riskScheme: 'Personal' })
    } finally {
      await thresholds(null)
    }
  })

  test('B4 readings that contradict each other, the flag or the patient’s last weight are kept, scored and marked', async () => {
    const doubts = async (id: string) => storedReadings((await kept(id)).readings).doubts
    const near = { onOxygen: undefined, startedAt: '2026-03-01T11:00:00Z' }
    const day = { ...near, endedAt: '2026-03-01T11:10:00Z' }
    await send('weighed', gallagher.id, { ...day, weight: { value: 70 } })
    expect(await doubts('weighed')).toEqual([])
    const pounds = await send('pounds', gallagher.id, {
      pulseRate: { value: 70 },
      pulseOxiData: { averageSpO2: 97, averageHr: 140, confidence: 'HIGH' },
      weight: { value: 154 },
      glucose: { reading: 40 },
    })
    expect(pounds.body['ewsScores']).toMatchObject({ HRScore: 3, totalScore: 3 })
    expect(await doubts('pounds')).toEqual([
      'pulse-differs',
      'oximeter-pulse',
      'weight-differs',
      'glucose-unlikely',
    ])
    const cuff = await send('fast cuff', gallagher.id, {
      ...day,
      endedAt: '2026-03-01T11:20:00Z',
      pulseRate: { value: 140 },
      pulseOxiData: { averageSpO2: 97, averageHr: 70, confidence: 'HIGH' },
    })
    expect(cuff.body['ewsScores']).toMatchObject({ HRScore: 3 })
    expect(await doubts('fast cuff')).toEqual(['pulse-differs'])
    await send('failed probe', gallagher.id, {
      endedAt: '2026-03-02T11:30:00Z',
      startedAt: '2026-03-02T11:20:00Z',
      pulseOxiData: { averageSpO2: 97, averageHr: 140, confidence: 'FAILED' },
    })
    expect(await doubts('failed probe')).toEqual([])
    await send('air', beaumont.id, { onOxygen: false })
    expect(await doubts('air')).toEqual(['oxygen-flag'])
    await send('heavy', beaumont.id, { onOxygen: true, weight: { value: 230 }, pulseRate: null })
    expect(await doubts('heavy')).toEqual(['weight-unlikely'])
  })

  test('B4 a glucose in mg/dL is left out and told, and the vital signs beside it are kept and scored', async () => {
    const sent = await send('mg/dL', gallagher.id, {
      glucose: { reading: 95, before_after_meal: 'before_meals' },
      respiratoryRate: { value: 26 },
      endedAt: '2026-03-02T11:40:00Z',
      startedAt: '2026-03-02T11:35:00Z',
    })
    expect(sent.body['ewsScores']).toMatchObject({ RRScore: 3, totalScore: 3, missing: 0 })
    expect((await kept('mg/dL')).readings).toMatchObject({
      glucose: null,
      doubts: ['not-usable'],
      notUsable: [{ field: 'glucose', sent: '95', reason: 'impossible' }],
    })
    await send('most', gallagher.id, {
      glucose: { reading: 60 },
      endedAt: '2026-03-02T11:20:00Z',
      startedAt: '2026-03-02T11:15:00Z',
    })
    expect((await kept('most')).readings).toMatchObject({
      glucose: { reading: 60 },
      doubts: ['glucose-unlikely'],
    })
    await send('less than none', gallagher.id, {
      glucose: { reading: 0 },
      endedAt: '2026-03-02T11:10:00Z',
      startedAt: '2026-03-02T11:05:00Z',
    })
    expect((await kept('less than none')).readings).toMatchObject({
      glucose: null,
      notUsable: [{ field: 'glucose', sent: '0' }],
    })
  })

  test('B4 the same readings under a second id are kept and marked; others, later ones and another patient’s are not', async () => {
    const doubts = async (id: string) => storedReadings((await kept(id)).readings).doubts
    await send('one', kaur.id)
    await send('its twin', kaur.id, { endedAt: '2026-03-02T11:59:40Z' })
    await send('another pulse', kaur.id, { pulseRate: { value: 73 } })
    await send('of another', smith.id)
    await send('an hour before', kaur.id, {
      startedAt: '2026-03-02T10:50:00Z',
      endedAt: '2026-03-02T10:59:00Z',
    })
    for (const [id, found] of [
      ['one', []],
      ['its twin', ['sent-twice']],
      ['another pulse', []],
      ['of another', []],
      ['an hour before', []],
    ] as const)
      expect([id, await doubts(id)]).toEqual([id, found])
    expect((await send('one', kaur.id, {}, 200)).body).toMatchObject({ replay: true })
  })

  test('what was not measured is missing, and nothing measured is no score', async () => {
    expect(
      (await send('partial', plain.id, { temperature: null, consciousness: undefined })).body[
        'ewsScores'
      ],
    ).toMatchObject({ tempScore: null, consciousnessScore: null, totalScore: 0, missing: 2 })
    const { body } = await post(ingestApp(opened.database), 'checkups', {
      id: 'signs',
      patientId: onOxygen.id,
      subtype: 'soft-signs',
      startedAt: '2026-03-02T11:55:00Z',
      endedAt: '2026-03-02T11:59:00Z',
      softSigns: [{ key: 'new_cough', isEmergency: false }],
    })
    expect(body['ewsScores']).toBeNull()
    expect(await kept('signs')).toMatchObject({
      ews_scores: null,
      total_score: null,
      readings: { onOxygen: null },
    })
  })

  test('the board shows the latest check-up, not the last to arrive', async () => {
    const patient = patientNamed('Llewellyn')
    const latest = await send('latest', patient.id, { respiratoryRate: { value: 22 } })
    await send('late', patient.id, {
      startedAt: '2026-03-01T11:55:00Z',
      endedAt: '2026-03-01T11:59:00Z',
    })
    const board = await opened.database.kysely
      .selectFrom('patient_summary')
      .selectAll()
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow()
    expect(board).toMatchObject({
      latest_checkup_id: latest.body['id'],
      total_score: 2,
      risk_level: 1,
      latest_checkup_ended_at: '2026-03-02T11:59:00.000Z',
    })
  })

  test('a practice’s device may send for the residents it is linked to, and for no other', async () => {
    const practice = { key: 'demo-eastgate', secret: 'demonstration-only-eastgate' }
    expect(
      (
        await post(
          ingestApp(opened.database),
          'checkups',
          wellCheckup('linked', patientNamed('Barlow').id),
          practice,
        )
      ).status,
    ).toBe(201)
    expect(
      (
        await post(
          ingestApp(opened.database),
          'checkups',
          wellCheckup('other', patientNamed('Rowbotham').id),
          practice,
        )
      ).status,
    ).toBe(404)
  })
})
