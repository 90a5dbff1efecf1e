import type { Migration } from './migration'

/** Tables and indexes. PostgreSQL 15 features only: PGlite is newer, production need not be. */
export const tables: Migration = {
  name: '0001-tables',
  sql: `
create table organization (
  id text primary key, name text not null, type text not null, edition text not null check (edition in ('en-GB', 'en-US')),
  telephone text, address jsonb, features jsonb not null default '{}',
  national_identifier_scheme text check (national_identifier_scheme in ('NhsNumber', 'NorthernIrelandHcn')),
  inactivity_minutes integer not null default 15 check (inactivity_minutes between 5 and 60),
  default_care_pathway_id text, created_at timestamptz not null);
create table organization_neighbour (
  organization_id text not null references organization, neighbour_id text not null references organization,
  primary key (organization_id, neighbour_id));
create table role (
  id text primary key, organization_id text not null references organization, name text not null, description text not null,
  permissions jsonb not null, unique (organization_id, name));
create table user_account (
  id text primary key, email text not null unique check (email = lower(email)), first_name text, last_name text, job_role text,
  is_internal_staff boolean not null default false, is_self_care boolean not null default false,
  acting_organization_id text references organization, enrolled_in_totp_mfa boolean not null default false,
  can_receive_push_notifications boolean not null default false,
  last_login_at timestamptz, created_at timestamptz not null, deleted_at timestamptz);
create table user_organization (
  user_id text not null references user_account, organization_id text not null references organization, roles jsonb not null,
  is_active_team_member boolean not null default true, created_at timestamptz not null, deleted_at timestamptz,
  primary key (user_id, organization_id));
create index user_organization_by_organization on user_organization (organization_id);
create table ward (
  id text primary key, organization_id text not null references organization, name text not null,
  created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz, revision bigint not null);
create index ward_by_organization on ward (organization_id);
create table ward_staff (
  ward_id text not null references ward, user_id text not null references user_account,
  organization_id text not null references organization, assigned_at timestamptz not null, primary key (ward_id, user_id));
create index ward_staff_by_user on ward_staff (user_id, organization_id);
create table care_pathway (
  id text primary key, organization_id text not null references organization, name text not null, ews_thresholds jsonb,
  created_at timestamptz not null, updated_at timestamptz not null, revision bigint not null);
create index care_pathway_by_organization on care_pathway (organization_id);
create table checkup_type (
  id text primary key, organization_id text not null references organization, care_pathway_id text not null references care_pathway,
  name text not null, heading text not null, description text not null, schedule jsonb, tiles jsonb not null,
  updated_at timestamptz not null, revision bigint not null);
create index checkup_type_by_care_pathway on checkup_type (care_pathway_id);
create table patient (
  id text primary key, organization_id text not null references organization, type text not null default 'elderly',
  first_name text not null, last_name text not null, gender text not null check (gender in ('male', 'female')),
  birth_date date not null, telephone text, address jsonb,
  national_identifier_type text check (national_identifier_type in ('NhsNumber', 'NorthernIrelandHcn')),
  national_identifier_value text check (national_identifier_value ~ '^[0-9]{10}$'),
  pre_existing_conditions jsonb not null default '[]', search_name text not null default '',
  created_at timestamptz not null, deleted_at timestamptz, revision bigint not null,
  check ((national_identifier_type is null) = (national_identifier_value is null)));
create index patient_by_search_name on patient (search_name);
create index patient_by_identifier on patient (national_identifier_value);
create table patient_organization (
  patient_id text not null references patient, organization_id text not null references organization,
  linked_at timestamptz not null, primary key (patient_id, organization_id));
create index patient_organization_by_organization on patient_organization (organization_id, patient_id);
create table ward_admission (
  id text primary key, patient_id text not null references patient, organization_id text not null references organization,
  ward_id text not null references ward, care_pathway_id text not null references care_pathway,
  admitted_at timestamptz not null, created_at timestamptz not null, expected_discharge_date date,
  discharged_at timestamptz, revision bigint not null);
create unique index ward_admission_active on ward_admission (patient_id) where discharged_at is null;
create index ward_admission_by_ward on ward_admission (ward_id, patient_id) where discharged_at is null;
create index ward_admission_by_patient on ward_admission (patient_id);
create table patient_flag (
  id text primary key, patient_id text not null references patient, organization_id text not null references organization,
  type text not null, title text not null, description text not null, started_at timestamptz not null, ended_at timestamptz,
  revision bigint not null);
create index patient_flag_by_patient on patient_flag (patient_id, type);
create table admission_event (
  id text primary key, admission_id text not null references ward_admission, patient_id text not null references patient,
  organization_id text not null references organization,
  type text not null check (type in ('Admission', 'CarePathwayTransfer', 'Discharge', 'ExpectedDischargeDateUpdate', 'WardTransfer')),
  effective_at timestamptz not null, created_at timestamptz not null, created_by text references user_account,
  ward_id text references ward, care_pathway_id text references care_pathway, reason jsonb, revision bigint not null);
create index admission_event_by_patient on admission_event (patient_id, effective_at desc, id);
create table personal_ews (
  id text primary key, patient_id text not null references patient, organization_id text not null references organization,
  thresholds jsonb, risk_scheme text not null, spo2_scale integer not null check (spo2_scale in (1, 2)),
  created_at timestamptz not null, created_by text references user_account, revision bigint not null);
create index personal_ews_by_patient on personal_ews (patient_id, created_at desc);
create table checkup (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  source_id text not null, type text not null, subtype text, checkup_type jsonb,
  started_at timestamptz not null, ended_at timestamptz not null, received_at timestamptz not null,
  created_by text references user_account, readings jsonb not null, ews_scores jsonb, total_score integer, risk_level integer,
  payload_hash text not null, revision bigint not null, unique (organization_id, source_id));
create index checkup_newest on checkup (patient_id, ended_at desc, id desc);
create table monitoring_bucket (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  source_id text not null, started_at timestamptz not null, ended_at timestamptz not null, received_at timestamptz not null,
  data jsonb not null, payload_hash text not null, revision bigint not null, unique (organization_id, source_id));
create index monitoring_bucket_newest on monitoring_bucket (patient_id, started_at desc);
create table waveform (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  source_id text not null, kind text not null, started_at timestamptz not null, ended_at timestamptz not null,
  received_at timestamptz not null, sample_rate double precision not null, samples bytea not null,
  payload_hash text not null, revision bigint not null, unique (organization_id, source_id));
create index waveform_by_time on waveform (patient_id, started_at);
create table patient_summary (
  patient_id text primary key references patient, latest_checkup_id text references checkup, latest_checkup_ended_at timestamptz,
  total_score integer, risk_level integer, latest_bucket_id text references monitoring_bucket, latest_bucket_ended_at timestamptz);
create table patient_note (
  id text primary key, organization_id text not null references organization, patient_id text not null references patient,
  text text not null check (char_length(text) between 1 and 5000), captured_at timestamptz not null, created_at timestamptz not null,
  created_by text not null references user_account, checkup_id text references checkup, revision bigint not null);
create index patient_note_newest on patient_note (patient_id, captured_at desc, id desc);
create table client_mutation (
  user_id text not null references user_account, key text not null, organization_id text not null references organization,
  operation text not null, payload_hash text not null, result jsonb, created_at timestamptz not null, primary key (user_id, key));
create table action_log (
  organization_id text not null references organization, seq bigint not null, at timestamptz not null, actor_id text,
  logged_in_as text, action text not null, entity_type text, entity_id text, patient_id text, details jsonb not null default '{}',
  prev_hash text not null, hash text not null, primary key (organization_id, seq));
create index action_log_by_patient on action_log (patient_id, seq desc);
create table accepted_terms (
  organization_id text primary key references organization, user_id text not null references user_account,
  terms_version text not null, accepted_at timestamptz not null);
create table org_version (organization_id text primary key references organization, version bigint not null);
create table ingest_key (
  id text primary key, organization_id text not null references organization, name text not null, secret text not null,
  created_at timestamptz not null, deleted_at timestamptz);
create table mail_outbox (
  id text primary key, to_address text not null, subject text not null, body text not null, created_at timestamptz not null);
create table maintenance_notice (
  id text primary key, title text not null, message text not null, start_at timestamptz not null, created_at timestamptz not null,
  withdrawn_at timestamptz);
`,
}
