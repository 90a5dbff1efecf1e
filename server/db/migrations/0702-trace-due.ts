import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'

/** Names of the tables, for the tests' matrix of row security. */
export const traceDueTables: readonly string[] = ['trace_due']

const isAsked = (patient: string): string =>
  `${patient}.national_identifier_type = 'NhsNumber' and ${patient}.deleted_at is null and not ${patient}.is_test`

/**
 * Whose number is to be traced, and from when on: nobody else is read to find out. A patient comes
 * in with a number, with other details, and when the answer is taken away. Who is asked about again
 * stays until there is an answer.
 */
export const traceDue: Migration = {
  name: '0702-trace-due',
  sql: `
create table trace_due (patient_id text primary key references patient, due_at timestamptz not null);
create index trace_due_by_time on trace_due (due_at, patient_id);
alter table trace_due enable row level security;
alter table trace_due force row level security;
create policy owner_all on trace_due to current_user using (true) with check (true);
create function ask_trace() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_table_name = 'patient' then
    if tg_op = 'UPDATE' then
      if ${isAsked('old')} and app_trace_digest(old) = app_trace_digest(new) then return null; end if;
    end if;
    insert into trace_due as d (patient_id, due_at) values (new.id, '-infinity') on conflict (patient_id) do update set due_at = excluded.due_at;
  else
    insert into trace_due as d (patient_id, due_at) select old.patient_id, '-infinity' from patient p where p.id = old.patient_id and ${isAsked('p')}
      on conflict (patient_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end $$;
create trigger patient_asks_trace after insert or update on patient for each row when (${isAsked('new')}) execute function ask_trace();
create trigger identifier_trace_asks_again after delete on identifier_trace for each row execute function ask_trace();
insert into trace_due (patient_id, due_at)
  select p.id, case when t.asked = app_trace_digest(p) then greatest(t.due_at, t.claimed_until) else '-infinity' end
  from patient p join organization o on o.id = p.organization_id left join identifier_trace t on t.patient_id = p.id
  where ${isAsked('p')} and o.edition = 'en-GB' and (t.patient_id is null or t.asked <> app_trace_digest(p) or t.status = 'Pending');
drop index identifier_trace_due;
alter table identifier_trace drop column claimed_until, drop column due_at;
`,
}
