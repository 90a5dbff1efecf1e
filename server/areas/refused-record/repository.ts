import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  Person,
  RefusedRecord,
  RefusedRecordOutcome,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'

/** A refused command of an author who cannot come back, still sealed. */
export interface SealedRecord {
  readonly group_id: string
  readonly id: string
  readonly op: string
  readonly op_version: number
  readonly lane: string
  readonly n: number
  readonly session_id: string
  readonly code: string | null
  readonly author: Person
  readonly captured_at: string | null
  readonly created_at: string
  readonly sealed: Uint8Array
}

/** How long the server keeps it: as purgeSync (server/engine) has it, with its day of margin. */
const keptMs = 91 * 86_400_000

/** A command's id is its device's alone: the group makes it one of the organisation. */
const idOf = ({ group_id, id }: Pick<SealedRecord, 'group_id' | 'id'>): string =>
  `${group_id}.${id}`

/**
 * The refused commands of the acting organisation that the user may see, those that nobody settled
 * first, then the newest. One about a patient is for who may open the patient: about one whom the
 * organisation does not have any more, for nobody.
 */
const sealedRecords = async (
  { trx, acting }: Scope,
  only: string | null,
): Promise<readonly SealedRecord[]> =>
  (
    await sql<SealedRecord>`select r.* from app_refused_records() r
      where (${only}::text is null or r.group_id || '.' || r.id = ${only})
        and (r.lane = 'user' or not app_is_patient(r.lane) or ${mayOpen(acting, sql.ref('r.lane'))})
      order by exists (select 1 from refused_record_act a where a.group_id = r.group_id and a.command_id = r.id and a.kind = 'settled'),
        r.created_at desc, r.id limit 100`.execute(trx)
  ).rows

/** One of them; undefined: the acting organisation has none of that id for the user. */
export const findSealed = async (scope: Scope, id: string): Promise<SealedRecord | undefined> =>
  (await sealedRecords(scope, id)).at(0)

/** The patient that it is about; null: it is about none. */
export const patientOf = ({ lane }: Pick<SealedRecord, 'lane'>): string | null =>
  lane === 'user' ? null : lane

/** The tray, without a word of what was written; `only`: one of it, by its id. */
export const listRefusedRecords = async (
  scope: Scope,
  only: string | null = null,
): Promise<RefusedRecord[]> => {
  const rows = await sealedRecords(scope, only)
  const acts = await scope.trx
    .selectFrom('refused_record_act')
    .select(['group_id', 'command_id', 'kind', 'outcome', 'at'])
    .where('organization_id', '=', scope.acting.organizationId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => {
    const own = acts.filter((act) => act.group_id === row.group_id && act.command_id === row.id)
    return {
      id: idOf(row),
      operation: row.op,
      code: row.code,
      patientId: patientOf(row),
      author: row.author,
      writtenAt: row.captured_at,
      refusedAt: row.created_at,
      purgedAt: new Date(Date.parse(row.created_at) + keptMs).toISOString(),
      openedAt: own.findLast(({ kind }) => kind === 'opened')?.at ?? null,
      outcome: own.findLast(({ kind }) => kind === 'settled')?.outcome ?? null,
    }
  })
}

/** Keeps what a supervisor did about one. */
export const keepAct = async (
  { trx, acting, clock }: Scope,
  { group_id, id }: SealedRecord,
  act:
    | { readonly kind: 'opened'; readonly reason: string }
    | { readonly kind: 'settled'; readonly outcome: RefusedRecordOutcome },
): Promise<void> => {
  await trx
    .insertInto('refused_record_act')
    .values({
      id: randomUUID(),
      organization_id: acting.organizationId,
      group_id,
      command_id: id,
      kind: act.kind,
      reason: act.kind === 'opened' ? act.reason : null,
      outcome: act.kind === 'settled' ? act.outcome : null,
      at: isoNow(clock),
      by_user: acting.userId,
    })
    .execute()
}
