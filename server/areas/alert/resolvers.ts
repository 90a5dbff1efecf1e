import type {
  Alert,
  AlertList,
  AlertsAfterDischarge,
  MutationAcknowledgeAlertArgs,
  MutationSetAlertStatusArgs,
  MutationSnoozeAlertArgs,
  QueryAlertsArgs,
  ResolvedAlert,
} from '../../../schema/generated/resolvers'
import { isOutcomeTold, longestOutcomeText } from '../../../src/domain/alerts/outcome'
import { snoozeMinutes } from '../../../src/domain/alerts/state'
import { isoNow } from '../../clock'
import { alertsById, alertsOfPatient } from './rows'
import { badInput, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { acknowledge, closeAlerts, snooze } from './change'
import { alertsAfterDischarge } from './after-discharge'
import { resolvedAlerts } from './resolved'

const mostAlerts = 50
const mostTriggers = 500

const checkClosings = ({ alerts }: MutationSetAlertStatusArgs): void => {
  const errors = [
    ...(alerts.length === 0 || alerts.length > mostAlerts
      ? [{ path: 'alerts', message: `Must be 1 to ${mostAlerts}` }]
      : []),
    ...alerts.flatMap(({ status, triggerIds, outcome, outcomeText }, index) => [
      ...(status === 'closed'
        ? []
        : [
            {
              path: `alerts.${index}.status`,
              message: 'Only closed can be set: new triggers reopen an alert',
            },
          ]),
      ...((triggerIds?.length ?? 0) > mostTriggers
        ? [{ path: `alerts.${index}.triggerIds`, message: `Must be ${mostTriggers} or fewer` }]
        : []),
      ...(isOutcomeTold(outcome, outcomeText)
        ? []
        : [
            {
              path: `alerts.${index}.outcomeText`,
              message: `Must be 1 to ${longestOutcomeText} characters with the outcome other, and left out with another one`,
            },
          ]),
    ]),
  ]
  if (errors.length > 0) throw badInput(errors)
}

const one = async (scope: Scope, id: string): Promise<Alert> => {
  const alert = (await alertsById(scope.trx, [id])).get(id)
  if (alert === undefined) throw notFound()
  return alert
}

/** @throws NOT_FOUND where one of them is of a patient whom the user may not open */
const seen = async (scope: Scope, ids: readonly string[]): Promise<Alert[]> => {
  const byId = await alertsById(scope.trx, ids)
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  for (const patientId of new Set(found.map((alert) => alert.patientId)))
    await requirePatient(scope, patientId)
  return found
}

/** Query fields of schema/alert.graphql. */
export const alertQueries = {
  async alerts(scope: Scope, args: QueryAlertsArgs): Promise<AlertList> {
    await requirePatient(scope, args.patientId)
    const now = scope.clock.now()
    return {
      alerts: await alertsOfPatient(scope.trx, args, now),
      asOf: new Date(now).toISOString(),
    }
  },
  alertsAfterDischarge: (scope: Scope): Promise<AlertsAfterDischarge[]> =>
    alertsAfterDischarge(scope),
  resolvedAlerts: (scope: Scope): Promise<ResolvedAlert[]> => resolvedAlerts(scope),
}

/** Mutation fields of schema/alert.graphql. */
export const alertMutations = {
  async setAlertStatus(scope: Scope, args: MutationSetAlertStatusArgs): Promise<Alert[]> {
    checkClosings(args)
    await closeAlerts(
      scope,
      args.alerts.map(({ id, triggerIds, outcome, outcomeText }) => ({
        id,
        triggerIds: triggerIds ?? null,
        outcome,
        outcomeText: outcomeText ?? null,
      })),
      isoNow(scope.clock),
    )
    const byId = await alertsById(
      scope.trx,
      args.alerts.map(({ id }) => id),
    )
    return args.alerts.flatMap(({ id }) => byId.get(id) ?? [])
  },
  async acknowledgeAlert(
    scope: Scope,
    { id, isAcknowledged, seenAt }: MutationAcknowledgeAlertArgs,
  ): Promise<Alert> {
    await acknowledge(scope, id, isAcknowledged, seenAt ?? null)
    return one(scope, id)
  },
  async snoozeAlert(
    scope: Scope,
    { id, minutes, seenAt }: MutationSnoozeAlertArgs,
  ): Promise<Alert> {
    if (minutes !== 0 && !snoozeMinutes.some((choice) => choice === minutes))
      throw badInput([{ path: 'minutes', message: `Must be 0, ${snoozeMinutes.join(', ')}` }])
    await snooze(scope, id, minutes, seenAt ?? null)
    return one(scope, id)
  },
}

/** What a repeat of a mutation is answered with. */
export const alertRereads = {
  setAlertStatus: (scope: Scope, { alerts }: MutationSetAlertStatusArgs) =>
    seen(
      scope,
      alerts.map(({ id }) => id),
    ),
  acknowledgeAlert: async (scope: Scope, { id }: MutationAcknowledgeAlertArgs) =>
    (await seen(scope, [id]))[0] ?? one(scope, id),
  snoozeAlert: async (scope: Scope, { id }: MutationSnoozeAlertArgs) =>
    (await seen(scope, [id]))[0] ?? one(scope, id),
}
