import { z } from 'zod'
import { SnoozeAlertDocument } from '../../../schema/generated/documents/alert'
import { alertSchema, layResolved, layTakingOn } from '../../domain/alerts/alert'
import { authorOf } from '../../domain/identity'
import { snoozeMinutes } from '../../domain/alerts/state'
import * as shared from '../../domain/alerts/commands'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { defineCommand, defineWaitingCommand } from '../../engine/define'
import { settlePatient } from '../patient'

/** The readings that show a patient's open alerts. */
const readings = ['virtualWard', 'watchList', 'patientOnBoard'] as const
/** With what tells the alerts of patients on no ward. */
const refreshes = [...readings, 'alertsAfterDischarge'] as const

/** `alertNames`: what they are called where they were resolved, for their author to read. */
const resolveSchema = shared.setAlertStatus.input.extend({
  alertNames: z.array(z.string()).optional(),
})

/** Resolves alerts: what was seen and nothing else, so that it can hide no later alarm. */
export const setAlertStatus = defineWaitingCommand(shared.setAlertStatus, {
  input: resolveSchema,
  plan: ({ patientId }) =>
    readings.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: {},
    })),
  lay:
    ({ input: { alerts } }) =>
    (row, waiting) =>
      layResolved(row as VirtualWardPatient, alerts, waiting),
  plain: ({ patientId, alerts }) => ({ patientId, alerts }),
  settle: settlePatient,
  refreshes,
})

/** As a form gives it; `alertNames`: as of resolving. */
const acknowledgeSchema = shared.acknowledgeAlert.input.extend({
  alertNames: z.array(z.string()).optional(),
})

/** Acknowledges an alert or hands it back. Until it is sent nobody else sees that. */
export const acknowledgeAlert = defineWaitingCommand(shared.acknowledgeAlert, {
  input: acknowledgeSchema,
  plan: ({ patientId, isAcknowledged }, { me }) =>
    readings.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: { acknowledgedBy: isAcknowledged ? authorOf(me) : null },
    })),
  lay: ({ input: { id }, patch, capturedAt }) => {
    const by = alertSchema.shape.acknowledgedBy.parse(patch['acknowledgedBy'])
    return (row, waiting) =>
      layTakingOn(row as VirtualWardPatient, { id, by, at: capturedAt }, waiting)
  },
  plain: ({ patientId, id, isAcknowledged, seenAt }) => ({
    patientId,
    id,
    isAcknowledged,
    seenAt,
  }),
  settle: settlePatient,
  refreshes,
})

/** Snoozes an alert for minutes; 0 ends it. Online only: counted by the server. */
export const snoozeAlert = defineCommand({
  name: 'snoozeAlert',
  document: SnoozeAlertDocument,
  input: z.object({
    id: z.string().min(1),
    minutes: z.number().refine((minutes) => [0, ...snoozeMinutes].includes(minutes)),
    seenAt: z.string(),
  }),
  action: 'alert.resolve',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ snoozeAlert: z.object({ id: z.string() }) }).parse(answer).snoozeAlert,
  }),
  refreshes,
})
