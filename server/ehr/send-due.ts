import type { Logger } from 'pino'
import {
  mostTries,
  settle,
  waitAfterMs,
  type Sending,
  type Settled,
} from '../../src/domain/ehr-integration/answer'
import { needsApprover } from '../../src/domain/ehr-integration/integration'
import { approverOf, outdatedWords } from '../areas/ehr-integration'
import { appendAction } from '../db/action-log'
import type { Database, Trx } from '../db/database'
import { sign } from '../ingest/signature'
import { decidedNow, type JobParts } from '../jobs/database-clock'
import { startQueue } from '../jobs/queue'
import type { SecretBox } from '../secret-box'
import type { Outward } from './egress'

/** A server is given so long for one event, milliseconds; after that another tries. */
const claimMs = 60_000

export interface EhrParts extends JobParts {
  readonly database: Database
  readonly secrets: Pick<SecretBox, 'open'>
  readonly send: (outward: Outward) => Promise<Sending>
  readonly log: Pick<Logger, 'warn' | 'error'>
}

const iso = (ms: number): string => new Date(ms).toISOString()
const said = (message: string): string => JSON.stringify({ message, innerError: null })

/** An event that was never heard of again at its last try: whether it arrived nobody knows. */
const endUnheard = (trx: Trx, nowMs: number) =>
  trx
    .updateTable('ehr_integration_event')
    .set({
      status: 'error',
      is_retryable: true,
      claimed_until: null,
      updated_at: iso(nowMs),
      response: said('It is not known whether the receiving system has it'),
    })
    .where('status', '=', 'submitted')
    .where('attempts', '>=', mostTries)
    .where('claimed_until', '<=', iso(nowMs))
    .execute()

/** Takes the next event that is due; what others are busy with is left to them. */
const take = (trx: Trx, nowMs: number) =>
  trx
    .updateTable('ehr_integration_event')
    .set((eb) => ({
      status: 'submitted',
      attempts: eb('attempts', '+', 1),
      claimed_until: iso(nowMs + claimMs),
      updated_at: iso(nowMs),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('ehr_integration_event as due')
        .select('due.id')
        .where('due.status', 'in', ['pending', 'submitted'])
        .where('due.due_at', '<=', iso(nowMs))
        .where((on) =>
          on.or([on('due.claimed_until', 'is', null), on('due.claimed_until', '<=', iso(nowMs))]),
        )
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'organization_id', 'ehr_integration_id', 'patient_id', 'attempts', 'body'])
    .returning('created_at')
    .executeTakeFirst()

const integrationOf = (trx: Trx, id: string) =>
  trx
    .selectFrom('ehr_integration as i')
    .select(['i.id', 'i.integration_type', 'i.address', 'i.secret', 'i.deleted_at'])
    .select(approverOf.as('approver'))
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()

/** Sets aside what was taken: the try does not count. */
const setAside = async (
  trx: Trx,
  { id, attempts }: { readonly id: string; readonly attempts: number },
  status: 'skipped' | 'action_required',
  message: string,
): Promise<void> => {
  await trx
    .updateTable('ehr_integration_event')
    .set({ status, attempts: attempts - 1, claimed_until: null, response: said(message) })
    .where('id', '=', id)
    .execute()
}

/** What this server is to send now; `aside`: the next one was not to be sent. */
const claim = async (trx: Trx, nowMs: number) => {
  await endUnheard(trx, nowMs)
  const event = await take(trx, nowMs)
  if (event === undefined) return null
  const integration = await integrationOf(trx, event.ehr_integration_id)
  if (integration.deleted_at !== null) {
    await setAside(trx, event, 'skipped', 'The integration was ended')
    return 'aside' as const
  }
  const outdated = await outdatedWords(trx, event.id)
  if (outdated !== null) {
    await setAside(trx, event, 'skipped', outdated)
    return 'aside' as const
  }
  if (needsApprover(integration.integration_type) && integration.approver === null) {
    const message = 'Nobody approves of the messages of this integration'
    await setAside(trx, event, 'action_required', message)
    return 'aside' as const
  }
  return { ...event, integration }
}
type Claimed = Exclude<Awaited<ReturnType<typeof claim>>, null | 'aside'>

/** The request of an event: the same body at each try, under the same idempotency key. */
const outwardOf = (
  { id, created_at: createdAt, body, integration }: Claimed,
  secret: string,
  nowMs: number,
): Outward => {
  const text = JSON.stringify({
    id,
    type: integration.integration_type,
    createdAt,
    approvedBy: needsApprover(integration.integration_type) ? integration.approver : null,
    ...(body as object),
  })
  const timestamp = String(Math.floor(nowMs / 1000))
  return {
    address: integration.address,
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
      'X-Integration-Id': integration.id,
      'X-Timestamp': timestamp,
      'X-Signature': sign(secret, {
        timestamp,
        method: 'POST',
        path: new URL(integration.address).pathname,
        body: Buffer.from(text),
      }),
    },
  }
}

/** Notes what became of a sending. One that took too long, and that another server has, stays as it is. */
const note = async (
  trx: Trx,
  { id, attempts, organization_id: organizationId, patient_id: patientId }: Claimed,
  { status, again, isRetryable, response }: Settled,
  nowMs: number,
): Promise<void> => {
  const noted = await trx
    .updateTable('ehr_integration_event')
    .set({
      status,
      is_retryable: isRetryable,
      claimed_until: null,
      updated_at: iso(nowMs),
      response: response === null ? null : JSON.stringify(response),
      ...(again ? { due_at: iso(nowMs + waitAfterMs(attempts)) } : {}),
    })
    .where('id', '=', id)
    .where('status', '=', 'submitted')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  if (noted === undefined || again) return
  await appendAction(trx, {
    organizationId,
    at: iso(nowMs),
    actorId: null,
    action: status === 'success' ? 'ehrEventSent' : 'ehrEventNotTaken',
    entityType: 'ehrIntegrationEvent',
    entityId: id,
    patientId,
    details: { status },
  })
}

/**
 * Hands over every event that is due, one after the other, outside of any transaction. Safe on
 * several servers and when killed: the receiver knows a repeat by its idempotency key.
 * @returns how many were sent
 */
export async function sendDueEvents(parts: EhrParts): Promise<number> {
  const { database, secrets, send, log } = parts
  const now = (): Promise<number> => database.asSystem((trx) => decidedNow(trx, parts))
  for (let count = 0; ;) {
    const nowMs = await now()
    const claimed = await database.asSystem((trx) => claim(trx, nowMs))
    if (claimed === null) return count
    if (claimed === 'aside') continue
    const secret = secrets.open(claimed.integration.id, claimed.integration.secret)
    const sending: Sending =
      secret === null
        ? { kind: 'forbidden', problem: 'Its secret was sealed under another key' }
        : await send(outwardOf(claimed, secret, nowMs))
    const settled = settle(sending, claimed.attempts)
    const settledMs = await now()
    await database.asSystem((trx) => note(trx, claimed, settled, settledMs))
    count += 1
    if (settled.status !== 'success')
      log.warn({
        event: 'ehr-event-not-taken',
        id: claimed.id,
        organizationId: claimed.organization_id,
        attempts: claimed.attempts,
        status: settled.status,
        sending: sending.kind === 'answered' ? sending.status : sending.problem,
      })
  }
}

/** How long an event that needs nobody any more is kept, milliseconds. */
const keptMs = 90 * 86_400_000

/** Forgets what was sent, refused or skipped long ago: the record has what it said. */
export const purgeEhrEvents = async (database: Database, nowMs: number): Promise<number> =>
  Number(
    (
      await database.asSystem((trx) =>
        trx
          .deleteFrom('ehr_integration_event')
          .where('status', 'in', ['success', 'rejected', 'skipped'])
          .where('updated_at', '<', iso(nowMs - keptMs))
          .executeTakeFirst(),
      )
    ).numDeletedRows,
  )

/**
 * Sends what is asked for at once, and what waits when it is due.
 * @returns how to stop, which waits for the event that is under way
 */
export const startEhrEvents = (parts: EhrParts, intervalMs?: number): (() => Promise<void>) =>
  startQueue(
    {
      ...parts,
      channel: 'ehr_events',
      work: async () => {
        await sendDueEvents(parts)
      },
    },
    intervalMs,
  )
