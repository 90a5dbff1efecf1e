import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DischargePatientFromWardDocument } from '../../../schema/generated/documents/stay'
import { tell } from '../../../server/areas/action-log/tell'
import { raiseAlert } from '../../../server/areas/alert'
import { sealAddress } from '../../../server/sealed-address'
import { createDocumentRenderer, documentKind } from '../../../server/documents'
import type { DocumentSource } from '../../../server/documents/papers'
import { summaryPaper } from '../../../server/documents/summary-paper'
import { startQueue, workOff } from '../../../server/queue'
import { secretBox } from '../../../server/secret-box'
import type { Readings } from '../../../src/domain/checkup/checkup'
import { ewsInputOf } from '../../../src/domain/checkup/ews-input'
import type { Summary } from '../../../src/domain/document/summary'
import { defaultThresholds, scoreCheckup } from '../../../src/domain/ews'
import { nextRevision } from '../../../server/db/revision'
import { codeOf, startServer, type Ask, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { addSession } from '../monitored'
import { refusing } from '../refusing'
import { addCheckup, addPatient, at, buildWorld, now } from '../world'
import { textOfPdf } from './pdf-text'

const secrets = secretBox(new Uint8Array(32).fill(7))
const minute = 60_000
const renderer = createDocumentRenderer()
afterAll(() => renderer.close())
const pdfOf = (source: Summary): Promise<Uint8Array> =>
  renderer.render({ kind: 'discharge-summary', source: JSON.stringify(source), parts: [] })

const measured = (over: Partial<Readings>): Readings => ({
  temperature: { value: 37, device: null, isManual: false },
  pulseRate: { value: 88, source: 'PulseOximeter', isManual: false },
  pulseOxiData: {
    averageSpO2: 91,
    uneditedAverageSpO2: null,
    averageHr: null,
    confidence: 'HIGH',
    device: null,
    isManual: false,
  },
  respiratoryRate: { value: 18, source: null },
  consciousness: 'A',
  onOxygen: false,
  oxygenFromFlag: false,
  notScored: null,
  doubts: [],
  notUsable: [],
  how: null,
  notMeasured: [],
  oxygenFlow: null,
  bloodPressureData: {
    systolic: 121,
    diastolic: 77,
    position: null,
    device: null,
    isManual: false,
  },
  symptoms: [],
  softSigns: [],
  weight: null,
  peakExpiratoryFlowRate: null,
  glucose: null,
  picture: [],
  lungSounds: [],
  attachments: [],
  notes: null,
  selectedAction: null,
  isStable: null,
  ...over,
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let clockMs = now
  const clock = { now: () => clockMs }
  beforeAll(async () => {
    server = await startServer(opened.database, { secrets, clock })
  })

  const rows = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
    opened.database.asSystem(
      async (trx) => (await query.execute(trx)).rows as Record<string, unknown>[],
    )
  const newPatient = async (first = 'Siobhán', links: readonly string[] = []): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'w', first, last: `Zieliński ${id}`, ward: 'A', links }),
    )
    return id
  }
  const addMeasured = async (patientId: string, minutesAgo: number, over: Partial<Readings>) => {
    const id = randomUUID()
    const readings = measured(over)
    const scores = scoreCheckup(ewsInputOf(readings, false), {
      thresholds: null,
      spo2Scale: 2,
      riskScheme: 'NEWS2',
    })
    await opened.database.asSystem(async (trx) => {
      await addCheckup(trx, {
        id,
        organizationId: 'w',
        patientId,
        endedAt: at(minutesAgo),
        total: scores.totalScore,
        risk: scores.riskLevel,
      })
      await trx
        .updateTable('checkup')
        .set({
          readings: JSON.stringify(readings),
          ews_scores: JSON.stringify(scores),
          created_by: 'nurse',
        })
        .where('id', '=', id)
        .execute()
    })
  }
  const discharge = async (
    patientId: string,
    reason: { type: string; additionalInfo?: string } = { type: 'TreatmentCompleted' },
    options: Ask = {},
  ) => {
    const answer = await server.ask(DischargePatientFromWardDocument.text, {
      as: 'nurse',
      variables: { patientId, wardId: 'ward-A', reason },
      ...options,
    })
    expect(codeOf(answer)).toBe('ok')
  }
  interface Listed {
    readonly id: string
    readonly state: string
    readonly kind: string
    readonly sha256: string | null
    readonly byteCount: number | null
  }
  const listOf = async (patientId: string, options: Ask = {}): Promise<readonly Listed[]> => {
    const { data } = await server.ask(
      `{ patientDocuments(patientId: "${patientId}") { id state kind sha256 byteCount admissionId createdBy { id } } }`,
      { as: 'nurse', ...options },
    )
    return ((data ?? {})['patientDocuments'] ?? []) as readonly Listed[]
  }
  const idOf = async (patientId: string): Promise<string> => (await listOf(patientId))[0]?.id ?? ''
  const parts = () => ({
    database: opened.database,
    clock,
    asksDatabase: false,
    log: { warn: () => undefined, error: () => undefined },
  })
  /** The job of a patient's document, while it is not over. */
  const jobOf = (patientId: string) =>
    rows(
      sql`select j.attempts, j.claim is null as free from job j join document d on d.id = j.key where d.patient_id = ${patientId}`,
    )
  /** A job whose renderer draws nothing. */
  const drawing = (
    render: (document: DocumentSource) => Promise<Uint8Array>,
    stopping?: AbortSignal,
  ) => workOff(parts(), documentKind(opened.database, { render }), stopping)
  const blank = Uint8Array.from([1, 2, 3])
  const draw = () => drawing(() => Promise.resolve(blank))
  const addressOf = (documentId: string, options: Ask = {}) =>
    server.ask(`{ documentAddress(documentId: "${documentId}") { address expiresAt } }`, {
      as: 'nurse',
      ...options,
    })
  const pathOf = async (documentId: string, options: Ask = {}): Promise<string> => {
    const { data } = await addressOf(documentId, options)
    return ((data ?? {})['documentAddress'] as { address: string }).address
  }
  const frozenOf = async (patientId: string): Promise<Summary> =>
    (await rows(sql`select source from document where patient_id = ${patientId}`))[0]?.[
      'source'
    ] as Summary

  /** With everything that a summary tells: Scale 2, thresholds, flags, alerts, notes, monitoring. */
  const eventful = async (): Promise<string> => {
    const id = await newPatient('Siobhán', ['h'])
    await opened.database.asSystem(async (trx) => {
      const revision = await nextRevision(trx, 'w')
      await trx
        .updateTable('patient')
        .set({
          national_identifier_type: 'NhsNumber',
          national_identifier_value: String(4_000_000_000 + Math.floor(Math.random() * 1e9)),
          pre_existing_conditions: JSON.stringify(['COPD', 'Heart failure']),
        })
        .where('id', '=', id)
        .execute()
      await trx
        .insertInto('personal_ews')
        .values({
          id: randomUUID(),
          patient_id: id,
          organization_id: 'w',
          thresholds: JSON.stringify({
            ...defaultThresholds,
            pulse: [
              { high: 44, score: 3 },
              { low: 45, score: 0 },
            ],
          }),
          risk_scheme: 'Personal',
          spo2_scale: 2,
          reason: 'Retains CO2',
          decided_by: 'Dr Ash',
          review_on: '2026-06-01',
          created_at: at(4000),
          created_by: 'manager',
          revision,
        })
        .execute()
      await trx
        .insertInto('patient_flag')
        .values({
          id: randomUUID(),
          patient_id: id,
          organization_id: 'w',
          type: 'OnOxygen',
          title: 'On oxygen',
          description: 'Home oxygen',
          started_at: at(4000),
          revision,
        })
        .execute()
      await trx
        .insertInto('alert')
        .values({
          id: `alert-${id}`,
          organization_id: 'w',
          patient_id: id,
          type: 'AlertRule',
          source_key: 'rule-w',
          alert_rule_id: 'rule-w',
          status: 'open',
          started_at: at(60),
          latest_at: at(50),
          severity: 4,
          open_triggers: 2,
          triggers: 2,
          acknowledged_at: at(55),
          acknowledged_by: 'nurse',
          created_at: at(60),
          revision,
        })
        .execute()
      await trx
        .insertInto('alert_trigger')
        .values(
          [60, 50].map((minutes) => ({
            id: randomUUID(),
            alert_id: `alert-${id}`,
            organization_id: 'w',
            patient_id: id,
            source: String(minutes),
            occurred_at: at(minutes),
            raised_at: at(minutes),
            severity: 4,
            status: 'open' as const,
          })),
        )
        .execute()
      await trx
        .insertInto('patient_note')
        .values({
          id: randomUUID(),
          organization_id: 'w',
          patient_id: id,
          text: 'Ate well. <b>Łucja</b> visited.',
          captured_at: at(90),
          created_at: at(90),
          created_by: 'nurse',
          revision,
        })
        .execute()
      await trx
        .insertInto('patient_contact')
        .values(
          [80, 20_000].map((minutes) => ({
            id: randomUUID(),
            organization_id: 'w',
            patient_id: id,
            kind: 'call' as const,
            with_whom: 'carer' as const,
            outcome: 'noAnswer' as const,
            note: minutes === 80 ? 'Mobile is off' : 'Before the stay',
            captured_at: at(minutes),
            created_at: at(minutes),
            created_by: 'nurse',
            revision,
          })),
        )
        .execute()
      await addSession(trx, {
        id: `session-${id}`,
        organizationId: 'h',
        patientId: id,
        createdAt: at(600),
      })
    })
    await addMeasured(id, 2000, { respiratoryRate: { value: 19, source: null } })
    await addMeasured(id, 1000, {
      respiratoryRate: { value: 26, source: null },
      temperature: { value: 39.2, device: null, isManual: false },
      consciousness: 'V',
      onOxygen: true,
      oxygenFlow: '4',
      weight: { value: 70.5, isManual: true, device: null },
      glucose: { reading: 6.5, time_of_capture: null, before_after_meal: null },
    })
    await addMeasured(id, 30, { bloodPressureData: null, notes: 'Feels better' })
    return id
  }
  const dischargeEventful = async (edition: 'en-GB' | 'en-US') => {
    const id = await eventful()
    await rows(sql`update organization set edition = ${edition} where id = 'w'`)
    await discharge(id, { type: 'Other', additionalInfo: 'Moved to her daughter’s in Kraków' })
    await rows(sql`update organization set edition = 'en-GB' where id = 'w'`)
    const frozen = await frozenOf(id)
    const pages = await textOfPdf(await pdfOf(frozen))
    return { id, pages, text: pages.join(' ') }
  }

  describe('a discharge summary', () => {
    test('O256 is asked for by the discharge and drawn by the job', async () => {
      const id = await newPatient()
      await discharge(id)
      expect(await listOf(id)).toMatchObject([
        { state: 'due', kind: 'discharge-summary', createdBy: { id: 'nurse' }, sha256: null },
      ])
      expect(await draw()).toBeGreaterThan(0)
      expect(await listOf(id)).toMatchObject([
        {
          state: 'ready',
          byteCount: 3,
          sha256: createHash('sha256').update(blank).digest('hex'),
        },
      ])
    })

    test('says what everyone must know, also that nobody recorded it, and nothing that is hidden on the screen', async () => {
      const [told, untold] = [await newPatient(), await newPatient()]
      const written = {
        organization_id: 'w',
        patient_id: told,
        captured_at: at(60),
        created_at: at(60),
        created_by: 'nurse',
      }
      await opened.database.asSystem(async (trx) => {
        await trx
          .insertInto('patient_allergy')
          .values({
            ...written,
            id: randomUUID(),
            substance: 'Penicillin',
            reaction: 'anaphylaxis',
            revision: await nextRevision(trx, 'w'),
          })
          .execute()
        const information = {
          resuscitation: { status: 'doNotAttempt', form: 'respect', formPlace: 'In the hall' },
          keySafe: { code: '4711' },
          nextOfKin: { name: 'Joan Smith' },
          conditions: { list: 'COPD\nAsthma' },
        } as const
        for (const [field, value] of Object.entries(information))
          await trx
            .insertInto('patient_critical_information')
            .values({
              ...written,
              id: randomUUID(),
              field: field as keyof typeof information,
              value: JSON.stringify(value),
              review_by: field === 'resuscitation' ? '2020-01-31' : null,
              revision: await nextRevision(trx, 'w'),
            })
            .execute()
      })
      await discharge(told)
      await discharge(untold)
      const text = (await textOfPdf(await pdfOf(await frozenOf(told)))).join(' ')
      expect(text).toContain('Penicillin: anaphylaxis')
      expect(text).toContain('Not for resuscitation (DNACPR), ReSPECT form, at: In the hall.')
      expect(text).toContain('Review was due 31-Jan-2020')
      expect(text).toContain('COPD, Asthma')
      expect(text).not.toMatch(/4711|Joan/)
      expect(JSON.stringify(await frozenOf(told))).not.toMatch(/4711|Joan/)
      const none = (await textOfPdf(await pdfOf(await frozenOf(untold)))).join(' ')
      expect(none).toMatch(/Allergies\s+not recorded/)
      expect(none).toMatch(/Resuscitation\s+not recorded/)
    })

    test('O256 finds each thing that happened in words that can be searched, on pages with the patient', async () => {
      const { pages, text, id } = await dischargeEventful('en-GB')
      const number = String(
        (await rows(sql`select national_identifier_value as v from patient where id = ${id}`))[0]?.[
          'v'
        ],
      )
      pages.forEach((page, at) => {
        expect(page).toContain(`ZIELIŃSKI ${id.toUpperCase()}, Siobhán`)
        expect(page).toContain('Born 29-Feb-1940')
        expect(page).toContain(
          `NHS number ${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`,
        )
        expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      })
      for (const words of [
        'Reason for discharge: Other: Moved to her daughter’s in Kraków',
        'Organisation West Ward',
        'Ward Ward A',
        'Care pathway West Ward pathway',
        'Conditions COPD, Heart failure',
        'On oxygen Home oxygen',
        'Admitted 27-Feb-2026 00:40',
        'Discharged 02-Mar-2026 12:00',
        'Length of stay 3 d 11 h',
        'Expected discharge 20-Mar-2026',
        '02-Mar-2026 02:00 to 02-Mar-2026 12:00',
        'SpO2 Scale 2 is in force (target 88 to 92 %)',
        'NEWS2: 3 check-ups',
        'First Highest Last',
        'Time 01-Mar-2026 02:40 01-Mar-2026 19:20 02-Mar-2026 11:30',
        'Total 0 10 0, 1 missing',
        'Respiratory rate /min 19 +0 26 +3 18 +0',
        'Air or oxygen Air +0 Oxygen +2 Air +0',
        'Consciousness A +0 V +3 A +0',
        'Temperature °C 37.0 +0 39.2 +2 37.0 +0',
        'Scored by NEWS2, SpO2 Scale 2',
        'Trends over the stay',
        '28-Feb-2026 01-Mar-2026 02-Mar-2026',
        // The last vital signs, each with its own time.
        'Blood pressure 121/77 mmHg 01-Mar-2026 19:20',
        'Consciousness Alert (fully awake) 02-Mar-2026 11:30',
        'Weight 70.5 kg',
        'Blood glucose 6.5 mmol/L',
        'Peak flow Not measured',
        'raised 2 times',
        'Open until the discharge.',
        'Taken on by NURSE Tester, 02-Mar-2026 11:05.',
        'Decided by Dr Ash',
        'Reason Retains CO2',
        'Review on 01-Jun-2026',
        '≤ 44',
        'Ate well. <b>Łucja</b> visited.',
        'Check-up: Feels better',
        'Calls and visits during the stay',
        'NURSE Tester Call, carer or relative: no answer Mobile is off',
      ])
        expect(text).toContain(words)
      expect(text).not.toContain('Before the stay')
    })

    test('O256 in the US edition has its words, dates and units', async () => {
      const { text } = await dischargeEventful('en-US')
      for (const words of [
        'Organization West Ward',
        'Born Feb 29, 1940',
        'Discharged Mar 2, 2026, 12:00 PM',
        'Length of stay 3 d 11 hr',
        'Temperature °F',
        '102.6 +2',
        'Weight 155.4 lb',
        'Blood glucose 117.0 mg/dL',
        '≥ 102.4',
      ])
        expect(text).toContain(words)
      expect(text).not.toMatch(/°C|mmol|Organisation| kg/)
    })

    test('says what was true at the discharge, whatever changed before it was drawn', async () => {
      const id = await eventful()
      await discharge(id)
      const before = summaryPaper(await frozenOf(id))
      await rows(sql`update patient set last_name = 'Renamed' where id = ${id}`)
      await rows(sql`update checkup set readings = '{}' where patient_id = ${id}`)
      await rows(sql`update patient_note set text = 'Changed' where patient_id = ${id}`)
      const drawn: unknown[] = []
      await drawing(({ source }) => {
        drawn.push(summaryPaper(JSON.parse(source)))
        return Promise.resolve(blank)
      })
      expect(drawn).toContainEqual(before)
      expect(JSON.stringify(before)).not.toContain('Renamed')
    })

    test('O256 holds what was committed while it was gathered: the discharge waits for its writer', async () => {
      // PGlite has one connection: nobody writes while it gathers.
      if (opened.url === null) return
      const id = await newPatient()
      await addMeasured(id, 60, {})
      let commit = (): void => undefined
      const committing = new Promise<void>((resolve) => {
        commit = resolve
      })
      let writer: Promise<void> = committing
      await new Promise<void>((written) => {
        writer = opened.database.asSystem(async (trx) => {
          await addCheckup(trx, {
            id: `late ${id}`,
            organizationId: 'w',
            patientId: id,
            endedAt: at(1),
            total: 9,
            risk: 3,
          })
          written()
          await committing
        })
      })
      const discharged = discharge(id)
      await expect
        .poll(
          () => rows(sql`select 1 from pg_locks where not granted`).then((found) => found.length),
          { timeout: 60_000, interval: 5 },
        )
        .toBeGreaterThan(0)
      commit()
      await Promise.all([writer, discharged])
      const { checkupCount, checkups, highest } = await frozenOf(id)
      expect([checkupCount, checkups.at(-1)?.at, highest?.at]).toEqual([2, at(1), at(1)])
    })

    test('O256 holds what a device with a clock ahead measured before it, within its charts', async () => {
      const id = await newPatient()
      await addMeasured(id, 60, {})
      await addMeasured(id, -4, {})
      await addMeasured(id, -6, {})
      await discharge(id)
      const summary = await frozenOf(id)
      expect(summary.checkups.map((one) => one.at)).toEqual([at(60), at(-4)])
      const charts = JSON.parse(JSON.stringify(summaryPaper(summary))) as unknown
      const ends = [...JSON.stringify(charts).matchAll(/"toMs":(\d+)/g)].map(([, ms]) => Number(ms))
      expect(new Set(ends)).toEqual(new Set([Date.parse(at(-4))]))
    })

    test('of a stay without any check-up, alert or note says so', async () => {
      const id = await newPatient()
      await discharge(id)
      const [page] = await textOfPdf(await pdfOf(await frozenOf(id)))
      for (const words of [
        'No check-up was taken during the stay.',
        'No alert was raised.',
        'No note was written.',
        'No national identifier',
        'Thresholds of NEWS2. SpO2 Scale 1.',
      ])
        expect(page).toContain(words)
    })

    test('names the care pathway whose thresholds scored the patient; an older one does not say which', async () => {
      const id = await newPatient()
      const thresholdsOfPathway = (stored: string | null) =>
        rows(sql`update care_pathway set ews_thresholds = ${stored}::jsonb where id = 'pathway-w'`)
      await thresholdsOfPathway(JSON.stringify(defaultThresholds))
      try {
        await discharge(id)
      } finally {
        await thresholdsOfPathway(null)
      }
      const frozen = await frozenOf(id)
      expect(JSON.stringify(summaryPaper(frozen))).toContain(
        'Thresholds of West Ward pathway. SpO2 Scale 1.',
      )
      const { schemeName: _none, ...thresholds } = frozen.thresholds
      expect(JSON.stringify(summaryPaper({ ...frozen, thresholds }))).toContain(
        'Thresholds of the care pathway. SpO2 Scale 1.',
      )
    })

    test('a partial total stands as one, and of a child or in pregnancy there is none', async () => {
      const id = await newPatient()
      await addMeasured(id, 90, { respiratoryRate: null, consciousness: null })
      await addMeasured(id, 60, { notScored: 'under-16' })
      await discharge(id)
      const text = JSON.stringify(summaryPaper(await frozenOf(id)))
      expect(text).toContain(', 2 missing')
      expect(text).toContain('No NEWS2 under 16 years')
      expect(text).toMatch(/"\d\*"/)
    })

    test('O256 tells an alert each time that it was raised, and those of other organisations', async () => {
      const id = await newPatient('Zoë', ['h'])
      const raise = (minutes: number, organizationId: 'w' | 'h', measured = minutes) =>
        opened.database.asSystem(async (trx) => {
          await raiseAlert(
            trx,
            {
              organizationId,
              patientId: id,
              ...(organizationId === 'w'
                ? { type: 'AlertRule', key: 'rule-w' }
                : { type: 'PatientCallbackRequest', key: 'callback' }),
              source: String(measured),
              occurredAt: at(measured),
              severity: 4,
              escalateAfterMinutes: null,
            },
            at(minutes),
            await nextRevision(trx, organizationId),
          )
        })
      const done = async (minutes: number, as: string, what: string) => {
        clockMs = now - minutes * minute
        const [alert] = await rows(
          sql`select id from alert where patient_id = ${id} and type = 'AlertRule'`,
        )
        const text = what.replace('ID', `"${String(alert?.['id'])}"`)
        expect(codeOf(await server.ask(`mutation { ${text} { id } }`, { as }))).toBe('ok')
        clockMs = now
      }
      await raise(300, 'w')
      await rows(
        sql`update alert set escalated_at = ${at(295)} where patient_id = ${id} and type = 'AlertRule'`,
      )
      await done(290, 'nurse', 'acknowledgeAlert(id: ID, isAcknowledged: true)')
      await done(
        200,
        'manager',
        'setAlertStatus(alerts: [{ id: ID, status: closed, outcome: rang }])',
      )
      await raise(150, 'h')
      await raise(100, 'w')
      await raise(90, 'w')
      await done(
        80,
        'nurse',
        'setAlertStatus(alerts: [{ id: ID, status: closed, outcome: visited }])',
      )
      // An older reading that came late: measured before all that closed.
      await raise(70, 'w', 310)
      await discharge(id)
      const frozen = await frozenOf(id)
      expect(frozen.alertCount).toBe(4)
      const nobody = { acknowledgedAt: null, acknowledgedBy: null, escalatedAt: null }
      const atDischarge = { closedAt: at(0), closedBy: null, closedReason: 'discharged' }
      expect(frozen.alerts).toMatchObject([
        {
          name: 'High score',
          startedAt: at(100),
          count: 2,
          ...nobody,
          closedAt: at(80),
          closedBy: 'NURSE Tester',
          closedReason: 'resolved',
          outcome: 'visited',
        },
        { type: 'PatientCallbackRequest', startedAt: at(150), count: 1, ...nobody, ...atDischarge },
        {
          name: 'High score',
          startedAt: at(300),
          count: 1,
          acknowledgedAt: at(290),
          acknowledgedBy: 'NURSE Tester',
          escalatedAt: at(295),
          closedAt: at(200),
          closedBy: 'MANAGER Tester',
          closedReason: 'resolved',
          outcome: 'rang',
        },
        { name: 'High score', startedAt: at(310), count: 1, ...nobody, ...atDischarge },
      ])
      const paper = JSON.stringify(summaryPaper(frozen))
      for (const words of [
        'High score, raised 2 times',
        'Taken on by NURSE Tester, 02-Mar-2026 07:10. Escalated 02-Mar-2026 07:05. Resolved by MANAGER Tester, 02-Mar-2026 08:40. Rang the patient.',
      ])
        expect(paper).toContain(words)
      const [first] = frozen.alerts
      const struck = { ...first, closedBy: null, closedReason: 'struck-out', outcome: null }
      expect(
        JSON.stringify(summaryPaper({ ...frozen, alerts: [struck as NonNullable<typeof first>] })),
      ).toContain('Closed, 02-Mar-2026 10:40: its check-up was entered in error.')
    })

    test('of a long stay tells how much it leaves out, and yet each last value and note', async () => {
      const id = await newPatient()
      await addMeasured(id, 4000, {
        respiratoryRate: { value: 30, source: null },
        weight: { value: 71.5, isManual: true, device: null },
        notes: 'Came in tired',
      })
      await addMeasured(id, 3950, { weight: { value: 70.5, isManual: true, device: null } })
      await addMeasured(id, 3900, { pulseRate: null })
      await rows(sql`
        insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, ews_scores, total_score, risk_level, payload_hash, revision)
        select gen_random_uuid()::text, c.organization_id, c.patient_id, gen_random_uuid()::text, c.type, t.at, t.at, t.at, c.readings, jsonb_set(c.ews_scores, '{totalScore}', '1'), 1, 1, 'x', c.revision
        from checkup c, (select ${at(3900)}::timestamptz + n * interval '5 minutes' as at from generate_series(1, 700) n) t
        where c.patient_id = ${id} and c.ended_at = ${at(3900)}`)
      await discharge(id)
      const frozen = await frozenOf(id)
      expect([frozen.checkupCount, frozen.checkups.length]).toEqual([703, 600])
      expect(frozen.highest?.respiratoryRate).toBe(30)
      expect(frozen.earlier.map((one) => one.at)).toEqual([at(4000), at(3950)])
      const tables = summaryPaper(frozen).blocks.flatMap((block) =>
        (block.kind === 'together' ? block.blocks : [block]).flatMap((one) =>
          one.kind === 'table' ? one.rows : [],
        ),
      )
      for (const row of [
        ['Weight', '70.5 kg', '27-Feb-2026 18:10'],
        ['Pulse', '88 /min', '27-Feb-2026 18:10'],
        ['Blood glucose', 'Not measured', ''],
        ['27-Feb-2026 17:20', 'NURSE Tester', 'Check-up: Came in tired'],
      ])
        expect(tables).toContainEqual(row)
      const { blocks } = summaryPaper(frozen)
      const paper = JSON.stringify(blocks)
      expect(paper).toContain('The last 27 of 703 check-ups.')
      // No page ends with the heading of the charts, or with that.
      expect(blocks).toContainEqual({
        kind: 'together',
        blocks: [
          { kind: 'heading', level: 2, text: 'Trends over the stay' },
          {
            kind: 'paragraph',
            tone: 'quiet',
            text: 'Charts and tables hold the last 600 of 703 check-ups.',
          },
          expect.objectContaining({ kind: 'trend' }),
        ],
      })
    })
  })

  describe('the job', () => {
    test('O256 draws what is committed at once, on its own thread', async () => {
      const id = await eventful()
      // Nothing but the message of the database wakes it.
      const renderer = createDocumentRenderer()
      const stop = startQueue(parts(), [documentKind(opened.database, renderer)], 3_600_000)
      await discharge(id)
      await expect
        .poll(async () => (await listOf(id))[0]?.state, { timeout: 120_000, interval: 100 })
        .toBe('ready')
      await stop()
      await renderer.close()
      const response = await server.fetch(await pathOf(await idOf(id)))
      const [page] = await textOfPdf(new Uint8Array(await response.arrayBuffer()))
      expect(page).toContain('Discharge summary')
    })

    test('of two servers each draws a document once; who was killed is followed after two minutes', async () => {
      await draw()
      const ids = [await newPatient(), await newPatient(), await newPatient()]
      for (const id of ids) await discharge(id)
      const drawn: string[] = []
      const count = ({ source }: DocumentSource): Promise<Uint8Array> => {
        drawn.push(summaryPaper(JSON.parse(source)).head.person)
        return Promise.resolve(blank)
      }
      await Promise.all([drawing(count), drawing(count)])
      expect(new Set(drawn).size).toBe(3)
      expect(drawn).toHaveLength(3)
      const id = await newPatient()
      await discharge(id)
      // It took the document and was never heard of again.
      void drawing(() => new Promise(() => undefined))
      await expect.poll(() => jobOf(id)).toEqual([{ attempts: 1, free: false }])
      expect(await draw()).toBe(0)
      clockMs += 2 * minute
      expect(await draw()).toBe(1)
      clockMs = now
      expect((await listOf(id))[0]?.state).toBe('ready')
    })

    test('a try that lasted too long undoes nothing of the next one', async () => {
      await draw()
      const id = await newPatient()
      await discharge(id)
      let endFirst: (() => void) | null = null as (() => void) | null
      const first = drawing(
        () =>
          new Promise((_resolve, reject) => {
            endFirst = () => reject(new Error('Late'))
          }),
      )
      await expect.poll(() => endFirst).not.toBeNull()
      expect(await jobOf(id)).toEqual([{ attempts: 1, free: false }])
      clockMs += 2 * minute
      // The second server is still drawing it when the first one fails.
      void drawing(() => new Promise(() => undefined))
      await expect.poll(() => jobOf(id)).toEqual([{ attempts: 2, free: false }])
      endFirst?.()
      await first
      expect(await jobOf(id)).toEqual([{ attempts: 2, free: false }])
      clockMs += 2 * minute
      await draw()
      expect([await jobOf(id), (await listOf(id))[0]?.state]).toEqual([[], 'ready'])
      clockMs = now
    })

    test('a server that stops leaves the document to the next one, and not as a failure', async () => {
      const id = await newPatient()
      await discharge(id)
      const stopping = new AbortController()
      await drawing(() => {
        stopping.abort()
        return Promise.reject(new Error('Closed'))
      }, stopping.signal)
      expect([await jobOf(id), (await listOf(id))[0]?.state]).toEqual([
        [{ attempts: 0, free: true }],
        'due',
      ])
      await draw()
    })

    test('what ends each server that draws it fails after three tries, and is not tried for ever', async () => {
      await draw()
      const id = await newPatient()
      await discharge(id)
      for (const attempts of [1, 2, 3]) {
        // It took the document and was never heard of again.
        void drawing(() => new Promise(() => undefined))
        await expect.poll(() => jobOf(id)).toEqual([{ attempts, free: false }])
        clockMs += 2 * minute
      }
      await draw()
      expect((await listOf(id))[0]?.state).toBe('failed')
      clockMs = now
    })

    test('what cannot be drawn fails after three tries, and is drawn when somebody asks again', async () => {
      const id = await newPatient()
      await discharge(id)
      const fails = () => drawing(() => Promise.reject(new Error('No')))
      expect(await fails()).toBe(1)
      expect(await fails()).toBe(0)
      clockMs += 5_000
      expect(await fails()).toBe(1)
      clockMs += 10_000
      expect(await fails()).toBe(1)
      const documentId = await idOf(id)
      expect((await listOf(id))[0]?.state).toBe('failed')
      expect((await addressOf(documentId)).errors[0]?.extensions).toMatchObject({
        code: 'CONFLICT',
        reason: 'NOT_READY',
      })
      const retry = () =>
        server.ask(`mutation { retryDocument(documentId: "${documentId}") { state } }`, {
          as: 'nurse',
        })
      expect((await retry()).data).toEqual({ retryDocument: { state: 'due' } })
      await draw()
      expect((await retry()).data).toEqual({ retryDocument: { state: 'ready' } })
      clockMs = now
    })
  })

  describe('an address', () => {
    const made = async (): Promise<{ id: string; documentId: string }> => {
      const id = await newPatient()
      await discharge(id)
      await draw()
      return { id, documentId: await idOf(id) }
    }
    const statusOf = async (path: string): Promise<number> => (await server.fetch(path)).status

    test('opens the file for five minutes, without a name and kept by nobody; each opening is logged', async () => {
      const { id, documentId } = await made()
      const path = await pathOf(documentId)
      const response = await server.fetch(path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="discharge-summary-2026-03-02.pdf"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(blank)
      clockMs = now + 5 * minute - 1
      expect(await statusOf(path)).toBe(200)
      clockMs = now + 5 * minute
      expect(await statusOf(path)).toBe(403)
      clockMs = now
      const entries = await rows(
        sql`select action, entity_type, entity_id, patient_id, actor_id, details from action_log where entity_id = ${documentId} order by seq`,
      )
      expect(entries).toHaveLength(2)
      expect(entries[0]).toMatchObject({
        action: 'openDocument',
        actor_id: 'nurse',
        patient_id: id,
      })
      const names = new Map([[`patient ${id}`, 'Ada Lovelace']])
      for (const edition of ['en-GB', 'en-US'] as const)
        expect(tell(entries[0] as never, names, edition).message).toBe(
          'Opened the discharge summary of Ada Lovelace',
        )
      expect(server.logged.join('')).not.toContain(path.split('address=')[1])
    })

    test('that was altered, or that another key or purpose sealed, opens nothing', async () => {
      const { documentId } = await made()
      const path = await pathOf(documentId)
      const [before = '', address = ''] = path.split('address=')
      const middle = Math.floor(address.length / 2)
      const altered = `${address.slice(0, middle)}${address[middle] === 'A' ? 'B' : 'A'}${address.slice(middle + 1)}`
      const opening = {
        id: documentId,
        userId: 'nurse',
        organizationId: 'w',
        signIn: { sessionId: null, authTime: now / 1000 },
        actedBy: null,
      }
      const foreign = sealAddress(secretBox(new Uint8Array(32)), 'document', opening, now + minute)
      const elsewhere = sealAddress(secrets, 'checkup-file', opening, now + minute)
      const other = Buffer.from(
        secrets.seal('another-purpose', JSON.stringify({ ...opening, untilMs: now + minute })),
      ).toString('base64url')
      for (const bad of [altered, foreign, elsewhere, other, '', 'x'])
        expect(await statusOf(`${before}address=${bad}`)).toBe(403)
    })

    test('is for its user in its organisation alone, and another organisation has none', async () => {
      const id = await newPatient('Zoë', ['h'])
      await discharge(id)
      await draw()
      const documentId = await idOf(id)
      expect(await listOf(id, { as: 'carer', in: 'h' })).toEqual([])
      expect(codeOf(await addressOf(documentId, { as: 'carer', in: 'h' }))).not.toBe('ok')
      for (const [userId, organizationId] of [
        ['nurse', 'h'],
        ['nobody', 'w'],
      ] as const) {
        const address = sealAddress(
          secrets,
          'document',
          {
            id: documentId,
            userId,
            organizationId,
            signIn: { sessionId: null, authTime: now / 1000 },
            actedBy: null,
          },
          now + minute,
        )
        expect(await statusOf(`/Prod/documents/file?address=${address}`)).toBe(404)
      }
    })

    test('dies with the rights of its user', async () => {
      const { documentId } = await made()
      const path = await pathOf(documentId)
      await rows(
        sql`insert into role (id, organization_id, name, description, permissions) values ('viewer', 'w', 'Viewer', '', '["view_patients"]')`,
      )
      const withRoles = async (roles: string) => {
        await rows(
          sql`update user_organization set roles = ${roles}::jsonb where user_id = 'nurse' and organization_id = 'w'`,
        )
        return statusOf(path)
      }
      const [kept] = await rows(
        sql`select roles::text as roles from user_organization where user_id = 'nurse' and organization_id = 'w'`,
      )
      expect(await withRoles('["Self Care"]')).toBe(404)
      expect(await withRoles('[]')).toBe(404)
      // Without the archive a discharged patient is out of sight.
      expect(await withRoles('["Viewer"]')).toBe(404)
      expect(await withRoles(String(kept?.['roles']))).toBe(200)
      await rows(
        sql`update user_organization set deleted_at = ${at(0)} where user_id = 'nurse' and organization_id = 'w'`,
      )
      expect(await statusOf(path)).toBe(404)
      await rows(
        sql`update user_organization set deleted_at = null where user_id = 'nurse' and organization_id = 'w'`,
      )
    })

    test('who has the record open in an emergency reads its documents, until that ends', async () => {
      const { id, documentId } = await made()
      expect(codeOf(await addressOf(documentId, { as: 'owl' }))).toBe('NOT_FOUND')
      await rows(sql`insert into emergency_access (id, organization_id, user_id, patient_id, reason, opened_at, ends_at)
        values (${randomUUID()}, 'w', 'owl', ${id}, 'Nobody of the ward is here', ${at(1)}, ${at(-3)})`)
      expect(await listOf(id, { as: 'owl' })).toHaveLength(1)
      const path = await pathOf(documentId, { as: 'owl' })
      expect(await statusOf(path)).toBe(200)
      // It is read, and nothing is done to it.
      const retried = await server.ask(
        `mutation { retryDocument(documentId: "${documentId}") { state } }`,
        { as: 'owl' },
      )
      expect(codeOf(retried)).toBe('FORBIDDEN')
      clockMs = now + 3 * minute
      expect(await statusOf(path)).toBe(404)
      expect(codeOf(await addressOf(documentId, { as: 'owl' }))).toBe('NOT_FOUND')
      clockMs = now
    })

    test('who may not open the record finds neither list nor address', async () => {
      const { id, documentId } = await made()
      expect(codeOf(await addressOf(documentId, { as: 'owl' }))).toBe('NOT_FOUND')
      expect(
        codeOf(await server.ask(`{ patientDocuments(patientId: "${id}") { id } }`, { as: 'owl' })),
      ).toBe('NOT_FOUND')
      expect(codeOf(await addressOf(randomUUID()))).toBe('NOT_FOUND')
    })
  })

  test('O256 no discharge without its summary: where it cannot be asked for, nobody is discharged', async () => {
    const id = await newPatient()
    const answer = await refusing(
      opened,
      { table: 'document', event: 'insert', when: `new.patient_id = '${id}'` },
      () =>
        server.ask(DischargePatientFromWardDocument.text, {
          as: 'nurse',
          variables: { patientId: id, wardId: 'ward-A', reason: { type: 'TreatmentCompleted' } },
        }),
    )
    expect(codeOf(answer)).not.toBe('ok')
    expect(
      await rows(sql`select discharged_at from ward_admission where patient_id = ${id}`),
    ).toEqual([{ discharged_at: null }])
    await discharge(id)
    expect(await listOf(id)).toHaveLength(1)
  })
})
