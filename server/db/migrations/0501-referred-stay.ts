import type { Migration } from './migration'

const admitted = (where: string): string =>
  `exists (select 1 from ward_admission a where a.patient_id = r.patient_id and ${where})`
const linkedTo = (organizationId: string): string =>
  `exists (select 1 from patient_organization po where po.patient_id = r.patient_id and po.organization_id = ${organizationId})`
/** Of whom no card is shown, nothing else is. */
const told = (column: string): string =>
  `case when p.id is not null then r.${column} end as ${column}`

/**
 * A referral knows the stay that ends with its acceptance, and no later one. The destination is told
 * whether the sender has the patient on a ward, whether accepting ends that stay, and whether it has
 * yet to admit whom it accepted; and of somebody who has no card, no statement either.
 */
export const referredStay: Migration = {
  name: '0501-referred-stay',
  sql: `
alter table referral add column admission_id text references ward_admission;
update referral r set admission_id = a.id from ward_admission a
where r.should_discharge and a.patient_id = r.patient_id and a.organization_id = r.organization_id
  and a.created_at <= r.created_at and (a.discharged_at is null or a.discharged_at > r.created_at);
create or replace view incoming_referral with (security_barrier) as
select r.id, r.organization_id, r.destination_id, p.id as patient_id, r.referred_by,
  ${['reason', 'comment', 'supporting_information'].map(told).join(', ')}, r.should_discharge,
  r.status, r.rejection_reason, r.decided_by, r.decided_at, r.created_at, r.updated_at,
  jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address) as organization,
  jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address) as destination,
  p.first_name, p.last_name, p.birth_date, p.gender, p.national_identifier_type, p.national_identifier_value,
  p.id is not null and r.status in ('Accepted', 'Pending')
    and ${admitted('a.organization_id = r.organization_id and a.discharged_at is null')} as admitted_at_sender,
  p.id is not null and r.status = 'Pending' and r.should_discharge
    and ${admitted('a.id = r.admission_id and a.discharged_at is null')} as ends_stay,
  p.id is not null and r.status = 'Accepted' and coalesce(d.features -> 'wards' = 'true', false) and not
    ${admitted('a.organization_id = r.destination_id and (a.referral_id = r.id or a.discharged_at is null or a.created_at >= r.decided_at)')}
    as awaits_admission
from referral r join organization s on s.id = r.organization_id join organization d on d.id = r.destination_id
left join patient p on p.id = r.patient_id and p.deleted_at is null and r.status <> 'Cancelled'
  and (${linkedTo('r.organization_id')} or ${linkedTo('r.destination_id')})
where r.destination_id = current_setting('app.organization', true);
`,
}
