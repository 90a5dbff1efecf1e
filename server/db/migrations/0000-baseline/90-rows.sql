-- Who sees and changes which rows. Every table is under row security: the owner sees all of it, a user's
-- request what a policy of its table lets it see.

do $$
declare one text;
begin
  for one in select c.relname from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely_migration%' loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', one);
  end loop;
end $$;

-- organization

create policy tenant_sees on organization for select to lamplight_app
  using (id = current_setting('app.organization', true) or exists (select 1 from organization_neighbour n where n.neighbour_id = organization.id and n.organization_id = current_setting('app.organization', true)) or exists (select 1 from patient_organization po where po.organization_id = organization.id));
create policy tenant_updates on organization for update to lamplight_app
  using (id = current_setting('app.organization', true));
grant select, update (address, name, telephone) on organization to lamplight_app;

create policy tenant_sees on organization_neighbour for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on organization_neighbour to lamplight_app;

create policy tenant_sees on org_version for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on org_version to lamplight_app;

create policy tenant_sees on user_account for select to lamplight_app
  using (exists (select 1 from user_organization uo where uo.user_id = user_account.id and uo.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on user_account for update to lamplight_app
  using (exists (select 1 from user_organization uo where uo.user_id = user_account.id and uo.organization_id = current_setting('app.organization', true)));
grant select, update (acting_organization_id, enrolled_in_totp_mfa, first_name, last_login_at, last_name) on user_account to lamplight_app;

create policy tenant_sees on role for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on role for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on role for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_deletes on role for delete to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update, delete on role to lamplight_app;

create policy tenant_sees on user_organization for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on user_organization for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on user_organization for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on user_organization to lamplight_app;

create policy tenant_sees on invitation for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_updates on invitation for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select (id, organization_id, email, roles, job_role, ward_ids, created_at, sent_at, expires_at), update (roles, job_role, ward_ids) on invitation to lamplight_app;

create policy tenant_sees on accepted_terms for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on accepted_terms for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
grant select, insert on accepted_terms to lamplight_app;

create policy tenant_all on approved_message_setup to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete on approved_message_setup to lamplight_app;

create policy tenant_all on external_identity to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete on external_identity to lamplight_app;

-- patient

create policy tenant_inserts on patient for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on patient for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_sees on patient for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient.id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on patient to lamplight_app;

create policy tenant_sees on patient_organization for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or app_sees_patient(patient_id));
create policy tenant_inserts on patient_organization for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on patient_organization for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_deletes on patient_organization for delete to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete, update (held_since, others_from) on patient_organization to lamplight_app;

create policy tenant_sees on patient_flag for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_flag.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_flag for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_flag.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on patient_flag for update to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_flag.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on patient_flag to lamplight_app;

create policy tenant_sees on patient_acuity_score for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_acuity_score.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_acuity_score for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_acuity_score.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_acuity_score to lamplight_app;

create policy tenant_sees on patient_allergy for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_allergy.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_allergy for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_allergy.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_allergy to lamplight_app;

create policy tenant_sees on patient_allergy_strike_out for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_allergy_strike_out.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_allergy_strike_out for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_allergy_strike_out.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_allergy_strike_out to lamplight_app;

create policy tenant_sees on patient_critical_information for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_critical_information.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_critical_information for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_critical_information.patient_id and po.organization_id = current_setting('app.organization', true)));
-- Where the record is open in part (T8) as isOpenTo of src/domain/critical/information.ts says; where nothing of others is, what the
-- organisation recorded itself is none of it: without the rest it would say that there is no more.
create policy part_of_record on patient_critical_information as restrictive to lamplight_app
  using (not exists (select 1 from patient_organization po where po.patient_id = patient_critical_information.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from >= case when patient_critical_information.field in ('resuscitation', 'escalation', 'conditions') then '9999-12-31'::timestamptz else '-infinity' end));
create policy part_of_record on patient_allergy as restrictive for select to lamplight_app
  using (not exists (select 1 from patient_organization po where po.patient_id = patient_allergy.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from >= '9999-12-31'::timestamptz));
create policy part_of_record on patient_allergy_strike_out as restrictive for select to lamplight_app
  using (not exists (select 1 from patient_organization po where po.patient_id = patient_allergy_strike_out.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from >= '9999-12-31'::timestamptz));
grant select, insert on patient_critical_information to lamplight_app;

-- Handovers are the organisation's own, too.
create policy tenant_sees on patient_handover for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on patient_handover for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_handover.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_handover to lamplight_app;

-- So are calls and visits.
create policy tenant_sees on patient_contact for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on patient_contact for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_contact.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_contact to lamplight_app;

-- Tasks are the organisation's own: another one that has the patient has its own.
create policy tenant_sees on patient_task for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on patient_task for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_task.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on patient_task for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on patient_task to lamplight_app;
create policy tenant_sees on observation_repeat for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = observation_repeat.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on observation_repeat for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = observation_repeat.patient_id and po.organization_id = current_setting('app.organization', true)));
-- Whoever sees a patient takes back what anybody asked for.
create policy tenant_updates on observation_repeat for update to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = observation_repeat.patient_id and po.organization_id = current_setting('app.organization', true)));
-- Where the record is open in part (T8), what others asked for before that is none of it.
create policy part_of_record on observation_repeat as restrictive to lamplight_app
  using (organization_id = current_setting('app.organization', true) or not exists (select 1 from patient_organization po where po.patient_id = observation_repeat.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > observation_repeat.captured_at));
grant select, insert, update (cancelled_at, cancelled_by, revision) on observation_repeat to lamplight_app;
grant select on standing_repeat to lamplight_app;

create policy tenant_sees on watch_list_entry for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on watch_list_entry for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = watch_list_entry.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on watch_list_entry for update to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = watch_list_entry.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on watch_list_entry to lamplight_app;

create policy tenant_sees on patient_callback_request for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_callback_request.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_callback_request for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_callback_request.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on patient_callback_request to lamplight_app;

create policy tenant_sees on personal_ews for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = personal_ews.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on personal_ews for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = personal_ews.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on personal_ews to lamplight_app;

create policy tenant_sees on self_care for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = self_care.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on self_care to lamplight_app;

create policy tenant_sees on patient_practice for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_practice.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on patient_practice to lamplight_app;

create policy tenant_sees on organization_relationship for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on organization_relationship to lamplight_app;

grant select on patient_practice_name to lamplight_app;

grant select on partner_organization to lamplight_app;

-- ward

create policy tenant_sees on ward for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or exists (select 1 from ward_admission wa where wa.ward_id = ward.id) or exists (select 1 from admission_event ae where ae.ward_id = ward.id));
create policy tenant_inserts on ward for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on ward for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on ward to lamplight_app;

create policy tenant_sees on ward_capacity for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on ward_capacity to lamplight_app;

create policy tenant_sees on ward_staff for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on ward_staff for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_deletes on ward_staff for delete to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete on ward_staff to lamplight_app;

create policy tenant_sees on ward_duty for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on ward_duty for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from ward w where w.id = ward_duty.ward_id and w.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on ward_duty for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update (left_at) on ward_duty to lamplight_app;

create policy tenant_sees on care_pathway for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or exists (select 1 from ward_admission wa where wa.care_pathway_id = care_pathway.id) or exists (select 1 from admission_event ae where ae.care_pathway_id = care_pathway.id));
create policy tenant_inserts on care_pathway for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on care_pathway for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on care_pathway to lamplight_app;

create policy tenant_sees on checkup_type for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or care_pathway_id in (select cp.id from care_pathway cp));
create policy tenant_inserts on checkup_type for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on checkup_type for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on checkup_type to lamplight_app;

-- stay

create policy tenant_inserts on ward_admission for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = ward_admission.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on ward_admission for update to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = ward_admission.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_sees on ward_admission for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = ward_admission.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on ward_admission to lamplight_app;

create policy tenant_sees on admission_event for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = admission_event.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on admission_event for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = admission_event.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on admission_event to lamplight_app;

grant select on patient_discharge to lamplight_app;

grant select on patient_list_row to lamplight_app;

grant select on part_record to lamplight_app;

-- referral

create policy tenant_sees on referral for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on referral to lamplight_app;

create policy tenant_sees on task for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_updates on task for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, update (assignee_id, status, updated_at) on task to lamplight_app;

grant select on incoming_referral to lamplight_app;

grant select on outgoing_referral to lamplight_app;

-- checkup

create policy tenant_sees on ingest_key for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on ingest_key for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on ingest_key for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant insert (created_at, created_by, id, organization_id, secret), select (created_at, created_by, deleted_at, id, organization_id), update (deleted_at) on ingest_key to lamplight_app;

create policy tenant_sees on checkup for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = checkup.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on checkup for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = checkup.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy part_of_record on checkup as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = checkup.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > checkup.ended_at) or checkup.organization_id = current_setting('app.organization', true));
grant select, insert on checkup to lamplight_app;
grant select on valid_checkup to lamplight_app;

create policy tenant_reads on checkup_file for select to lamplight_app
  using (app_sees_patient(patient_id));
create policy tenant_adds on checkup_file for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and app_sees_patient(patient_id));
create policy part_of_record on checkup_file as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = checkup_file.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > checkup_file.received_at) or checkup_file.organization_id = current_setting('app.organization', true));
grant select, insert on checkup_file to lamplight_app;

create policy tenant_reads on checkup_file_bytes for select to lamplight_app
  using (exists (select from checkup_file f where f.id = file_id));
create policy tenant_adds on checkup_file_bytes for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select from checkup_file f where f.id = file_id and f.organization_id = checkup_file_bytes.organization_id));
grant select, insert on checkup_file_bytes to lamplight_app;

create policy tenant_all on refused_delivery to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete, update (last_at, times) on refused_delivery to lamplight_app;

create policy tenant_sees on checkup_slot for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on checkup_slot to lamplight_app;

-- monitoring

create policy tenant_sees on continuous_monitoring_session for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = continuous_monitoring_session.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on continuous_monitoring_session for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = continuous_monitoring_session.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on continuous_monitoring_session for update to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = continuous_monitoring_session.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on continuous_monitoring_session to lamplight_app;

create policy tenant_sees on monitoring_bucket for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = monitoring_bucket.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on monitoring_bucket for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = monitoring_bucket.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy part_of_record on monitoring_bucket as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = monitoring_bucket.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > monitoring_bucket.ended_at) or monitoring_bucket.organization_id = current_setting('app.organization', true));
grant select, insert on monitoring_bucket to lamplight_app;

create policy tenant_sees on monitoring_chunk for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = monitoring_chunk.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on monitoring_chunk to lamplight_app;

create policy tenant_sees on monitoring_head for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = monitoring_head.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on monitoring_head to lamplight_app;

-- waveform

create policy tenant_sees on waveform for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = waveform.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on waveform for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = waveform.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy part_of_record on waveform as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = waveform.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > waveform.ended_at) or waveform.organization_id = current_setting('app.organization', true));
grant select, insert on waveform to lamplight_app;

create policy tenant_sees on waveform_event for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = waveform_event.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy part_of_record on waveform_event as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = waveform_event.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from > waveform_event.ended_at) or exists (select 1 from waveform w where w.patient_id = waveform_event.patient_id and w.organization_id = current_setting('app.organization', true) and w.started_at <= waveform_event.ended_at and w.ended_at >= waveform_event.started_at));
grant select on waveform_event to lamplight_app;

-- alert

create policy tenant_sees on alert_rule for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or care_pathway_id in (select cp.id from care_pathway cp));
create policy tenant_inserts on alert_rule for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on alert_rule for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on alert_rule to lamplight_app;

create policy tenant_sees on alert for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = alert.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on alert for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = alert.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on alert for update to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = alert.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on alert to lamplight_app;

create policy tenant_sees on alert_opening for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = alert_opening.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on alert_opening to lamplight_app;

create policy tenant_sees on alert_trigger for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = alert_trigger.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on alert_trigger for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = alert_trigger.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on alert_trigger for update to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = alert_trigger.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on alert_trigger to lamplight_app;

-- calling

create policy tenant_sees on on_call_plan for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on on_call_plan for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from ward w where w.id = on_call_plan.ward_id and w.organization_id = current_setting('app.organization', true)));
create policy tenant_deletes on on_call_plan for delete to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete on on_call_plan to lamplight_app;

-- Only the server calls.
create policy tenant_sees on calling for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = calling.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on calling to lamplight_app;

create policy tenant_sees on calling_step for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = calling_step.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on calling_step to lamplight_app;

create policy tenant_sees on push_subscription for select to lamplight_app
  using (exists (select 1 from user_organization uo where uo.user_id = push_subscription.user_id and uo.organization_id = current_setting('app.organization', true)));
create policy tenant_deletes on push_subscription for delete to lamplight_app
  using (exists (select 1 from user_organization uo where uo.user_id = push_subscription.user_id and uo.organization_id = current_setting('app.organization', true)));
grant select (id, user_id, identity_session_id, endpoint_name, made_at), delete on push_subscription to lamplight_app;

create policy tenant_sees on call_push for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on call_push to lamplight_app;

-- note

create policy tenant_sees on patient_note for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_note.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on patient_note for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = patient_note.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy part_of_record on patient_note as restrictive for select to lamplight_app
  using (not exists ( select 1 from patient_organization po where po.patient_id = patient_note.patient_id and po.organization_id = current_setting('app.organization', true) and po.others_from is not null) or patient_note.organization_id = current_setting('app.organization', true));
grant select, insert on patient_note to lamplight_app;

create policy tenant_sees on generated_note for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = generated_note.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on generated_note for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = generated_note.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on generated_note to lamplight_app;

-- chat

create policy tenant_sees on chat_message for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = chat_message.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_inserts on chat_message for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = chat_message.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on chat_message to lamplight_app;

create policy tenant_sees on notification_read for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on notification_read for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from chat_message m where m.id = notification_read.message_id and m.organization_id = current_setting('app.organization', true)));
grant select, insert on notification_read to lamplight_app;

-- document

create policy tenant_reads on document for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_asks on document for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and app_sees_patient(patient_id));
create policy tenant_asks_again on document for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert (admission_id, created_at, created_by, id, kind, organization_id, patient_id, report, source), update (state) on document to lamplight_app;

create policy tenant_reads on document_file for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select on document_file to lamplight_app;

create policy tenant_adds on document_part for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select from document d where d.id = document_id and d.organization_id = document_part.organization_id));
create policy tenant_reads on document_part for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert on document_part to lamplight_app;

-- integration

create policy tenant_reads on ehr_integration for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_approves on ehr_integration for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select (approver_id, care_pathway_id, created_at, deleted_at, id, integration_type, name, organization_id, rrule, trigger_type, updated_at), update (approver_id, updated_at) on ehr_integration to lamplight_app;

create policy tenant_sees on integration_token for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on integration_token for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on integration_token for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select (created_at, created_by, id, organization_id, removed_at, removed_by, type), insert (created_at, created_by, id, organization_id, token_hash, type), update (removed_at, removed_by) on integration_token to lamplight_app;

create policy tenant_sees on integration_token_use for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on integration_token_use for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on integration_token_use for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update (calls, last_at) on integration_token_use to lamplight_app;

create policy tenant_reads on ehr_integration_event for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_asks on ehr_integration_event for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and app_sees_patient(patient_id));
create policy tenant_asks_again on ehr_integration_event for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert (body, created_at, created_by, due_at, ehr_integration_id, id, is_retryable, organization_id, patient_id, period_from, period_to, response, status, updated_at), update (attempts, due_at, is_retryable, response, status, updated_at) on ehr_integration_event to lamplight_app;

create policy tenant_reads on identifier_trace for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = identifier_trace.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on identifier_trace to lamplight_app;

create policy tenant_sees on share_token for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on share_token for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = share_token.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_deletes on share_token for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select (created_at, deleted_at, expires_at, id, organization_id, patient_id, user_id), insert (created_at, expires_at, id, organization_id, patient_id, token_hash, user_id), update (deleted_at) on share_token to lamplight_app;

create policy tenant_sees on video_call_room for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on video_call_room for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = video_call_room.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select (admitted_at, created_at, ended_at, ends_at, id, organization_id, patient_id, started_at, user_id, waiting_room), insert (admitted_at, created_at, ends_at, host_hash, id, organization_id, patient_hash, patient_id, user_id, waiting_room) on video_call_room to lamplight_app;

-- board

create policy tenant_inserts on patient_summary for insert to lamplight_app
  with check (patient_summary.patient_id in (select po.patient_id from patient_organization po where po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on patient_summary for update to lamplight_app
  using (patient_summary.patient_id in (select po.patient_id from patient_organization po where po.organization_id = current_setting('app.organization', true)));
create policy tenant_sees on patient_summary for select to lamplight_app
  using (exists (select 1 from patient_organization po where po.patient_id = patient_summary.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert, update on patient_summary to lamplight_app;

grant select on board_admission to lamplight_app;

grant select on board_key to lamplight_app;

grant select on board_row to lamplight_app;

-- sync

create policy tenant_sees on sync_mutation for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on sync_mutation for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on sync_mutation for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on sync_mutation to lamplight_app;

create policy tenant_sees on cvr for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on cvr for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_updates on cvr for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_deletes on cvr for delete to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, delete, update (seen) on cvr to lamplight_app;

create policy tenant_sees on change for select to lamplight_app
  using (organization_id = current_setting('app.organization', true) or exists (select 1 from patient_organization po where po.patient_id = change.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select on change to lamplight_app;

create policy tenant_inserts on client_mutation for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
create policy tenant_sees on client_mutation for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_updates on client_mutation for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update on client_mutation to lamplight_app;

grant select on roster_row to lamplight_app;

-- audit

create policy tenant_sees on action_log for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on action_log for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
grant select, insert on action_log to lamplight_app;

create policy tenant_sees on record_read for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on record_read for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = record_read.patient_id and po.organization_id = current_setting('app.organization', true)));
grant select, insert on record_read to lamplight_app;

create policy tenant_sees on emergency_access for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on emergency_access for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true) and exists (select 1 from patient_organization po where po.patient_id = emergency_access.patient_id and po.organization_id = current_setting('app.organization', true)));
create policy tenant_updates on emergency_access for update to lamplight_app
  using (organization_id = current_setting('app.organization', true));
grant select, insert, update (outcome, reviewed_at, reviewed_by) on emergency_access to lamplight_app;

create policy tenant_sees on refused_record_act for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on refused_record_act for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
grant select, insert on refused_record_act to lamplight_app;

-- functions

revoke all on function app_enqueue(text,text,text,text,bigint,timestamp with time zone) from public;
revoke all on function app_cancel_job(text,text) from public;
revoke all on function app_queue_mail(text,text,text,text,timestamp with time zone) from public;
grant execute on function app_queue_mail(text,text,text,text,timestamp with time zone) to lamplight_app;

grant execute on function app_last_action(text) to lamplight_app;
revoke all on function app_rescore_checkups(text,jsonb) from public;
grant execute on function app_rescore_checkups(text,jsonb) to lamplight_app;
revoke all on function app_refresh_summary_scores(text) from public;
grant execute on function app_refresh_summary_scores(text) to lamplight_app;

grant execute on function app_trace_digest(patient) to lamplight_app;
revoke all on function app_is_patient(text) from public;
grant execute on function app_is_patient(text) to lamplight_app;
revoke all on function app_newest_of_each_type(text) from public;
revoke all on function app_refused_records() from public;
grant execute on function app_refused_records() to lamplight_app;
revoke all on function app_create_practice(text,jsonb,text,jsonb,text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function app_create_practice(text,jsonb,text,jsonb,text,timestamp with time zone,timestamp with time zone) to lamplight_app;
