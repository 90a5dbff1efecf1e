import { tileKeys, tileRules } from '../../../src/domain/pathway/tiles'
import type { Migration } from './migration'

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/**
 * What a check-up type asks for is one of the known tiles, each with one of the three rules. A
 * changed pathway tells the lists of the organisation's devices.
 */
export const pathways: Migration = {
  name: '0240-pathways',
  sql: `
create function are_checkup_tiles(tiles jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(tiles) = 'object' and not exists (select 1 from jsonb_each(case when jsonb_typeof(tiles) = 'object' then tiles else '{}' end) tile
    where tile.key not in (${quoted(tileKeys)}) or jsonb_typeof(tile.value) <> 'object' or coalesce(tile.value ->> 'rule', '') not in (${quoted(tileRules)})) $$;
alter table checkup_type add constraint checkup_type_tiles check (are_checkup_tiles(tiles));
create index ward_admission_by_care_pathway on ward_admission (care_pathway_id);
create index admission_event_by_care_pathway on admission_event (care_pathway_id) where type in ('Admission', 'CarePathwayTransfer');
create trigger care_pathway_list_pokes after insert or update on care_pathway for each row execute function poke_of_list();
create trigger checkup_type_list_pokes after insert or update or delete on checkup_type for each row execute function poke_of_list();
create trigger alert_rule_list_pokes after insert or update on alert_rule for each row execute function poke_of_list();
`,
}
