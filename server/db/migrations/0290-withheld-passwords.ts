import type { Migration } from './migration'

/**
 * The hash that tells one request from another holds no password any more; those that did are
 * emptied, and a repeat of such a request is refused as another one.
 */
export const withheldPasswords: Migration = {
  name: '0290-withheld-passwords',
  sql: `
update client_mutation set payload_hash = '' where operation in ('createSelfCareLogin', 'setPasswordForSelfCareUser');
`,
}
