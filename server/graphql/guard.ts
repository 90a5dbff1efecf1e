import { passedSecondFactor, type Admitted, type Caller } from './caller'
import { GraphQLError } from 'graphql'
import { isoNow } from '../clock'
import { appendAction, type ActionEntry } from '../db/action-log'
import { badInput, doneUnseen, refusedAcross } from './errors'
import { failureOf } from './failure'
import { doneBefore, isIdempotencyKey, once, parseIdempotencyKey } from './idempotency'
import type { Kept, Reread } from './idempotency'
import type { OperationRule } from './operations'
import { hearGiven } from './given'
import { hearRefusals } from './refused-records'
import type { InternalScope, Scope, ServerParts } from './scope'

/** What a field of the schema is called with. */
export interface RequestContext {
  readonly caller: Caller
  /** `extensions` of the operation's body. */
  readonly extensions: Readonly<Record<string, unknown>> | null
}

/** The work of one field. */
export type FieldFunction = (scope: Scope, args: never) => Promise<unknown>
/** The work of an internal field. */
export type InternalFunction = (scope: InternalScope, args: never) => Promise<unknown>
/** What a repeat of an internal mutation is answered with. */
export type InternalReread = (scope: InternalScope, args: never, kept: Kept) => Promise<unknown>

/** Answered by an internal mutation: the rest of its work, done once the transaction is. */
export class AfterCommit {
  readonly work: () => Promise<unknown>
  constructor(work: () => Promise<unknown>) {
    this.work = work
  }
}

/** Thrown by a mutation that is refused, and whose entries in the logs are kept all the same. */
export class LoggedRefusal extends Error {
  readonly refusal: unknown
  readonly entries: readonly ActionEntry[]
  constructor(refusal: unknown, entries: readonly ActionEntry[]) {
    super('Refused, and logged')
    this.name = 'LoggedRefusal'
    this.refusal = refusal
    this.entries = entries
  }
}

/**
 * Keeps what a refused mutation says of itself: its own transaction is undone by now. That an entry
 * failed is no answer to who was refused: it is in the process's log.
 */
const keepEntries = async (parts: ServerParts, thrown: unknown): Promise<never> => {
  if (!(thrown instanceof LoggedRefusal)) throw thrown
  for (const entry of thrown.entries)
    await parts.database
      .asOrganization(entry.organizationId, (trx) => appendAction(trx, entry))
      .catch((error: unknown) => {
        const { organizationId, actorId: userId, action } = entry
        const failure = failureOf(error)
        parts.log.error({ event: 'refusal-not-kept', organizationId, userId, action, failure })
      })
  throw thrown.refusal
}

/**
 * A guarded field: who asks is admitted by its rule, the work runs in one transaction of the acting
 * organisation.
 */
export type Guarded = (
  args: Record<string, unknown>,
  context: RequestContext,
  fieldsAtRoot?: number,
) => Promise<unknown>

const scopeOf = (
  parts: ServerParts,
  admitted: Awaited<ReturnType<Caller['admit']>>,
  trx: Scope['trx'],
  idempotencyKey: string | null,
): Scope => ({
  trx,
  ...admitted,
  clock: parts.clock,
  settings: parts.settings,
  log: parts.log,
  idempotencyKey,
})

const oneFieldOnly = (): GraphQLError =>
  badInput([
    {
      path: 'extensions.idempotencyKey',
      message: 'Stands for one mutation field, but the operation has more',
    },
  ])

/** Wraps the work of a query field. */
export const guardQuery =
  (parts: ServerParts, name: string, rule: OperationRule, work: FieldFunction): Guarded =>
  async (args, { caller }) => {
    const admitted = await caller.admit(name, rule, args)
    const refusals = hearRefusals(parts, admitted, name)
    return parts.database
      .asOrganization(admitted.acting.organizationId, async (trx) => {
        const given = hearGiven(admitted, name)
        const answer = await work(
          {
            ...scopeOf(parts, admitted, trx, null),
            reads: true,
            refused: refusals.hear,
            given: given.hear,
          },
          args as never,
        )
        await given.keep(trx, parts.clock.now())
        return answer
      })
      .catch(refusals.keep)
  }

const isUnseen = (thrown: unknown): boolean =>
  thrown instanceof GraphQLError &&
  (thrown.extensions.code === 'FORBIDDEN' || thrown.extensions.code === 'NOT_FOUND')

/**
 * The answer to a repeat: what was done, as whoever repeats it may see it today, in the organisation
 * where it was done.
 */
const seenAgain = async ({
  parts,
  name,
  rule,
  reread,
  caller,
  args,
  done: { kept, organizationId },
}: {
  readonly parts: ServerParts
  readonly name: string
  readonly rule: OperationRule
  readonly reread: Reread
  readonly caller: Caller
  readonly args: Record<string, unknown>
  readonly done: { readonly kept: Kept; readonly organizationId: string }
}): Promise<unknown> => {
  try {
    const seen = { ...rule, action: rule.seenAs ?? rule.action, actsAs: () => organizationId }
    const admitted = await caller.admit(name, seen, args)
    return await parts.database.asOrganization(admitted.acting.organizationId, async (trx) => {
      const given = hearGiven(admitted, name)
      const scope = { ...scopeOf(parts, admitted, trx, null), given: given.hear }
      const answer = await reread(scope, args as never, kept)
      await given.keep(trx, parts.clock.now())
      return answer
    })
  } catch (thrown) {
    if (isUnseen(thrown)) throw doneUnseen()
    throw thrown
  }
}

/**
 * Wraps the work of a mutation field: done once per idempotency key, effect and key in one
 * transaction. What was done already is not judged again; what its answer shows is.
 */
export const guardMutation =
  (
    parts: ServerParts,
    name: string,
    rule: OperationRule,
    work: FieldFunction,
    reread: Reread,
  ): Guarded =>
  async (args, { caller, extensions }, fieldsAtRoot = 1) => {
    const given = extensions?.idempotencyKey
    if (isIdempotencyKey(given) && fieldsAtRoot === 1) {
      const done = await doneBefore(parts, {
        ...(await caller.claimed(rule, args)),
        key: given,
        operation: name,
        args,
      })
      if (done !== null) return seenAgain({ parts, name, rule, reread, caller, args, done })
    }
    const admitted = await caller.admit(name, rule, args)
    const key = parseIdempotencyKey(given)
    if (key !== null && fieldsAtRoot > 1) throw oneFieldOnly()
    const refusals = hearRefusals(parts, admitted, name)
    return parts.database
      .asOrganization(admitted.acting.organizationId, (trx) => {
        const scope = { ...scopeOf(parts, admitted, trx, key), refused: refusals.hear }
        return once(
          scope,
          name,
          args,
          () => work(scope, args as never),
          (kept) => reread(scope, args as never, kept),
        )
      })
      .catch(refusals.keep)
      .catch((thrown: unknown) => keepEntries(parts, thrown))
  }

/**
 * Wraps the work of an internal query field: the owner's transaction, above all organisations. Each
 * look is in the action log of who looks.
 */
export const guardInternal =
  (parts: ServerParts, name: string, rule: OperationRule, work: InternalFunction): Guarded =>
  async (args, { caller }) => {
    const { acting, loggedInAs, token } = await caller.admit(name, rule, args)
    const { clock, log } = parts
    log.info({ event: 'internal-read', operation: name, userId: acting.userId })
    return parts.database.asSystem(async (trx) => {
      await appendAction(trx, {
        organizationId: acting.organizationId,
        at: isoNow(clock),
        actorId: acting.userId,
        loggedInAs,
        action: 'internal-read',
        entityType: 'operation',
        entityId: name,
        details: args,
      })
      return work(
        {
          trx,
          acting,
          clock,
          log,
          loggedInAs,
          passedSecondFactor: passedSecondFactor(token),
          administration: parts.administration ?? null,
        },
        args as never,
      )
    })
  }

/**
 * Wraps the work of an internal mutation field: the owner's transaction, once per idempotency key.
 * Who asks is asked again by the write itself (server/db/across), which also writes the logs: of
 * the organisations that it touches, and of who asks.
 */
export const guardInternalMutation =
  (
    parts: ServerParts,
    name: string,
    rule: OperationRule,
    work: InternalFunction,
    reread: InternalReread,
  ): Guarded =>
  async (args, { caller, extensions }, fieldsAtRoot = 1) => {
    const { acting, loggedInAs, token } = await caller.admit(name, rule, args)
    const idempotencyKey = parseIdempotencyKey(extensions?.idempotencyKey)
    if (idempotencyKey !== null && fieldsAtRoot > 1) throw oneFieldOnly()
    const { clock, log, administration = null } = parts
    try {
      const done = await parts.database.asSystem((trx) => {
        const scope = {
          trx,
          acting,
          clock,
          log,
          loggedInAs,
          passedSecondFactor: passedSecondFactor(token),
          administration,
          idempotencyKey,
        }
        return once(
          scope,
          name,
          args,
          () => work(scope, args as never),
          (kept) => reread(scope, args as never, kept),
        )
      })
      return done instanceof AfterCommit ? await done.work() : done
    } catch (thrown) {
      throw refusedAcross(thrown)
    }
  }

/** The work of a field for a person who belongs to no organisation, in the owner's transaction. */
export type NowhereFunction = (
  person: { readonly trx: Scope['trx']; readonly userId: string; readonly at: string },
  args: never,
) => Promise<unknown>

/**
 * Lets also who belongs to no organisation call a field about what they are asked: there is no right
 * to judge, and no organisation to keep an idempotency key in.
 */
export const guardAlsoNowhere =
  (
    { database, clock }: ServerParts,
    rule: OperationRule,
    guarded: Guarded,
    work: NowhereFunction,
  ): Guarded =>
  async (args, context, fieldsAtRoot) => {
    const userId = await context.caller.belongingNowhere(rule, args)
    if (userId === null) return guarded(args, context, fieldsAtRoot)
    return database.asSystem((trx) => work({ trx, userId, at: isoNow(clock) }, args as never))
  }

/** The work of a field that opens its own transactions: sync, where every command is one. */
export type WholeFunction = (admitted: Admitted, args: never) => Promise<unknown>

/**
 * Wraps the work of such a field; it repeats safely by itself, so that no idempotency key is asked
 * for.
 */
export const guardWhole =
  (name: string, rule: OperationRule, work: WholeFunction): Guarded =>
  async (args, { caller }) =>
    work(await caller.admit(name, rule, args), args as never)
