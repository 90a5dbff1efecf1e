import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type {
  Calling,
  MutationChangeOnCallPlanArgs,
  MutationRegisterPushArgs,
  NamedReference,
  OnCallPlan,
  Person,
  QueryCallingsArgs,
  QueryIsCalledHereArgs,
  QueryOnCallPlanArgs,
  QueryPushedOrganizationArgs,
  QueryPushedPatientArgs,
  QueryTestCallArgs,
  QueryWardCallingsArgs,
  TestCall,
  UnreachedWard,
} from '../../../schema/generated/resolvers'
import type { NobodyReason } from '../../../src/domain/calling/next'
import { planSchema, type Plan } from '../../../src/domain/calling/plan'
import { subscriptionSchema, type PushProblem } from '../../../src/domain/calling/push'
import { isoNow } from '../../clock'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { mayReadNow, requirePatient, wardIsOwn } from '../../graphql/visibility'
import { lockWard } from '../ward'
import { calledInBrowser } from './pushes'
import { reachedOf } from './situation'
import { unreachedIn } from './unreached'

/** For how long callings are told, milliseconds, and how many of a patient and of a ward. */
const [toldMs, told, toldOfWard] = [24 * 3_600_000, 20, 50]

/** @throws NOT_FOUND where the acting organisation has no such ward */
const requireWard = async ({ trx, acting }: Scope, wardId: string): Promise<void> => {
  const found = await trx
    .selectFrom('ward')
    .select('id')
    .where('id', '=', wardId)
    .where('organization_id', '=', acting.organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
}

const planOf = async ({ trx, clock }: Scope, wardId: string): Promise<OnCallPlan | null> => {
  const row = await trx
    .selectFrom('on_call_plan')
    .selectAll()
    .select(sql<Person | null>`app_person(changed_by)`.as('author'))
    .where('ward_id', '=', wardId)
    .executeTakeFirst()
  if (row === undefined) return null
  const slots = planSchema.shape.slots.parse(row.slots)
  const ids = [...new Set(slots.flatMap(({ line }) => line.flatMap(({ userId }) => userId ?? [])))]
  const { rows } = await sql<{ id: string; person: Person | null }>`
    select u.id, app_person(u.id) as person from unnest(${ids}::text[]) u (id)`.execute(trx)
  const people = new Map(rows.map(({ id, person }) => [id, person]))
  const reached = await reachedOf(trx, wardId)
  const withBrowser = await calledInBrowser(trx, ids, clock.now())
  return {
    wardId,
    minutesOfSeverity4: row.minutes_of_severity4,
    minutesOfSeverity3: row.minutes_of_severity3,
    slots: slots.map(({ line, ...slot }) => ({
      ...slot,
      line: line.map(({ userId, provider }) => ({
        user: userId === null ? null : (people.get(userId) ?? null),
        provider,
        isReached: userId === null || reached.has(userId),
        hasBrowser: userId !== null && withBrowser.has(userId),
      })),
    })),
    changedAt: row.changed_at,
    changedBy: row.author,
  }
}

interface CallingRow {
  readonly id: string
  readonly patient_id: string
  readonly alert_ids: readonly string[]
  readonly nobody_at: string | null
  readonly nobody_reason: NobodyReason | null
  readonly ended_at: string | null
  readonly answerer: Person | null
  readonly answered_at: string | null
  readonly calls: ReadonlyArray<{
    readonly id: string
    readonly person: Person | null
    readonly provider: string | null
    readonly at: string
    readonly received: string | null
  }>
}

/** The callings that a condition on rows `c` of them picks, of the last day or going on, the latest first. */
const toldCallings = async (
  { trx, clock }: Scope,
  which: RawBuilder<boolean>,
  most: number,
): Promise<Calling[]> => {
  const since = new Date(clock.now() - toldMs).toISOString()
  const { rows } = await sql<CallingRow>`
    select c.id, c.patient_id, c.alert_ids, c.nobody_at, c.nobody_reason, c.ended_at,
      app_person(coalesce(c.answered_by, l.answered_by)) as answerer, coalesce(c.answered_at, l.answered_at) as answered_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'person', app_person(s.user_id), 'provider', s.provider ->> 'name', 'at', s.called_at, 'received', s.received_at) order by s.step)
        from calling_step s where s.calling_id = coalesce(c.led_by, c.id)), '[]') as calls
    from calling c left join calling l on l.id = c.led_by
    where ${which} and (c.ended_at is null or c.began_at >= ${since}::timestamptz)
    order by c.began_at desc, c.id limit ${most}`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    alertIds: [...row.alert_ids],
    calls: row.calls.map(({ id, person, provider, at, received }) => ({
      id,
      user: person,
      provider,
      calledAt: new Date(at).toISOString(),
      receivedAt: received === null ? null : new Date(received).toISOString(),
    })),
    nobodyAt: row.nobody_at,
    nobodyReason: row.nobody_reason,
    endedAt: row.ended_at,
    answeredBy: row.answerer,
    answeredAt: row.answered_at,
  }))
}

/** Query fields of schema/calling.graphql. */
export const callingQueries = {
  async onCallPlan(scope: Scope, { wardId }: QueryOnCallPlanArgs): Promise<OnCallPlan | null> {
    await requireWard(scope, wardId)
    return planOf(scope, wardId)
  },
  unreachedWards: async ({ trx, acting }: Scope): Promise<UnreachedWard[]> =>
    (await unreachedIn(trx, acting.organizationId)).map(
      ({ organization: _organization, ...told }) => told,
    ),
  async callings(scope: Scope, { patientId }: QueryCallingsArgs): Promise<Calling[]> {
    await requirePatient(scope, patientId)
    return toldCallings(scope, sql<boolean>`c.patient_id = ${patientId}`, told)
  },
  async pushedPatient(scope: Scope, { callId }: QueryPushedPatientArgs): Promise<string | null> {
    const { trx, acting } = scope
    const { rows } = await sql<{ patient_id: string }>`
      select t.patient_id from call_push p join calling_step t on t.id = p.calling_step_id join calling c on c.id = t.calling_id
      where p.id = ${callId} and p.user_id = ${acting.userId} and c.storm_of is null`.execute(trx)
    const patientId = rows[0]?.patient_id
    return patientId !== undefined && (await mayReadNow(scope, patientId)) ? patientId : null
  },
  async pushedOrganization(
    { trx, acting }: Scope,
    { callId }: QueryPushedOrganizationArgs,
  ): Promise<NamedReference | null> {
    const { rows } =
      await sql<NamedReference>`select id, name from app_pushed_organization(${callId}, ${acting.userId})`.execute(
        trx,
      )
    return rows[0] ?? null
  },
  async wardCallings(scope: Scope, { wardId }: QueryWardCallingsArgs): Promise<Calling[]> {
    const { trx, acting } = scope
    const { rows } = await sql<{ own: boolean }>`select ${wardIsOwn(
      acting,
      sql`${wardId}::text`,
    )} as own`.execute(trx)
    if (rows[0]?.own !== true) throw notFound()
    return toldCallings(
      scope,
      sql<boolean>`c.patient_id in (select s.patient_id from ward_admission s where s.ward_id = ${wardId} and s.discharged_at is null)`,
      toldOfWard,
    )
  },
}

/** @throws BAD_USER_INPUT naming what is wrong of a plan */
const readPlan = ({
  slots,
  minutesOfSeverity4,
  minutesOfSeverity3,
}: MutationChangeOnCallPlanArgs): Plan => {
  const read = planSchema.safeParse({
    minutesOfSeverity4,
    minutesOfSeverity3,
    slots: slots.map((slot) => ({
      ...slot,
      line: slot.line.map(({ userId, provider }) => ({
        userId: userId ?? null,
        provider: provider ?? null,
      })),
    })),
  })
  if (read.success) return read.data
  throw badInput(
    read.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  )
}

/** Mutation fields of schema/calling.graphql. */
export const callingMutations = {
  async changeOnCallPlan(
    scope: Scope,
    args: MutationChangeOnCallPlanArgs,
  ): Promise<OnCallPlan | null> {
    const { trx, acting, clock } = scope
    const { wardId, seen } = args
    const plan = readPlan(args)
    if (!(await lockWard(scope, wardId))) throw notFound()
    const before = await trx
      .selectFrom('on_call_plan')
      .select('changed_at')
      .where('ward_id', '=', wardId)
      .executeTakeFirst()
    if ((before?.changed_at ?? null) !== (seen ?? null))
      throw conflict('CHANGED_MEANWHILE', 'Somebody changed the plan meanwhile')
    const reached = await reachedOf(trx, wardId)
    const strangers = plan.slots.flatMap(({ line }, nth) =>
      line.flatMap(({ userId }, place) =>
        userId === null || reached.has(userId) ? [] : [`slots.${nth}.line.${place}.userId`],
      ),
    )
    if (strangers.length > 0)
      throw badInput(strangers.map((path) => ({ path, message: "Must be of the ward's staff" })))
    await trx.deleteFrom('on_call_plan').where('ward_id', '=', wardId).execute()
    if (plan.slots.length > 0)
      await trx
        .insertInto('on_call_plan')
        .values({
          ward_id: wardId,
          organization_id: acting.organizationId,
          slots: JSON.stringify(plan.slots),
          minutes_of_severity4: plan.minutesOfSeverity4,
          minutes_of_severity3: plan.minutesOfSeverity3,
          changed_at: isoNow(clock),
          changed_by: acting.userId,
        })
        .execute()
    await logged(scope, {
      action: plan.slots.length > 0 ? 'changeOnCallPlan' : 'removeOnCallPlan',
      entityType: 'ward',
      entityId: wardId,
    })
    return planOf(scope, wardId)
  },
}

/** What calls a browser. */
export interface PushKeys {
  readonly publicKey: string
  /** Seals where a browser is called, under the id of its row. */
  readonly seal: (id: string, text: string) => string
  /** A name of an endpoint that does not tell it. */
  readonly nameOf: (endpoint: string) => string
  /** What is wrong with an endpoint; null: nothing. */
  readonly addressFault: (endpoint: string) => string | null
}

const notCalledHere = () =>
  conflict('NOT_CALLED_HERE', 'Nobody can be called in this browser, or the sign-in is over')

interface TestRow {
  readonly id: string
  readonly made_at: string
  readonly sent_at: string | null
  readonly problem: PushProblem | null
  readonly received_at: string | null
}

/** @throws NOT_FOUND of anything but a test call of the user */
const testCallOf = async ({ trx, acting }: Scope, id: string): Promise<TestCall> => {
  const { rows } =
    await sql<TestRow>`select id, made_at, sent_at, problem, received_at from call_push
    where id = ${id} and user_id = ${acting.userId} and calling_step_id is null`.execute(trx)
  const [row] = rows
  if (row === undefined) throw notFound()
  return {
    id: row.id,
    madeAt: row.made_at,
    sentAt: row.sent_at,
    problem: row.problem,
    receivedAt: row.received_at,
  }
}

/** The query fields of schema/calling.graphql of browsers that are called. */
export const createPushQueries = (keys: PushKeys | null) => ({
  async isCalledHere(
    { trx, acting, token }: Scope,
    { endpoint }: QueryIsCalledHereArgs,
  ): Promise<boolean> {
    if (keys === null || endpoint == null) return false
    const row = await trx
      .selectFrom('push_subscription')
      .select('id')
      .where('user_id', '=', acting.userId)
      .where('identity_session_id', '=', token.sessionId ?? '')
      .where('endpoint_name', '=', keys.nameOf(endpoint))
      .executeTakeFirst()
    return row !== undefined
  },
  testCall: (scope: Scope, { id }: QueryTestCallArgs): Promise<TestCall> => testCallOf(scope, id),
  pushKey: async ({ token }: Scope): Promise<string | null> =>
    token.sessionId === undefined ? null : (keys?.publicKey ?? null),
})

/** The mutation fields of the same. */
export const createPushMutations = (keys: PushKeys | null) => ({
  async registerPush(
    { trx, acting, token, clock }: Scope,
    args: MutationRegisterPushArgs,
  ): Promise<boolean> {
    if (keys === null || token.sessionId === undefined) throw notCalledHere()
    const read = subscriptionSchema.safeParse(args)
    if (!read.success)
      throw badInput(
        read.error.issues.map(({ path, message }) => ({
          path: path.map(String).join('.'),
          message,
        })),
      )
    const name = keys.nameOf(read.data.endpoint)
    if (args.renews === true) {
      await sql`select app_leave_browser_to(${acting.userId}, ${name})`.execute(trx)
      const before = await trx
        .selectFrom('push_subscription')
        .select('id')
        .where('user_id', '=', acting.userId)
        .where('endpoint_name', '=', name)
        .executeTakeFirst()
      if (before === undefined) return false
    }
    const fault = keys.addressFault(read.data.endpoint)
    if (fault !== null) throw badInput([{ path: 'endpoint', message: fault }])
    const id = randomUUID()
    const { rows } = await sql<{
      done: boolean
    }>`select app_register_push(${id}, ${acting.userId}, ${token.sessionId},
      ${name}, ${keys.seal(id, JSON.stringify(read.data))}, ${isoNow(clock)}::timestamptz) as done`.execute(
      trx,
    )
    if (rows[0]?.done !== true) throw notCalledHere()
    return true
  },
  async endPush({ trx, acting, token }: Scope): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('push_subscription')
      .where('user_id', '=', acting.userId)
      .where('identity_session_id', '=', token.sessionId ?? '')
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
  async sendTestCall(scope: Scope): Promise<TestCall> {
    const { trx, acting, token, clock } = scope
    const id = randomUUID()
    const { rows } = await sql<{ at: string | null }>`
      select app_test_call(${id}, ${acting.userId}, ${token.sessionId ?? ''}, ${isoNow(clock)}::timestamptz) as at`.execute(
      trx,
    )
    if (rows[0]?.at == null) throw notCalledHere()
    return testCallOf(scope, id)
  },
})

/** What a repeat of a mutation is answered with. */
export const callingRereads = {
  changeOnCallPlan: (scope: Scope, { wardId }: MutationChangeOnCallPlanArgs) =>
    planOf(scope, wardId),
  registerPush: async () => true,
  endPush: async () => true,
  sendTestCall: (scope: Scope, _args: object, { id }: Kept) => testCallOf(scope, id ?? ''),
}
