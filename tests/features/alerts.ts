import { alertSchema, type Alert } from '../../src/domain/alerts/alert'

/**
 * An open alert of a rule, of the gravest severity. `times`: when its readings were taken, newest
 * first.
 */
export const openAlert = (
  id: string,
  times: readonly [string, ...string[]],
  over: Partial<Alert> = {},
): Alert =>
  alertSchema.parse({
    id,
    revision: 1,
    type: 'AlertRule',
    status: 'open',
    startedAt: times.at(-1),
    latestAt: times[0],
    severity: 3,
    alertRule: {
      id: 'r',
      name: 'Low oxygen saturation',
      type: 'new-checkup',
      description: 'Oxygen may be needed.',
      condition: { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 90 },
    },
    checkupScheduleEvent: null,
    checkup: null,
    continuousMonitoring: null,
    count: times.length,
    triggers: times.map((startedAt, index) => ({ id: `${id}-${times.length - index}`, startedAt })),
    closedAt: null,
    closedBy: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
    escalatedAt: null,
    ...over,
  })
