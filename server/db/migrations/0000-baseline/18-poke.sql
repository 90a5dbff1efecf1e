-- Since when servers hear the devices, so that a restart does not put off what they decide.
create table job_hearing (
  one boolean default true primary key check (one),
  since_ms bigint not null,
  looked_ms bigint not null,
  waiting_ms bigint
);

-- A name of the secret that seals what is in this database, which does not tell the secret.
create table server_secret (
  one boolean default true primary key check (one),
  fingerprint text not null
);

-- Tells every server of this database what changed, at commit, once a transaction. Ids only.
create function poke_of_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.patient_id is null then return null; end if;
  perform pg_notify('lamplight_poke', po.organization_id || ' ' || new.patient_id) from patient_organization po where po.patient_id = new.patient_id;
  return null;
end $$;

-- Who somebody is and what they may: their other devices ask for it at once.
create function poke_of_membership() returns trigger language plpgsql security definer set search_path from current as $$
declare of_user text; of_organization text;
begin
  if tg_op = 'DELETE' then of_user := old.user_id; of_organization := old.organization_id;
  else of_user := new.user_id; of_organization := new.organization_id; end if;
  perform pg_notify('lamplight_poke', of_organization || ' @' || of_user);
  return null;
end $$;

-- A slot is claimed and analysed outside of transactions. A waveform raises its version: events of
-- an older one are not written. Events have their own message (`organization ~patient`), without a
-- pull.
create function poke_of_waveform_events() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('lamplight_poke', po.organization_id || ' ~' || t.patient_id)
    from (select distinct patient_id from touched) t join patient_organization po on po.patient_id = t.patient_id;
  return null;
end $$;

-- A change of an organisation's features or roles tells its members, as a membership does.
create function poke_of_members() returns trigger language plpgsql security definer set search_path from current as $$
declare of_organization text;
begin
  if tg_table_name = 'organization' then of_organization := new.id;
  elsif tg_op = 'DELETE' then of_organization := old.organization_id;
  else of_organization := new.organization_id; end if;
  perform pg_notify('lamplight_poke', of_organization || ' @' || m.user_id) from user_organization m where m.organization_id = of_organization and m.deleted_at is null;
  return null;
end $$;

-- The trigger of any list: it sends `organization #`.
create function poke_of_list() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform pg_notify('lamplight_poke', (case when tg_op = 'DELETE' then old.organization_id else new.organization_id end) || ' #');
  return null;
end $$;

create function poke_of_roster() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if current_setting('app.pokes', true) = 'off' then return null; end if;
  perform pg_notify('lamplight_poke', new.organization_id);
  perform pg_notify('lamplight_poke', s.other_id) from organization_sharing s where s.organization_id = new.organization_id;
  return null;
end $$;

create trigger alert_rule_list_pokes after insert or update on alert_rule for each row execute function poke_of_list();

create trigger approved_message_setup_pokes after insert or delete on approved_message_setup for each row execute function poke_of_membership();

create trigger care_pathway_list_pokes after insert or update on care_pathway for each row execute function poke_of_list();

create trigger change_pokes after insert on change for each row execute function poke_of_change();

create trigger checkup_type_list_pokes after insert or update or delete on checkup_type for each row execute function poke_of_list();

create trigger document_list_pokes after insert or update of state on document for each row execute function poke_of_list();

create trigger ehr_integration_list_pokes after insert or update on ehr_integration for each row execute function poke_of_list();

create trigger ehr_event_list_pokes after insert or update of status on ehr_integration_event for each row execute function poke_of_list();

create trigger external_identity_pokes after insert or delete on external_identity for each row execute function poke_of_membership();

create trigger ingest_key_pokes after insert or delete or update of deleted_at on ingest_key for each row execute function poke_of_list();

create trigger integration_token_pokes after insert or update of removed_at on integration_token for each row execute function poke_of_list();
create trigger share_token_pokes after insert or update of deleted_at on share_token for each row execute function poke_of_list();

create trigger organization_pokes after update on organization for each row
  when (old.features is distinct from new.features or old.name is distinct from new.name or old.type is distinct from new.type or old.edition is distinct from new.edition or old.inactivity_minutes is distinct from new.inactivity_minutes)
  execute function poke_of_members();

create trigger organization_relationship_pokes after insert or delete or update on organization_relationship for each row execute function poke_of_list();

create trigger patient_list_pokes after insert or update of first_name, last_name, birth_date, national_identifier_value, deleted_at on patient
  for each row execute function poke_of_list();

create trigger patient_link_part_pokes after update of others_from on patient_organization for each row execute function poke_of_list();

create trigger patient_link_pokes after insert or delete on patient_organization for each row execute function poke_of_list();

create trigger patient_practice_pokes after insert or delete on patient_practice for each row execute function poke_of_list();

create trigger referral_pokes after insert or update on referral for each row execute function poke_of_list();

create trigger refused_delivery_pokes after insert on refused_delivery for each row execute function poke_of_list();

create trigger role_list_pokes after insert or update or delete on role for each row execute function poke_of_list();

create trigger role_pokes after insert or update or delete on role for each row execute function poke_of_members();

create trigger roster_version_pokes after insert or update on roster_version for each row execute function poke_of_roster();

create trigger task_pokes after insert or update on task for each row execute function poke_of_list();

create trigger invitation_list_pokes after insert or delete or update on invitation for each row execute function poke_of_list();

create trigger user_organization_list_pokes after insert or delete or update of roles, job_role, deleted_at on user_organization for each row execute function poke_of_list();

create trigger user_organization_pokes after insert or update or delete on user_organization for each row execute function poke_of_membership();

create trigger ward_pokes after insert or update of name, capacity, deleted_at on ward for each row execute function poke_of_list();

create trigger ward_admission_list_pokes after insert or update of ward_id, discharged_at on ward_admission for each row execute function poke_of_list();

create trigger ward_duty_pokes after insert or update on ward_duty for each row execute function poke_of_list();

create trigger ward_staff_list_pokes after insert or delete on ward_staff for each row execute function poke_of_list();

create trigger ward_staff_pokes after insert or update or delete on ward_staff for each row execute function poke_of_membership();

create trigger waveform_events_come after insert on waveform_event referencing new table as touched for each statement execute function poke_of_waveform_events();

create trigger waveform_events_go after delete on waveform_event referencing old table as touched for each statement execute function poke_of_waveform_events();
