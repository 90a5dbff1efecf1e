import { z } from 'zod'
import type {
  MutationOpenRefusedRecordArgs,
  MutationSettleRefusedRecordArgs,
  OpenedRecord,
  RefusedRecord,
} from '../../../schema/generated/resolvers'
import { openingReason } from '../../../src/domain/refused-record/refused-record'
import type { Admitted } from '../../graphql/caller'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope, ServerParts } from '../../graphql/scope'
import { findSealed, keepAct, listRefusedRecords, patientOf, type SealedRecord } from './repository'

/** Opens what a device sealed to this server; null where it cannot. */
export type OpenSealed = (command: {
  readonly names: {
    readonly id: string
    readonly lane: string
    readonly n: number
    readonly op: string
    readonly opVersion: number
  }
  readonly session: string
  readonly sealed: Uint8Array
}) => Promise<string | null>

const writtenSchema = z.object({
  input: z.record(z.string(), z.unknown()),
  seenIdentity: z.object({ name: z.string(), birthDate: z.string() }).nullable().catch(null),
})

/** @throws NOT_FOUND where the acting organisation has no such record in its tray */
const requireSealed = async (scope: Scope, id: string): Promise<SealedRecord> => {
  const found = await findSealed(scope, id)
  if (found === undefined) throw notFound()
  return found
}

/** @throws CONFLICT where this server has no key for it */
const opened = async (
  openSealed: OpenSealed,
  id: string,
  { id: commandId, lane, n, op, op_version, session_id, sealed }: SealedRecord,
): Promise<OpenedRecord> => {
  const text = await openSealed({
    names: { id: commandId, lane, n, op, opVersion: op_version },
    session: session_id,
    sealed,
  })
  const written = text === null ? null : writtenSchema.safeParse(JSON.parse(text)).data
  if (written == null) throw conflict('UNREADABLE', 'This server cannot open what was written')
  return {
    id,
    operation: op,
    input: written.input,
    patientName: written.seenIdentity?.name ?? null,
    patientBirthDate: written.seenIdentity?.birthDate ?? null,
  }
}

const recordNow = async (scope: Scope, id: string): Promise<RefusedRecord> => {
  const found = (await listRefusedRecords(scope, id)).at(0)
  if (found === undefined) throw notFound()
  return found
}

/** Query fields of schema/refused-record.graphql. */
export const refusedRecordQueries = {
  refusedRecords: (scope: Scope): Promise<RefusedRecord[]> => listRefusedRecords(scope),
}

/** Mutation fields of schema/refused-record.graphql. */
export const refusedRecordMutations = {
  async settleRefusedRecord(
    scope: Scope,
    { id, outcome }: MutationSettleRefusedRecordArgs,
  ): Promise<RefusedRecord> {
    const sealed = await requireSealed(scope, id)
    await keepAct(scope, sealed, { kind: 'settled', outcome })
    await logged(scope, {
      action: 'settleRefusedRecord',
      entityType: 'command',
      entityId: sealed.id,
      patientId: patientOf(sealed),
      details: { op: sealed.op, outcome },
    })
    return recordNow(scope, id)
  },
}

/** Those that open the vault, which has a transaction of its own. A look again is another look. */
export const createOpenRefusedRecord = (parts: ServerParts, openSealed: OpenSealed) => ({
  async openRefusedRecord(
    admitted: Admitted,
    { id, reason: given }: MutationOpenRefusedRecordArgs,
  ): Promise<OpenedRecord> {
    const reason = openingReason.safeParse(given)
    if (!reason.success)
      throw badInput(reason.error.issues.map(({ message }) => ({ path: 'reason', message })))
    const within = <Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> =>
      parts.database.asOrganization(admitted.acting.organizationId, (trx) =>
        work({ ...parts, ...admitted, trx, idempotencyKey: null }),
      )
    const sealed = await within((scope) => requireSealed(scope, id))
    const written = await opened(openSealed, id, sealed)
    await within(async (scope) => {
      await keepAct(scope, sealed, { kind: 'opened', reason: reason.data })
      await logged(scope, {
        action: 'openRefusedRecord',
        entityType: 'command',
        entityId: sealed.id,
        patientId: patientOf(sealed),
        details: { op: sealed.op },
      })
    })
    return written
  },
})

/** What a repeat of a mutation is answered with. */
export const refusedRecordRereads = {
  settleRefusedRecord: (scope: Scope, { id }: MutationSettleRefusedRecordArgs) =>
    recordNow(scope, id),
}
