import { sql } from 'kysely'
import type { SecretBox } from './secret-box'
import type { Database } from './db/database'
import { RefusedStart } from './db/refused-start'

/**
 * Every server of a database seals under one secret. The first one leaves a name of it.
 * @throws RefusedStart where this server has another one: it would know none of the devices, and
 *   every tablet that met it would load its ward anew
 */
export async function requireOneSecret(
  { kysely }: Pick<Database, 'kysely'>,
  secrets: Pick<SecretBox, 'nameOf'>,
): Promise<void> {
  const own = secrets.nameOf('server', 'one secret for all servers of a database')
  await sql`insert into server_secret (fingerprint) values (${own}) on conflict do nothing`.execute(
    kysely,
  )
  const { rows } = await sql<{
    fingerprint: string
  }>`select fingerprint from server_secret`.execute(kysely)
  if (rows[0]?.fingerprint === own) return
  throw new RefusedStart(
    'This database was used with another secret. Give every server the same INGEST_KEY_SECRET or, where none is set, the same file ingest-key.secret in DATA_DIR. To begin with a new secret, for which every API key, integration, device key and second factor has to be made anew: delete from server_secret.',
  )
}
