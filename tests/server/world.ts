import type { EwsScores } from '../../src/domain/ews/thresholds'
import type { Readings } from '../../src/domain/checkup/checkup'
import type { Database, Trx } from '../../server/db/database'
import { noteAcuity } from '../../server/areas/patient-summary/keep'
import { nextRevision } from '../../server/db/revision'
import { noteCheckup } from './note-checkup'

/** The tests' clock stands here. */
export const now = Date.parse('2026-03-02T12:00:00.000Z')
export const at = (minutesAgo: number): string => new Date(now - minutesAgo * 60_000).toISOString()

/**
 * Organisations: w a virtual ward with wards A and B, h a care home, p a practice beside h, t
 * without terms, i internal.
 */
const organizations = [
  {
    id: 'w',
    name: 'West Ward',
    type: 'virtual_ward',
    flags: ['wards', 'referrals', 'manualExpectedLengthOfStay', 'patientAcuityScore'],
    terms: true,
  },
  { id: 'h', name: 'Hill Home', type: 'care_home', flags: [], terms: true },
  { id: 'p', name: 'Park Practice', type: 'practice', flags: [], terms: true },
  { id: 't', name: 'Term Home', type: 'care_home', flags: [], terms: false },
  { id: 'i', name: 'Internal', type: 'internal', flags: [], terms: true },
] as const

interface User {
  readonly id: string
  readonly at: Readonly<Record<string, readonly string[]>>
  readonly wards?: readonly string[]
  readonly selfCare?: true
  readonly internal?: true
}
const users: readonly User[] = [
  { id: 'admin', at: { w: ['Organisation Admin'] } },
  { id: 'manager', at: { w: ['Ward Manager'] }, wards: ['A'] },
  { id: 'nurse', at: { w: ['Clinician'] }, wards: ['A'] },
  { id: 'care', at: { w: ['Care Assistant'] }, wards: ['A'] },
  { id: 'reader', at: { w: ['Read Only'] }, wards: ['A'] },
  { id: 'selfcare', at: { w: ['Self Care'] }, selfCare: true },
  { id: 'owl', at: { w: ['Night Owl'] }, wards: ['A'] },
  { id: 'carer', at: { h: ['Care Assistant'] } },
  { id: 'gp', at: { p: ['Clinician'] } },
  { id: 'newboss', at: { t: ['Organisation Admin'] } },
  { id: 'newcarer', at: { t: ['Care Assistant'] } },
  { id: 'multi', at: { w: ['Clinician'], h: ['Read Only'] }, wards: ['A', 'B'] },
  { id: 'staff', at: { i: ['Internal Staff'] }, internal: true },
]

interface SeedPatient {
  readonly id: string
  readonly of: string
  readonly first: string
  readonly last: string
  readonly ward?: string
  readonly links?: readonly string[]
  readonly nhs?: string
}
const patients: readonly SeedPatient[] = [
  { id: 'a1', of: 'w', first: 'Zoë', last: "O'Neill", ward: 'A', nhs: '9434765919' },
  { id: 'a2', of: 'w', first: 'Zac', last: "O'Neill", ward: 'A' },
  { id: 'b1', of: 'w', first: 'Bert', last: 'Brown', ward: 'B', nhs: '9449305552' },
  { id: 'n1', of: 'w', first: 'Nora', last: 'Nobed' },
  { id: 'h1', of: 'h', first: 'Hana', last: 'Hill', links: ['p'], nhs: '9990000018' },
  { id: 'h2', of: 'h', first: 'Hugo', last: 'Hood' },
  { id: 'p1', of: 'p', first: 'Pia', last: 'Park' },
]

/** `isPartial`: the temperature alone was measured. */
const scores = (total: number | null, risk: number | null, isPartial = false): EwsScores => ({
  BPScore: 0,
  consciousnessScore: 0,
  HRScore: 0,
  RRScore: 0,
  SpO2Score: 0,
  tempScore: total === null ? null : Math.min(total, 3),
  onOxygenScore: 0,
  totalScore: total,
  riskLevel: risk,
  missing: 0,
  spo2Scale: 1,
  riskScheme: 'NEWS2',
  ...(isPartial
    ? {
        BPScore: null,
        consciousnessScore: null,
        HRScore: null,
        RRScore: null,
        SpO2Score: null,
        onOxygenScore: null,
        missing: 6,
      }
    : {}),
})
const readings: Readings = {
  temperature: { value: 38.4, device: 'T1', isManual: false },
  pulseRate: { value: 88, source: 'PulseOximeter', isManual: false },
  pulseOxiData: null,
  respiratoryRate: { value: 18, source: null },
  consciousness: 'A',
  onOxygen: false,
  oxygenFromFlag: false,
  notScored: null,
  doubts: [],
  notUsable: [{ field: 'weight', sent: '0', reason: 'impossible', checkPatient: [] }],
  how: null,
  notMeasured: [],
  oxygenFlow: null,
  bloodPressureData: null,
  symptoms: [{ key: 'cough', severity: 'low' }],
  softSigns: [],
  weight: null,
  peakExpiratoryFlowRate: null,
  glucose: null,
  picture: [{ url: '/p.png', caption: null }],
  lungSounds: [],
  attachments: [],
  notes: 'slept well',
  selectedAction: 2,
  isStable: true,
}

/** Stores a check-up as the ingest does. */
export async function addCheckup(
  trx: Trx,
  checkup: {
    id: string
    organizationId: string
    patientId: string
    endedAt: string
    total: number | null
    risk?: number | null
    type?: string
    isPartial?: boolean
  },
): Promise<void> {
  const { id, organizationId, patientId, endedAt, total } = checkup
  const risk = checkup.risk ?? null
  await trx
    .insertInto('checkup')
    .values({
      id,
      organization_id: organizationId,
      patient_id: patientId,
      source_id: id,
      type: 'new_checkup',
      checkup_type:
        checkup.type === undefined
          ? null
          : JSON.stringify({ id: checkup.type, name: checkup.type }),
      started_at: endedAt,
      ended_at: endedAt,
      received_at: endedAt,
      readings: JSON.stringify(readings),
      ews_scores: JSON.stringify(scores(total, risk, checkup.isPartial)),
      total_score: total,
      risk_level: risk,
      payload_hash: id,
      revision: await nextRevision(trx, organizationId),
    })
    .execute()
  await noteCheckup(trx, {
    patientId,
    checkupId: id,
    endedAt,
    scores: scores(total, risk, checkup.isPartial),
    typeId: checkup.type ?? null,
  })
}

/** Stores a patient, linked to its organisation and to `links`. */
export async function addPatient(
  trx: Trx,
  patient: SeedPatient & { readonly pathway?: string; readonly wardId?: string },
): Promise<void> {
  await trx
    .insertInto('patient')
    .values({
      id: patient.id,
      organization_id: patient.of,
      first_name: patient.first,
      last_name: patient.last,
      gender: 'female',
      birth_date: '1940-02-29',
      national_identifier_type: patient.nhs === undefined ? null : 'NhsNumber',
      national_identifier_value: patient.nhs ?? null,
      pre_existing_conditions: JSON.stringify(['COPD']),
      created_at: at(9000),
      revision: await nextRevision(trx, patient.of),
    })
    .execute()
  for (const organization_id of [patient.of, ...(patient.links ?? [])])
    await trx
      .insertInto('patient_organization')
      .values({ patient_id: patient.id, organization_id, linked_at: at(9000) })
      .execute()
  if (patient.ward === undefined) return
  const admission = {
    patient_id: patient.id,
    organization_id: patient.of,
    ward_id: `ward-${patient.ward}`,
    care_pathway_id: `pathway-${patient.of}`,
  }
  await trx
    .insertInto('ward_admission')
    .values({
      ...admission,
      id: `admission-${patient.id}`,
      admitted_at: at(5000),
      created_at: at(5000),
      expected_discharge_date: '2026-03-20',
      revision: await nextRevision(trx, patient.of),
    })
    .execute()
  await trx
    .insertInto('admission_event')
    .values({
      ...admission,
      id: `event-${patient.id}`,
      admission_id: `admission-${patient.id}`,
      type: 'Admission',
      effective_at: at(5000),
      created_at: at(5000),
      created_by: 'nurse',
      reason: JSON.stringify({ type: 'StepUp', additionalInfo: null }),
      revision: await nextRevision(trx, patient.of),
    })
    .execute()
}

/** Fills a database with the small world that the tests know by heart. */
export const buildWorld = (database: Database): Promise<void> =>
  database.asSystem(async (trx) => {
    await trx
      .insertInto('organization')
      .values(
        organizations.map((o) => ({
          id: o.id,
          name: o.name,
          type: o.type,
          edition: 'en-GB' as const,
          telephone: '01273 800 900',
          address: JSON.stringify({ address: '1 High St', postcode: 'BN1 1AA' }),
          features: JSON.stringify(Object.fromEntries(o.flags.map((flag) => [flag, true]))),
          national_identifier_scheme: 'NhsNumber' as const,
          default_care_pathway_id: `pathway-${o.id}`,
          created_at: at(9999),
        })),
      )
      .execute()
    await trx
      .insertInto('organization_neighbour')
      .values({ organization_id: 'p', neighbour_id: 'h' })
      .execute()
    await trx
      .insertInto('role')
      .values({
        id: 'owl',
        organization_id: 'w',
        name: 'Night Owl',
        description: 'Nights',
        permissions: JSON.stringify(['view_patients', 'add_patient_notes']),
      })
      .execute()
    await trx
      .insertInto('care_pathway')
      .values(
        organizations.map((o) => ({
          id: `pathway-${o.id}`,
          organization_id: o.id,
          name: `${o.name} pathway`,
          created_at: at(9999),
          updated_at: at(9999),
          revision: 1,
        })),
      )
      .execute()
    await trx
      .insertInto('ward')
      .values(
        ['A', 'B'].map((name) => ({
          id: `ward-${name}`,
          organization_id: 'w',
          name: `Ward ${name}`,
          created_at: at(9999),
          updated_at: at(9999),
          revision: 1,
        })),
      )
      .execute()
    for (const user of users) {
      await trx
        .insertInto('user_account')
        .values({
          id: user.id,
          email: `${user.id}@example.test`,
          first_name: user.id.toUpperCase(),
          last_name: 'Tester',
          is_internal_staff: user.internal === true,
          is_self_care: user.selfCare === true,
          created_at: at(9999),
        })
        .execute()
      for (const [organization_id, roles] of Object.entries(user.at))
        await trx
          .insertInto('user_organization')
          .values({
            user_id: user.id,
            organization_id,
            roles: JSON.stringify(roles),
            created_at: at(9999),
          })
          .execute()
      for (const ward of user.wards ?? [])
        await trx
          .insertInto('ward_staff')
          .values({
            ward_id: `ward-${ward}`,
            user_id: user.id,
            organization_id: 'w',
            assigned_at: at(9999),
          })
          .execute()
    }
    for (const o of organizations.filter(({ terms }) => terms))
      await trx
        .insertInto('accepted_terms')
        .values({
          organization_id: o.id,
          user_id: 'admin',
          terms_version: '1',
          accepted_at: at(9999),
        })
        .execute()
    for (const patient of patients) await addPatient(trx, patient)
    await trx
      .insertInto('patient_flag')
      .values({
        id: 'flag-a1',
        patient_id: 'a1',
        organization_id: 'w',
        type: 'OnOxygen',
        title: 'On oxygen',
        description: 'Home oxygen',
        started_at: at(4000),
        revision: 1,
      })
      .execute()
    await trx
      .insertInto('personal_ews')
      .values({
        id: 'ews-a1',
        patient_id: 'a1',
        organization_id: 'w',
        risk_scheme: 'NEWS2',
        spo2_scale: 2,
        created_at: at(4000),
        created_by: 'nurse',
        revision: 1,
      })
      .execute()
    await addCheckup(trx, {
      id: 'c-a1-old',
      organizationId: 'w',
      patientId: 'a1',
      endedAt: at(3000),
      total: 9,
      risk: 4,
    })
    await addCheckup(trx, {
      id: 'c-a1',
      organizationId: 'w',
      patientId: 'a1',
      endedAt: at(30),
      total: 3,
      risk: 1,
    })
    await addCheckup(trx, {
      id: 'c-b1',
      organizationId: 'w',
      patientId: 'b1',
      endedAt: at(60),
      total: 7,
      risk: 4,
    })
    await addCheckup(trx, {
      id: 'c-h1',
      organizationId: 'h',
      patientId: 'h1',
      endedAt: at(90),
      total: 0,
      risk: 0,
    })
    await trx
      .insertInto('monitoring_bucket')
      .values({
        id: 'm-a1',
        organization_id: 'w',
        patient_id: 'a1',
        source_id: 'm-a1',
        started_at: at(45),
        ended_at: at(30),
        received_at: at(30),
        data: '{}',
        payload_hash: 'm',
        revision: 1,
      })
      .execute()
    await trx
      .insertInto('continuous_monitoring_session')
      .values({
        id: 'session-a1',
        organization_id: 'w',
        patient_id: 'a1',
        type: 'Lamplight',
        created_at: at(600),
        created_by: 'nurse',
        ended_at: at(20),
        ended_by: 'nurse',
        revision: await nextRevision(trx, 'w'),
      })
      .execute()
    await trx
      .insertInto('waveform')
      .values({
        id: 'v-a1',
        organization_id: 'w',
        patient_id: 'a1',
        source_id: 'v-a1',
        kind: 'ecg',
        started_at: at(45),
        ended_at: at(44),
        received_at: at(44),
        sample_rate: 250,
        samples: new Uint8Array([1, 2, 255]),
        payload_hash: 'v',
        revision: 1,
      })
      .execute()
    await trx
      .insertInto('waveform_event')
      .values({
        id: 've-a1',
        patient_id: 'a1',
        kind: 'ecg',
        type: 'Pause',
        started_at: at(45),
        ended_at: at(44),
        method: 'test 1',
        created_at: at(44),
      })
      .execute()
    await trx
      .insertInto('patient_note')
      .values({
        id: 'note-h1',
        organization_id: 'h',
        patient_id: 'h1',
        text: 'Ate breakfast',
        captured_at: at(100),
        created_at: at(99),
        created_by: 'carer',
        revision: await nextRevision(trx, 'h'),
      })
      .execute()
    await trx
      .insertInto('patient_acuity_score')
      .values({
        id: 'acuity-b1',
        organization_id: 'w',
        patient_id: 'b1',
        score: 3,
        reason: 'Settled',
        captured_at: at(200),
        created_at: at(200),
        created_by: 'nurse',
        is_late: false,
        revision: await nextRevision(trx, 'w'),
      })
      .execute()
    await noteAcuity(trx, { patientId: 'b1', id: 'acuity-b1', capturedAt: at(200), score: 3 })
    await trx
      .insertInto('watch_list_entry')
      .values({
        id: 'watch-b1',
        organization_id: 'w',
        user_id: 'multi',
        patient_id: 'b1',
        is_watched: true,
        set_at: at(300),
        set_by: '',
        revision: await nextRevision(trx, 'w'),
      })
      .execute()
    await trx
      .insertInto('alert_rule')
      .values({
        id: 'rule-w',
        organization_id: 'w',
        care_pathway_id: 'pathway-w',
        name: 'High score',
        description: 'A total of 7 or more',
        type: 'new-checkup',
        condition: JSON.stringify({ kind: 'totalScore', atLeast: 7 }),
        severity: 4,
        updated_at: at(9999),
        revision: 1,
      })
      .execute()
    await trx
      .insertInto('alert')
      .values({
        id: 'alert-a1',
        organization_id: 'w',
        patient_id: 'a1',
        type: 'AlertRule',
        source_key: 'rule-w',
        alert_rule_id: 'rule-w',
        status: 'open',
        started_at: at(60),
        latest_at: at(60),
        severity: 4,
        open_triggers: 1,
        triggers: 1,
        created_at: at(60),
        revision: await nextRevision(trx, 'w'),
      })
      .execute()
    await trx
      .insertInto('alert_trigger')
      .values({
        id: 'trigger-a1',
        alert_id: 'alert-a1',
        organization_id: 'w',
        patient_id: 'a1',
        source: 'checkup c-a1-old',
        occurred_at: at(60),
        raised_at: at(60),
        severity: 4,
        status: 'open',
        checkup_id: 'c-a1-old',
      })
      .execute()
    await trx
      .insertInto('ingest_key')
      .values({
        id: 'key-w',
        organization_id: 'w',
        name: 'Devices',
        secret: 'sealed',
        created_at: at(9999),
      })
      .execute()
    await trx
      .insertInto('share_token')
      .values({
        id: 'link-w',
        organization_id: 'w',
        patient_id: 'a1',
        user_id: 'admin',
        token_hash: 'x'.repeat(43),
        created_at: at(9),
        expires_at: at(-51),
      })
      .execute()
    await trx
      .insertInto('video_call_room')
      .values({
        id: 'call-w',
        organization_id: 'w',
        patient_id: 'a1',
        user_id: 'nurse',
        host_hash: 'v'.repeat(43),
        patient_hash: 'w'.repeat(43),
        waiting_room: true,
        created_at: at(9),
        ends_at: at(-231),
      })
      .execute()
    await trx
      .insertInto('identifier_trace')
      .values({
        patient_id: 'a1',
        organization_id: 'w',
        asked: 'other details',
        status: 'Found',
      })
      .execute()
    await trx
      .insertInto('mail_outbox')
      .values({
        id: 'mail-1',
        to_address: 'x@example.test',
        subject: 'Welcome',
        body: 'Hello',
        created_at: at(10),
      })
      .execute()
  })
