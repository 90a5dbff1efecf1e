import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database, Trx } from '../../server/db/database'
import { onBothEngines } from './engines'
import { addReferral } from './referred'
import { at, buildWorld } from './world'

/**
 * Per table: how many rows `w` and `h` see of the world, and whether the app role may read it at
 * all.
 */
const sees: Readonly<Record<string, { readonly w: number; readonly h: number }>> = {
  organization: { w: 1, h: 2 }, // h: itself and the practice that its patient is shared with
  organization_neighbour: { w: 0, h: 0 },
  role: { w: 1, h: 0 },
  user_account: { w: 8, h: 2 },
  user_organization: { w: 8, h: 2 },
  invitation: { w: 1, h: 0 },
  ward: { w: 2, h: 0 },
  ward_staff: { w: 7, h: 0 },
  ward_capacity: { w: 1, h: 0 },
  care_pathway: { w: 1, h: 1 },
  checkup_type: { w: 0, h: 0 },
  patient: { w: 4, h: 2 },
  patient_organization: { w: 4, h: 3 },
  patient_practice: { w: 0, h: 0 },
  ward_admission: { w: 3, h: 0 },
  patient_flag: { w: 1, h: 0 },
  admission_event: { w: 3, h: 0 },
  personal_ews: { w: 1, h: 0 },
  checkup: { w: 3, h: 1 },
  monitoring_bucket: { w: 1, h: 0 },
  monitoring_head: { w: 1, h: 0 },
  monitoring_chunk: { w: 1, h: 0 },
  continuous_monitoring_session: { w: 1, h: 0 },
  waveform: { w: 1, h: 0 },
  waveform_event: { w: 1, h: 0 },
  patient_summary: { w: 3, h: 1 },
  patient_note: { w: 0, h: 1 },
  generated_note: { w: 1, h: 0 },
  chat_message: { w: 2, h: 0 },
  notification_read: { w: 1, h: 0 },
  patient_acuity_score: { w: 1, h: 0 },
  patient_allergy: { w: 2, h: 0 },
  patient_allergy_strike_out: { w: 1, h: 0 },
  patient_critical_information: { w: 1, h: 0 },
  patient_contact: { w: 1, h: 0 },
  patient_handover: { w: 1, h: 0 },
  patient_task: { w: 1, h: 0 },
  observation_repeat: { w: 1, h: 0 },
  watch_list_entry: { w: 1, h: 0 },
  self_care: { w: 0, h: 0 },
  alert_rule: { w: 1, h: 0 },
  alert: { w: 1, h: 0 },
  alert_trigger: { w: 1, h: 0 },
  alert_opening: { w: 1, h: 0 },
  checkup_slot: { w: 1, h: 0 },
  patient_callback_request: { w: 0, h: 0 },
  client_mutation: { w: 0, h: 0 },
  action_log: { w: 0, h: 0 },
  checkup_file: { w: 1, h: 0 },
  checkup_file_bytes: { w: 1, h: 0 },
  document: { w: 0, h: 0 },
  document_file: { w: 0, h: 0 },
  document_part: { w: 0, h: 0 },
  ehr_integration: { w: 1, h: 0 },
  ehr_integration_event: { w: 1, h: 0 },
  approved_message_setup: { w: 1, h: 0 },
  external_identity: { w: 1, h: 0 },
  identifier_trace: { w: 1, h: 0 },
  accepted_terms: { w: 1, h: 1 },
  org_version: { w: 1, h: 1 },
  refused_record_act: { w: 0, h: 0 },
  record_read: { w: 0, h: 0 },
  refused_delivery: { w: 0, h: 0 },
  emergency_access: { w: 0, h: 0 },
  ward_duty: { w: 1, h: 0 },
  on_call_plan: { w: 1, h: 0 },
  calling: { w: 1, h: 0 },
  calling_step: { w: 1, h: 0 },
  push_subscription: { w: 1, h: 0 },
  call_push: { w: 1, h: 0 },
  // Of the referral by w to h: the destination has the task, and reads the card through a view.
  organization_relationship: { w: 1, h: 0 },
  referral: { w: 1, h: 0 },
  task: { w: 0, h: 1 },
  ingest_key: { w: 1, h: 0 },
  integration_token: { w: 1, h: 0 },
  integration_token_use: { w: 1, h: 0 },
  share_token: { w: 1, h: 0 },
  video_call_room: { w: 1, h: 0 },
  sync_mutation: { w: 0, h: 0 },
  change: { w: 27, h: 4 },
  cvr: { w: 0, h: 0 },
}
const ownerOnly = [
  'video_call_signal',
  'spent_external_identity',
  'access_history',
  'alert_rule_skip',
  'checkup_schedule_progress',
  'device_kek',
  'enrolment_asked',
  'job',
  'job_hearing',
  'mail_outbox',
  'maintenance_notice',
  'organization_sharing',
  'outgoing',
  'roster_version',
  'server_secret',
  'silence_watch',
  'similar_name',
  'sync_epoch',
  'sync_session',
  'trace_due',
  'vault_key',
  'waveform_slot',
] as const
const tables = Object.keys(sees)

const buildMore = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await database.asSystem(async (trx) => {
    await trx.updateTable('ward').set({ capacity: 20 }).where('id', '=', 'ward-A').execute()
    await trx
      .insertInto('integration_token')
      .values({
        id: 'token-w',
        organization_id: 'w',
        type: 'CareRecord',
        token_hash: 'hash',
        created_at: at(9),
        created_by: 'admin',
      })
      .execute()
    await trx
      .insertInto('integration_token_use')
      .values({
        token_id: 'token-w',
        organization_id: 'w',
        day: '2026-03-02',
        route: 'patients',
        calls: 1,
        first_at: at(1),
        last_at: at(1),
      })
      .execute()
    await trx
      .insertInto('checkup_file')
      .values({
        id: 'file-a1',
        organization_id: 'w',
        patient_id: 'a1',
        source_id: 'file-a1',
        name: 'leg.png',
        media_type: 'image/png',
        byte_count: 1,
        sha256: 'x',
        received_at: at(1),
        payload_hash: 'x',
      })
      .execute()
    await trx
      .insertInto('checkup_file_bytes')
      .values({ file_id: 'file-a1', organization_id: 'w', bytes: Uint8Array.of(1) })
      .execute()
    await trx
      .insertInto('invitation')
      .values({
        id: 'invitation-w',
        organization_id: 'w',
        user_id: 'carer',
        email: 'carer@example.test',
        roles: '["Clinician"]',
        ward_ids: '[]',
        created_at: at(60),
        expires_at: at(-60),
      })
      .execute()
    await trx
      .insertInto('ward_duty')
      .values({
        id: 'duty-w',
        organization_id: 'w',
        ward_id: 'ward-A',
        user_id: 'nurse',
        accepted_at: at(60),
      })
      .execute()
    await trx
      .insertInto('on_call_plan')
      .values({
        ward_id: 'ward-A',
        organization_id: 'w',
        slots: '[]',
        minutes_of_severity4: 5,
        minutes_of_severity3: 10,
        changed_at: at(60),
        changed_by: 'nurse',
      })
      .execute()
    await trx
      .insertInto('calling')
      .values({
        id: 'calling-a1',
        organization_id: 'w',
        ward_id: 'ward-A',
        patient_id: 'a1',
        alert_ids: ['alert-a1'],
        began_at: at(60),
      })
      .execute()
    await trx
      .insertInto('calling_step')
      .values({
        id: 'step-a1',
        calling_id: 'calling-a1',
        organization_id: 'w',
        patient_id: 'a1',
        step: 1,
        user_id: 'nurse',
        called_at: at(60),
      })
      .execute()
    await trx
      .insertInto('push_subscription')
      .values({
        id: 'push-nurse',
        user_id: 'nurse',
        identity_session_id: 'session-nurse',
        endpoint_name: 'x',
        sealed: 'x',
        made_at: at(60),
      })
      .execute()
    await trx
      .insertInto('call_push')
      .values({
        id: 'push-a1',
        organization_id: 'w',
        user_id: 'nurse',
        calling_step_id: 'step-a1',
        severity: 4,
        made_at: at(60),
      })
      .execute()
    await trx
      .insertInto('ehr_integration')
      .values({
        id: 'ehr-w',
        organization_id: 'w',
        care_pathway_id: 'pathway-w',
        name: 'Practice record',
        integration_type: 'CareNote',
        trigger_type: 'Manual',
        address: 'https://record.example',
        secret: 'sealed',
        created_at: at(60),
        updated_at: at(60),
      })
      .execute()
    await trx
      .insertInto('ehr_integration_event')
      .values({
        id: 'ehr-event-w',
        organization_id: 'w',
        ehr_integration_id: 'ehr-w',
        patient_id: 'a1',
        body: '{}',
        created_at: at(60),
        updated_at: at(60),
        due_at: at(60),
      })
      .execute()
    await trx
      .insertInto('approved_message_setup')
      .values({ user_id: 'admin', organization_id: 'w', approved_at: at(60) })
      .execute()
    await trx
      .insertInto('external_identity')
      .values({
        id: 'identity-w',
        user_id: 'admin',
        organization_id: 'w',
        type: 'Quicksilva',
        external_org_id: 'G82027',
        external_user_id: 'dr-jones',
        linked_at: at(60),
      })
      .execute()
    await trx
      .insertInto('organization_relationship')
      .values({
        organization_id: 'w',
        partner_id: 'h',
        permissions: '["ReferPatient"]',
        updated_at: at(60),
      })
      .execute()
    await addReferral(trx, { id: 'referral-w', from: 'w', to: 'h', patientId: 'a1' })
    await trx
      .insertInto('chat_message')
      .values(
        ['nurse', null].map((author, nth) => ({
          id: `chat-${nth}`,
          organization_id: 'w',
          patient_id: 'a1',
          author_id: author,
          source_id: author === null ? 'sent' : null,
          payload_hash: author === null ? 'hash' : null,
          text: 'Hello',
          captured_at: at(9),
          created_at: at(9),
          revision: 900 + nth,
        })),
      )
      .execute()
    await trx
      .insertInto('notification_read')
      .values({ user_id: 'nurse', message_id: 'chat-1', organization_id: 'w', read_at: at(5) })
      .execute()
    const written = {
      organization_id: 'w',
      patient_id: 'a1',
      captured_at: at(9),
      created_at: at(9),
      created_by: 'nurse',
    }
    await trx
      .insertInto('patient_allergy')
      .values(
        ['Penicillin', null].map((substance, nth) => ({
          ...written,
          id: `allergy-${nth}`,
          substance,
          revision: 910 + nth,
        })),
      )
      .execute()
    await trx
      .insertInto('patient_allergy_strike_out')
      .values({ ...written, id: 'strike', allergy_id: 'allergy-0', reason: 'Wrong', revision: 912 })
      .execute()
    await trx
      .insertInto('patient_critical_information')
      .values({
        ...written,
        id: 'key',
        field: 'keySafe',
        value: '{"code":"4711"}',
        revision: 913,
      })
      .execute()
    await trx
      .insertInto('generated_note')
      .values({
        id: 'generated',
        organization_id: 'w',
        patient_id: 'a1',
        created_at: at(1),
        created_by: 'nurse',
        status: 'noData',
        sections: '[]',
      })
      .execute()
    await trx
      .insertInto('patient_contact')
      .values({
        ...written,
        id: 'contact',
        kind: 'call',
        with_whom: 'patient',
        outcome: 'noAnswer',
        revision: 917,
      })
      .execute()
    await trx
      .insertInto('patient_handover')
      .values({ ...written, id: 'handover', decision: 'Discharge', revision: 916 })
      .execute()
    await trx
      .insertInto('patient_task')
      .values({
        ...written,
        id: 'task',
        text: 'Bloods',
        due_at: at(9),
        due_set_at: at(9),
        assignee_set_at: at(9),
        revision: 915,
      })
      .execute()
    await trx
      .insertInto('observation_repeat')
      .values({
        ...written,
        id: 'repeat',
        admission_id: 'admission-a1',
        due_at: at(5),
        ends_from: at(6),
        decided_until: at(9),
        revision: 914,
      })
      .execute()
    await trx
      .insertInto('checkup_slot')
      .values({
        admission_id: 'admission-a1',
        checkup_type_id: 'any',
        organization_id: 'w',
        patient_id: 'a1',
        due_at: at(40),
        opens_at: at(50),
        closes_at: at(30),
        is_done: true,
      })
      .execute()
  })
}

onBothEngines(buildMore, (opened) => {
  const count = async (trx: Trx, table: string): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(trx))
      .rows[0]?.n ?? -1
  /** What a statement does inside a savepoint: rows touched, or the refusal. */
  const attempt = async (organizationId: string, statement: string): Promise<'refused' | number> =>
    opened.database
      .asOrganization(organizationId, async (trx) =>
        Number((await sql.raw(statement).execute(trx)).numAffectedRows ?? 0),
      )
      .catch((error: unknown) => {
        expect(String(error)).toMatch(
          /permission denied|must be owner|row-level security|append-only/,
        )
        return 'refused' as const
      })

  test('every table is secured, forced, and known to this test', async () => {
    const { rows } = await sql<{
      name: string
      forced: boolean
    }>`select relname as name, relforcerowsecurity and relrowsecurity as forced from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely_migration%'`.execute(
      opened.database.kysely,
    )
    expect(rows.filter((row) => !row.forced)).toEqual([])
    expect([...tables, ...ownerOnly].toSorted()).toEqual(
      rows
        .map((row) => row.name)
        .filter((name) => !name.startsWith('identity_'))
        .toSorted(),
    )
  })

  test('a request runs as a role that owns nothing and bypasses nothing', async () => {
    const { rows } = await opened.database.asOrganization('w', (trx) =>
      sql<{ user: string; super: string; bypass: boolean; owned: number }>`
      select current_user::text as user, current_setting('is_superuser') as super, (select rolbypassrls or rolsuper or rolcanlogin from pg_roles where rolname = current_user) as bypass,
      (select count(*)::int from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user) as owned`.execute(
        trx,
      ),
    )
    expect(rows).toEqual([{ user: 'lamplight_app', super: 'off', bypass: false, owned: 0 }])
    const after = await sql<{
      user: string
      organization: string | null
    }>`select current_user::text as user, nullif(current_setting('app.organization', true), '') as organization`.execute(
      opened.database.kysely,
    )
    expect(after.rows[0]?.user).not.toBe('lamplight_app')
    expect(after.rows[0]?.organization).toBeNull()
  })

  describe.each(tables)('%s', (table) => {
    test('each organisation reads its own rows, a stranger and nobody read none', async () => {
      expect(await opened.database.asOrganization('w', (trx) => count(trx, table))).toBe(
        sees[table]?.w,
      )
      expect(await opened.database.asOrganization('h', (trx) => count(trx, table))).toBe(
        sees[table]?.h,
      )
      expect(await opened.database.asOrganization('no-such', (trx) => count(trx, table))).toBe(0)
      expect(await opened.database.asOrganization('', (trx) => count(trx, table))).toBe(0)
    })

    test('another organisation cannot change or delete a row', async () => {
      // h changes what it sees of itself; nothing of w may move.
      const before = await opened.database.asSystem((trx) =>
        sql`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(
          trx,
        ),
      )
      for (const column of await opened.database
        .asSystem((trx) =>
          sql<{
            name: string
          }>`select column_name as name from information_schema.columns where table_name = ${table} and column_name in ('organization_id', 'id', 'patient_id') limit 1`.execute(
            trx,
          ),
        )
        .then(({ rows }) => rows)) {
        const ownedByW = `${column.name} in ('w', 'a1', 'a2', 'b1', 'n1', 'nurse', 'admin', 'owl', 'ward-A', 'ward-B', 'pathway-w', 'rule-w', 'alert-a1')`
        expect([0, 'refused']).toContain(
          await attempt(
            'p',
            `update ${table} set ${column.name} = ${column.name} where ${ownedByW}`,
          ),
        )
        expect([0, 'refused']).toContain(
          await attempt('p', `delete from ${table} where ${ownedByW}`),
        )
      }
      expect(await attempt('p', `truncate ${table} cascade`)).toBe('refused')
      const after = await opened.database.asSystem((trx) =>
        sql`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(
          trx,
        ),
      )
      expect(after.rows).toEqual(before.rows)
    })
  })

  test('no organisation writes a row in the name of another, nor for a patient it does not see', async () => {
    const inserts = [
      `insert into ward (id, organization_id, name, created_at, updated_at, revision) values ('x', 'w', 'X', now(), now(), 1)`,
      `insert into patient_note (id, organization_id, patient_id, text, captured_at, created_at, created_by, revision) values ('x', 'w', 'a1', 'x', now(), now(), 'nurse', 1)`,
      `insert into patient_note (id, organization_id, patient_id, text, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'x', now(), now(), 'gp', 1)`,
      `insert into generated_note (id, organization_id, patient_id, created_at, created_by, status, sections) values ('x', 'p', 'a1', now(), 'gp', 'noData', '[]')`,
      `insert into generated_note (id, organization_id, patient_id, created_at, created_by, status, sections) values ('x', 'w', 'a1', now(), 'nurse', 'noData', '[]')`,
      `insert into patient_acuity_score (id, organization_id, patient_id, score, captured_at, created_at, created_by, is_late, revision) values ('x', 'p', 'a1', 1, now(), now(), 'gp', false, 1)`,
      `insert into patient_acuity_score (id, organization_id, patient_id, score, captured_at, created_at, created_by, is_late, revision) values ('x', 'w', 'a1', 1, now(), now(), 'gp', false, 1)`,
      `insert into patient_allergy (id, organization_id, patient_id, substance, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'x', now(), now(), 'gp', 1)`,
      `insert into patient_allergy (id, organization_id, patient_id, substance, captured_at, created_at, created_by, revision) values ('x', 'w', 'a1', 'x', now(), now(), 'gp', 1)`,
      `insert into patient_allergy_strike_out (id, organization_id, patient_id, allergy_id, reason, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'allergy-1', 'x', now(), now(), 'gp', 1)`,
      `insert into patient_critical_information (id, organization_id, patient_id, field, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'conditions', now(), now(), 'gp', 1)`,
      `insert into patient_contact (id, organization_id, patient_id, kind, with_whom, outcome, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'call', 'patient', 'noAnswer', now(), now(), 'gp', 1)`,
      `insert into patient_contact (id, organization_id, patient_id, kind, with_whom, outcome, captured_at, created_at, created_by, revision) values ('x', 'w', 'a1', 'call', 'patient', 'noAnswer', now(), now(), 'gp', 1)`,
      `insert into patient_handover (id, organization_id, patient_id, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', now(), now(), 'gp', 1)`,
      `insert into patient_handover (id, organization_id, patient_id, captured_at, created_at, created_by, revision) values ('x', 'w', 'a1', now(), now(), 'gp', 1)`,
      `insert into patient_task (id, organization_id, patient_id, text, due_at, due_set_at, assignee_set_at, captured_at, created_at, created_by, revision) values ('x', 'p', 'a1', 'x', now(), now(), now(), now(), now(), 'gp', 1)`,
      `insert into patient_task (id, organization_id, patient_id, text, due_at, due_set_at, assignee_set_at, captured_at, created_at, created_by, revision) values ('x', 'w', 'a1', 'x', now(), now(), now(), now(), now(), 'gp', 1)`,
      `insert into observation_repeat (id, organization_id, patient_id, admission_id, due_at, ends_from, captured_at, created_at, created_by, decided_until, revision) values ('x', 'p', 'a1', 'admission-a1', now(), 'infinity', now(), now(), 'gp', now(), 1)`,
      `insert into observation_repeat (id, organization_id, patient_id, admission_id, due_at, ends_from, captured_at, created_at, created_by, decided_until, revision) values ('x', 'w', 'a1', 'admission-a1', now(), 'infinity', now(), now(), 'gp', now(), 1)`,
      `insert into watch_list_entry (id, organization_id, user_id, patient_id, is_watched, set_at, set_by, revision) values ('x', 'p', 'gp', 'a1', true, now(), '', 1)`,
      `insert into watch_list_entry (id, organization_id, user_id, patient_id, is_watched, set_at, set_by, revision) values ('x', 'w', 'nurse', 'a1', true, now(), '', 1)`,
      `insert into alert (id, organization_id, patient_id, type, source_key, status, started_at, latest_at, severity, open_triggers, triggers, created_at, revision) values ('x', 'w', 'a1', 'PatientCallbackRequest', 'callback', 'open', now(), now(), 1, 1, 1, now(), 1)`,
      `insert into alert (id, organization_id, patient_id, type, source_key, status, started_at, latest_at, severity, open_triggers, triggers, created_at, revision) values ('x', 'p', 'a1', 'PatientCallbackRequest', 'callback', 'open', now(), now(), 1, 1, 1, now(), 1)`,
      `insert into alert_opening (alert_id, organization_id, patient_id, opened_at) values ('alert-a1', 'w', 'a1', now())`,
      `insert into chat_message (id, organization_id, patient_id, author_id, text, captured_at, created_at, revision) values ('x', 'w', 'a1', 'nurse', 'x', now(), now(), 1)`,
      `insert into chat_message (id, organization_id, patient_id, author_id, text, captured_at, created_at, revision) values ('x', 'p', 'a1', 'gp', 'x', now(), now(), 1)`,
      `insert into notification_read (user_id, message_id, organization_id, read_at) values ('nurse', 'chat-1', 'w', now())`,
      `insert into notification_read (user_id, message_id, organization_id, read_at) values ('gp', 'chat-0', 'p', now())`,
      `insert into ward_duty (id, organization_id, ward_id, user_id, accepted_at) values ('x', 'w', 'ward-B', 'nurse', now())`,
      `insert into ward_duty (id, organization_id, ward_id, user_id, accepted_at) values ('x', 'p', 'ward-B', 'gp', now())`,
      `insert into on_call_plan (ward_id, organization_id, slots, minutes_of_severity4, minutes_of_severity3, changed_at, changed_by) values ('ward-B', 'p', '[]', 5, 10, now(), 'gp')`,
      `insert into on_call_plan (ward_id, organization_id, slots, minutes_of_severity4, minutes_of_severity3, changed_at, changed_by) values ('ward-B', 'w', '[]', 5, 10, now(), 'nurse')`,
      `insert into calling (id, organization_id, ward_id, patient_id, alert_ids, began_at) values ('x', 'w', 'ward-A', 'a2', '{}', now())`,
      `insert into calling_step (id, calling_id, organization_id, patient_id, step, user_id, called_at) values ('x', 'calling-a1', 'w', 'a1', 2, 'nurse', now())`,
      `insert into push_subscription (id, user_id, identity_session_id, endpoint_name, sealed, made_at) values ('x', 'gp', 'x', 'y', 'x', now())`,
      `insert into call_push (id, organization_id, user_id, calling_step_id, severity, made_at) values ('x', 'w', 'nurse', 'step-a1', 4, now())`,
      `insert into organization_relationship (organization_id, partner_id, permissions, updated_at) values ('p', 'w', '["ReferPatient"]', now())`,
      `insert into referral (id, organization_id, destination_id, patient_id, referred_by, reason, supporting_information, should_discharge, created_at, updated_at) values ('x', 'p', 'w', 'h1', 'gp', 'WorkLoad', 'x', false, now(), now())`,
      `insert into task (id, organization_id, type, referral_id, created_at, updated_at) values ('x', 'p', 'IncomingReferral', 'referral-w', now(), now())`,
      `insert into ward_capacity (ward_id, organization_id, since, capacity) values ('ward-B', 'w', now(), 9)`,
      `insert into checkup_slot (admission_id, checkup_type_id, organization_id, patient_id, due_at, opens_at, closes_at, is_done) values ('admission-a1', 'x', 'w', 'a1', now(), now(), now(), true)`,
      `insert into alert_rule (id, organization_id, care_pathway_id, name, description, type, condition, severity, updated_at, revision) values ('x', 'w', 'pathway-w', 'X', '', 'new-checkup', '{"kind":"totalScore","atLeast":1}', 1, now(), 1)`,
      `insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, revision) values ('x', 'p', 'a1', 'Lamplight', now(), 1)`,
      `insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, revision) values ('x', 'h', 'h1', 'Lamplight', now(), 1)`,
      `insert into patient_organization (patient_id, organization_id, linked_at) values ('a1', 'w', now())`,
      `insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, payload_hash, revision) values ('x', 'p', 'a1', 'x', 's', now(), now(), now(), '{}', 'x', 1)`,
      `insert into checkup_file (id, organization_id, patient_id, source_id, name, media_type, byte_count, sha256, received_at, payload_hash) values ('x', 'w', 'a1', 'x', 'x.png', 'image/png', 1, 'x', now(), 'x')`,
      `insert into checkup_file (id, organization_id, patient_id, source_id, name, media_type, byte_count, sha256, received_at, payload_hash) values ('x', 'p', 'a1', 'x', 'x.png', 'image/png', 1, 'x', now(), 'x')`,
      `insert into checkup_file_bytes (file_id, organization_id, bytes) values ('file-a1', 'p', '')`,
      `insert into checkup_file_bytes (file_id, organization_id, bytes) values ('file-a1', 'w', '')`,
      `insert into document (id, organization_id, patient_id, kind, source, created_at) values ('x', 'w', 'a1', 'report', '{}', now())`,
      `insert into document (id, organization_id, patient_id, kind, source, created_at) values ('x', 'p', 'a1', 'report', '{}', now())`,
      `insert into document_file (document_id, organization_id, bytes) values ('x', 'p', '')`,
      `insert into document_part (document_id, nth, organization_id, body) values ('x', 0, 'p', '{}')`,
      `insert into document_part (document_id, nth, organization_id, body) values ('x', 0, 'w', '{}')`,
      `insert into ehr_integration (id, organization_id, care_pathway_id, name, integration_type, trigger_type, address, secret, created_at, updated_at) values ('x', 'p', 'pathway-w', 'X', 'CareNote', 'Manual', 'https://x', 'x', now(), now())`,
      `insert into ehr_integration_event (id, organization_id, ehr_integration_id, patient_id, body, created_at, updated_at, due_at) values ('x', 'p', 'ehr-w', 'a1', '{}', now(), now(), now())`,
      `insert into ehr_integration_event (id, organization_id, ehr_integration_id, patient_id, body, created_at, updated_at, due_at) values ('x', 'w', 'ehr-w', 'a1', '{}', now(), now(), now())`,
      `insert into approved_message_setup (user_id, organization_id, approved_at) values ('gp', 'w', now())`,
      `insert into external_identity (id, user_id, organization_id, type, external_org_id, external_user_id, linked_at) values ('x', 'gp', 'w', 'Quicksilva', 'x', 'x', now())`,
      `insert into accepted_terms (organization_id, user_id, terms_version, accepted_at) values ('t', 'gp', '1', now())`,
      `insert into client_mutation (user_id, key, organization_id, operation, payload_hash, created_at) values ('nurse', 'x', 'w', 'x', 'x', now())`,
      `insert into action_log (organization_id, seq, at, action, prev_hash, hash) values ('w', 1, now(), 'x', '', '')`,
      `insert into patient_summary (patient_id) values ('n1')`,
      `insert into org_version (organization_id, version) values ('t', 99)`,
      `insert into integration_token (id, organization_id, type, token_hash, created_at, created_by) values ('x', 'w', 'CareRecord', 'x', now(), 'gp')`,
      `insert into integration_token_use (token_id, organization_id, day, route, calls, first_at, last_at) values ('token-w', 'w', '2026-03-03', 'alerts', 1, now(), now())`,
      `insert into ingest_key (id, organization_id, secret, created_at) values ('x', 'w', 'x', now())`,
      `insert into share_token (id, organization_id, patient_id, user_id, token_hash, created_at, expires_at) values ('x', 'w', 'a1', 'gp', repeat('x', 43), now(), now() + interval '1 hour')`,
      `insert into share_token (id, organization_id, patient_id, user_id, token_hash, created_at, expires_at) values ('x', 'p', 'a1', 'gp', repeat('x', 43), now(), now() + interval '1 hour')`,
      `insert into video_call_room (id, organization_id, patient_id, user_id, host_hash, patient_hash, waiting_room, created_at, ends_at) values ('x', 'w', 'a1', 'gp', repeat('x', 43), repeat('y', 43), true, now(), now() + interval '1 hour')`,
      `insert into video_call_room (id, organization_id, patient_id, user_id, host_hash, patient_hash, waiting_room, created_at, ends_at) values ('x', 'p', 'a1', 'gp', repeat('x', 43), repeat('y', 43), true, now(), now() + interval '1 hour')`,
      `insert into user_organization (user_id, organization_id, roles, created_at) values ('gp', 'w', '["Organisation Admin"]', now())`,
    ]
    for (const statement of inserts)
      expect(await attempt('p', statement), statement).toBe('refused')
  })

  test('secrets of ingest keys, mails and identities are closed to every organisation', async () => {
    for (const table of [
      ...ownerOnly,
      'identity_account',
      'identity_factor',
      'identity_key',
      'identity_refresh_token',
      'kysely_migration',
    ])
      expect(await attempt('w', `select * from ${table}`), table).toBe('refused')
    for (const statement of [
      'select secret from ingest_key',
      'select token_hash from integration_token',
      `update integration_token set token_hash = 'known'`,
      `delete from integration_token`,
      'select token_hash from share_token',
      `update share_token set token_hash = repeat('y', 43)`,
      `update share_token set expires_at = expires_at + interval '1 hour'`,
      'delete from share_token',
      'select host_hash from video_call_room',
      'select patient_seat from video_call_room',
      `update video_call_room set ended_at = null`,
      'delete from video_call_room',
      'select sealed from push_subscription',
      `update push_subscription set user_id = 'admin'`,
      'select secret from ehr_integration',
      'select address from ehr_integration',
      `update ehr_integration set address = 'https://elsewhere.example'`,
      `update ehr_integration set secret = 'known'`,
      `update ehr_integration_event set body = '{}'`,
      `delete from ehr_integration_event`,
      `update ingest_key set secret = 'known'`,
      `update ingest_key set organization_id = 'w'`,
      `delete from ingest_key where id = 'key-w'`,
    ])
      expect(await attempt('w', statement), statement).toBe('refused')
  })

  test('the destination reads of a referral the card of the patient, and no row of the record', async () => {
    const of = (organizationId: string, view: string) =>
      opened.database.asOrganization(organizationId, (trx) => count(trx, view))
    expect(await of('w', 'outgoing_referral')).toBe(1)
    expect(await of('w', 'incoming_referral')).toBe(0)
    expect(await of('h', 'outgoing_referral')).toBe(0)
    expect(await of('h', 'incoming_referral')).toBe(1)
    expect(await of('p', 'incoming_referral')).toBe(0)
    expect(await of('w', 'partner_organization')).toBe(1)
    expect(await of('h', 'partner_organization')).toBe(0)
    const { rows } = await opened.database.asOrganization('h', (trx) =>
      sql`select * from incoming_referral`.execute(trx),
    )
    expect(Object.keys(rows[0] ?? {}).filter((column) => !/referred|decided/.test(column))).toEqual(
      [
        ...['id', 'organization_id', 'destination_id', 'patient_id', 'reason', 'comment'],
        ...['supporting_information', 'should_discharge', 'status', 'rejection_reason'],
        ...['created_at', 'updated_at', 'organization', 'destination'],
        ...['first_name', 'last_name', 'birth_date', 'gender'],
        ...['national_identifier_type', 'national_identifier_value'],
        ...['admitted_at_sender', 'ends_stay', 'awaits_admission'],
      ],
    )
    for (const [organizationId, statement] of [
      ['h', `update referral set status = 'Accepted'`],
      ['h', `update task set referral_id = 'x'`],
      ['w', `update referral set status = 'Accepted'`],
      ['w', `update organization_relationship set permissions = '[]'`],
    ] as const)
      expect(['refused', 0], statement).toContain(await attempt(organizationId, statement))
    expect(await attempt('w', `update task set status = 'Completed'`)).toBe(0)
  })

  test('a request cannot climb out of its role', async () => {
    expect(
      await attempt(
        'w',
        "set local row_security = off; select count(*) from patient where organization_id = 'h'",
      ),
    ).toBe('refused')
    expect(await attempt('w', 'alter table patient disable row level security')).toBe('refused')
  })

  test('a practice sees the patient that a care home shares with it, and no other', async () => {
    const ids = await opened.database.asOrganization('p', (trx) =>
      trx.selectFrom('patient').select('id').orderBy('id').execute(),
    )
    expect(ids.map((row) => row.id)).toEqual(['h1', 'p1'])
    const checkups = await opened.database.asOrganization('p', (trx) =>
      trx.selectFrom('checkup').select('id').execute(),
    )
    expect(checkups.map((row) => row.id)).toEqual(['c-h1'])
  })
})
