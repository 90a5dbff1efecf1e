import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  Person,
  RefusedRecord,
  RefusedRecordOutcome,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import type { Scope } from '../../graphql/scope'

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

/** The refused commands of the acting organisation, newest first. */
const sealedRecords = async ({ trx }: Scope): Promise<readonly SealedRecord[]> =>
  (await sql<SealedRecord>`select * from app_refused_records()`.execute(trx)).rows

/** One of them; undefined: the acting organisation has none of that id. */
export const findSealed = async (scope: Scope, id: string): Promise<SealedRecord | undefined> =>
  (await sealedRecords(scope)).find((one) => idOf(one) === id)

/** The patient that it is about; null: it is about none. */
export const patientOf = ({ lane }: Pick<SealedRecord, 'lane'>): string | null =>
  lane === 'user' ? null : lane

/** The tray of the acting organisation, newest first, without a word of what was written. */
export const listRefusedRecords = async (scope: Scope): Promise<RefusedRecord[]> => {
  const rows = await sealedRecords(scope)
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
