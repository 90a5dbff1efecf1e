import type { Migration } from './migration'

/**
 * A command may come from a device where nobody is signed in (docs/decisions/0016): it proves its
 * author by itself.
 */
export const idleDelivery: Migration = {
  name: '0030-idle-delivery',
  sql: `
alter table sync_mutation alter column delivered_by drop not null;
`,
}
