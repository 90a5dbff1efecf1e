import type { Migration } from './migration'

/**
 * Names are compared without apostrophes and hyphens, however they were typed, as
 * src/domain/identity/fold-name.ts does it. Names that this changes are folded anew.
 */
export const nameFolding: Migration = {
  name: '0460-name-folding',
  sql: `
create or replace function fold_text(given text) returns text language sql immutable as $$
  select lower(regexp_replace(regexp_replace(normalize(given, nfd),
    '[\\u0300-\\u036f''\\u0060\\u00b4\\u02b9\\u02bb\\u02bc\\u02c8\\u2018\\u2019\\u201b\\u2032\\uff07\\u00ad\\u200b-\\u200d\\u2060\\ufeff]', '', 'g'),
    '[\\s\\u00a0\\u2010-\\u2015\\u2212-]+', ' ', 'g')) $$;
create function similar_key_of(first_name text, last_name text) returns text language sql immutable as $$
  select regexp_replace(fold_text(last_name), '[ .]', '', 'g') || ' ' || left(ltrim(fold_text(first_name)), 1) $$;
create or replace function patient_fills_search_name() returns trigger language plpgsql as $$
begin
  new.search_name := fold_text(new.first_name || ' ' || new.last_name);
  new.similar_key := similar_key_of(new.first_name, new.last_name);
  return new;
end $$;
update patient set first_name = first_name, last_name = last_name
  where search_name <> fold_text(first_name || ' ' || last_name) or similar_key <> similar_key_of(first_name, last_name);
`,
}
