import type { HoldEnd } from '../domain/alerts/alert'
import type {
  AlertParameter,
  AlertRuleType,
  Comparison,
  ScoredParameter,
  ToldCondition,
} from '../domain/alerts/rule'
import type { EcgAlertType } from '../domain/alerts/ecg'
import { brokenWords } from '../domain/alerts/broken-words'
import { emergencySignName } from '../domain/alerts/emergency-sign'
import { limitedParameters, safetyLimits } from '../domain/alerts/safety-limits'
import type { Monitored } from '../domain/alerts/silence'
import type { NotScored } from '../domain/ews/applies'
import type { Edition } from '../domain/organization/organization'
import {
  roundTo,
  showGlucose,
  showTemperature,
  showWeight,
  type ShownQuantity,
} from '../domain/units'
import { inEditions } from './overlay'
import { rhythmNames } from './rhythm'
import type { DeepPartial } from './types'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The total of a reading; where something was not measured, it is at least this. */
export interface AlertTotal {
  readonly total: number
  readonly isPartial: boolean
}

const scoreOf = ({ total, isPartial }: AlertTotal): string =>
  `Score ${isPartial ? 'at least ' : ''}${total}`

/** Alerts, on card and in dialog (C sections 2.7, 4 and 8). Dates, times and ages come as text. */
const enGB = {
  title: 'Alerts',
  patient: (name: string, born: string): string => `${name}, born ${born}`,
  /** Where the screen does not show who it is. */
  about: (called: string): string => `About ${called}`,
  /** The chip's name for who does not see it. */
  chip: (name: string, badge: string, state: readonly string[]): string =>
    `${['Alert: ' + name, `raised ${badge === '1' ? 'once' : `${badge} times`}`, ...state].join(', ')}. Show alerts`,
  state: {
    escalated: 'escalated',
    acknowledged: (who: string): string => `${who} is dealing with it`,
    snoozed: (who: string): string => `snoozed by ${who}`,
    holdEnded: (who: string): string => `no longer held by ${who}`,
  },
  more: (count: number): string => `+${count}`,
  moreName: (count: number): string => `${plural(count, 'more alert', 'more alerts')}. Show alerts`,
  none: 'No open alerts',
  noneName: 'No open alerts. Show alerts',
  status: { open: 'Open', closed: 'Resolved' },
  missed: 'Missed check-up',
  callback: 'Call-back requested',
  stopped: {
    monitoring: 'Monitoring data stopped',
    ecg: 'Chest sensor data stopped',
    spo2: 'Oximeter data stopped',
    temperature: 'Temperature sensor data stopped',
  } as Readonly<Record<Monitored, string>>,
  /** Alerts of the ECG. */
  ecg: {
    VentricularFibrillation: 'Ventricular fibrillation on the ECG',
    PossibleVentricularFibrillation: 'Cannot exclude ventricular fibrillation: check the patient',
    Asystole: 'Asystole on the ECG',
    VentricularTachycardia: 'Ventricular tachycardia on the ECG',
    Pause: 'Pause on the ECG',
    AtrialFibrillation: 'New atrial fibrillation on the ECG',
  } as Readonly<Record<EcgAlertType, string>>,
  /** Leads to the trace. */
  trace: (moment: string): string => `ECG at ${moment}`,
  unknownRule: 'Alert',
  /** What broke the fixed limits of who is not scored. */
  broken: brokenWords('en-GB'),
  /** What was sent may be of a patient without breath or pulse, or none of it can be used. */
  checkPatient: 'Check the patient',
  emergencySign: (sign: string): string => emergencySignName(sign, 'en-GB'),
  raised: (badge: string): string => (badge === '1' ? 'Raised once' : `Raised ${badge} times`),
  started: (ago: string): string => `First raised ${ago}`,
  latest: (ago: string): string => `Last raised ${ago}`,
  /** Of a reading that came late. */
  late: (measured: string, arrived: string): string => `measured ${measured}, arrived ${arrived}`,
  measured: (time: string): string => `measured ${time}`,
  /** The same where there is little room. */
  measuredAt: (time: string): string => `at ${time}`,
  /** The newest check-up, where another one raised the alert; `total`: null where it is not scored. */
  since: (total: number | null, time: string): string =>
    total === null
      ? `Newer check-up at ${time}, not scored`
      : `Newer check-up: score ${total} at ${time}`,
  expected: (name: string, due: string): string => `${name} was due ${due}`,
  /** Of an observation that a person asked for. */
  repeated: (due: string): string => `An observation was asked for, due ${due}`,
  tolerance: (early: string, late: string): string =>
    `Accepted from ${early} before to ${late} after.`,
  source: {
    'new-checkup': 'Check-ups',
    'continuous-monitoring': 'Continuous monitoring',
    both: 'Check-ups and continuous monitoring',
  } as Readonly<Record<AlertRuleType | 'both', string>>,
  /** `total`: null where it is not known here. */
  checkup: (total: AlertTotal | null, time: string, marks: readonly string[]): string =>
    `${total === null ? `Check-up of ${time}` : `${scoreOf(total)} at ${time}`}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
  record: 'Open patient record',
  /** `total`: null where it is not known here, or was not scored. */
  bucket: (total: AlertTotal | null, time: string): string =>
    `${total === null ? '' : `${scoreOf(total)}, `}15 minutes to ${time}`,
  acknowledge: 'I’m dealing with this',
  acknowledgeName: (alert: string): string => `I’m dealing with this: ${alert}`,
  release: 'Hand back',
  /** `until`: null where it is not known. */
  onIt: (who: string, ago: string, until: string | null): string =>
    `${who} is dealing with this, ${ago}${until === null ? '' : `, until ${until}`}`,
  /** Why nobody holds an alert that somebody acknowledged or snoozed. */
  holdEnded: (who: string, reason: HoldEnd, ago: string): string =>
    `${
      {
        time: `Time is up for ${who} to deal with this`,
        worse: `The patient got worse since ${who} answered this`,
        duty: `${who} answered this and is no longer on duty`,
        gone: `${who} answered this and can no longer deal with it`,
      }[reason]
    }, ${ago}`,
  /** To whoever held them, on the board. */
  ownHolds: (count: number): string =>
    count === 1 ? 'You no longer hold this alert:' : `You no longer hold these ${count} alerts:`,
  ownHold: (patient: string, alert: string, reason: HoldEnd): string =>
    `${patient}: ${alert} (${{ time: 'time is up', worse: 'the patient got worse', duty: 'your duty ended', gone: 'you could not deal with it' }[reason]})`,
  somebody: 'Someone',
  snooze: 'Snooze',
  snoozeName: (alert: string): string => `Snooze: ${alert}`,
  snoozeChoices: {
    15: '15 minutes',
    30: '30 minutes',
    60: '1 hour',
    120: '2 hours',
    240: '4 hours',
  } as Readonly<Record<15 | 30 | 60 | 120 | 240, string>>,
  wake: 'End snooze',
  snoozed: (until: string, who: string): string =>
    `Snoozed until ${until} by ${who}. It still counts as open.`,
  escalated: (ago: string): string => `Escalated ${ago}: not acknowledged in time`,
  /** Resolved here, and open until the server has it. */
  resolving: (left: number): string =>
    left === 0 ? 'Resolving' : `Resolving all but ${left} newer`,
  resolvingOne: (alert: string): string => `Resolving ${alert}`,
  resolvingMany: (count: number): string => `Resolving ${count} alerts`,
  /** Said here, and open for others until the server has it. */
  takingOn: 'You are dealing with this',
  handingBack: 'Handing this back',
  actOn: (what: string, alert: string): string => `${what}: ${alert}`,
  answering: (count: number): string => `Answers to ${count} alerts`,
  othersSeeOpen: 'Others see it as open.',
  resolve: 'Resolve',
  resolveName: (alert: string): string => `Resolve: ${alert}`,
  /** What one check-up raised. */
  together: {
    of: (time: string, alerts: readonly string[]): string =>
      `The check-up of ${time} raised ${alerts.length} alerts: ${alerts.join(', ')}.`,
    acknowledge: 'I’m dealing with all of it',
    resolve: 'Resolve all of it',
  },
  /** What was done about an alert: the answer resolves it. */
  outcome: {
    title: 'Resolve: what was done?',
    raised: (alert: string, count: number): string =>
      `${alert}, raised ${plural(count, 'time', 'times')}.`,
    text: 'Your answer resolves what is shown here. If it is raised again, the alert opens again.',
    other: 'What was done',
    missing: 'Enter what was done',
  },
  keep: 'Keep it open',
  resolved: (alert: string): string => `Resolved: ${alert}`,
  /** Of an alert that was raised again since, or more often than is told one by one. */
  resolvedPart: (alert: string, left: number): string =>
    `${alert} is still open: those shown are resolved, ${left} more ${left === 1 ? 'is' : 'are'} not.`,
  resolveWaits: (alert: string, isOffline: boolean): string =>
    `Will be resolved when ${isOffline ? 'you reconnect' : 'it is sent'}: ${alert}. Until then others see it as open.`,
  offline:
    'You are offline. That you are dealing with an alert, or have resolved it, is saved on this device and sent when you reconnect. After 15 minutes we ask you first. Until then others see it as open. Other actions need a connection.',
  needsLine: 'This needs a connection.',
  /** Where the server alone knows them, and did not answer. */
  notKnown: 'Open alerts are not known now',
  onlyRead: 'You read this record, and cannot do anything about its alerts.',
  elsewhere: (organization: string): string =>
    `The patient is on a ward of ${organization}. Staff there deal with these alerts.`,
  notAllowed:
    'You cannot resolve alerts. Say that you are dealing with it, or ask a colleague who can resolve it.',
  notDone: 'Not saved.',
  partDone: (saved: number, of: number): string => `Saved for ${saved} of ${of} alerts.`,
  allResolved: 'All alerts resolved',
  /** Where none was open in the last three hours either. */
  noAlerts: 'No alerts',
  asOf: (time: string): string => `As of ${time}`,
  /** Without an answer of the server nobody can say that there are none. */
  noneHere: 'No open alert is saved on this device.',
  loading: 'Loading…',
  failed: 'An error occurred while loading alerts',
  retry: 'Retry',
  recentlyClosed: (count: number): string => `Resolved in the last 3 hours (${count})`,
  recentlyClosedUnknown: 'Resolved in the last 3 hours',
  noneClosed: 'No alert was resolved in the last 3 hours.',
  closedOffline: 'Not known while offline.',
  closedUnknown: 'Not known: the server did not answer.',
  /** `outcome`: null where it is not known. */
  closedBy: (who: string, ago: string, outcome: string | null): string =>
    `Resolved by ${who}, ${ago}${outcome === null ? '' : `: ${outcome}`}`,
  closedItself: (ago: string): string =>
    `Closed automatically, ${ago}: the check-up arrived or was struck out, data returned, monitoring ended, or the patient was discharged`,
  condition: {
    monitored: {
      monitoring: 'continuous monitoring',
      ecg: 'the chest sensor',
      spo2: 'the oximeter',
      temperature: 'the temperature sensor',
    } as Readonly<Record<Monitored, string>>,
    dataStopped: (what: string, minutes: number): string =>
      `No data from ${what} for over ${plural(minutes, 'minute', 'minutes')}: check on the patient. The alert closes when data returns.`,
    ecgEvent: (name: string, leastSeconds: number, newAfterDays: number | null): string =>
      [
        leastSeconds === 0
          ? name
          : `${name} of ${plural(leastSeconds, 'second', 'seconds')} or more`,
        ...(newAfterDays === null
          ? []
          : [`none in the ${plural(newAfterDays, 'day', 'days')} before`]),
        'found by the analysis of the ECG. Decision support, not a diagnosis',
      ].join(', '),
    /** `limits`: each as it is worded below. */
    safetyLimits: {
      'under-16': (limits: readonly string[]): string =>
        `Fixed limits under 16, where NEWS2 does not apply: not alert, ${limits.join(', ')}`,
      pregnant: (limits: readonly string[]): string =>
        `Fixed limits in pregnancy, where NEWS2 does not apply (red triggers of MEOWS): not alert, ${limits.join(', ')}`,
    } as Readonly<Record<NotScored, (limits: readonly string[]) => string>>,
    limit: (parameter: string, least: string | null, most: string | null): string =>
      `${parameter} ${[least === null ? '' : `below ${least}`, most === null ? '' : `above ${most}`].filter((part) => part !== '').join(' or ')}`,
    parameters: {
      respiratoryRate: 'Respiratory rate',
      spO2: 'SpO2',
      systolic: 'Systolic blood pressure',
      diastolic: 'Diastolic blood pressure',
      pulse: 'Pulse',
      temperature: 'Temperature',
      weight: 'Weight',
      glucose: 'Glucose',
    } as Readonly<Record<AlertParameter, string>>,
    scored: {
      respiratoryRate: 'respiratory rate',
      spO2: 'SpO2',
      onOxygen: 'oxygen',
      systolic: 'blood pressure',
      pulse: 'pulse',
      consciousness: 'consciousness',
      temperature: 'temperature',
    } as Readonly<Record<ScoredParameter, string>>,
    comparisons: {
      below: 'below',
      atMost: 'at most',
      atLeast: 'at least',
      above: 'above',
    } as Readonly<Record<Comparison, string>>,
    changes: { rise: 'risen', fall: 'fallen' },
    total: 'Total score',
    emergencySign: 'A sign that is always an emergency, whatever the score is',
    checkPatient:
      'Sent, and not usable: respiratory rate 0, pulse under 10, systolic under 40 mmHg or SpO2 under 20%; or nothing that can be used',
    threshold: (parameter: string, is: string, value: string): string =>
      `${parameter} ${is} ${value}`,
    totalScore: (atLeast: number): string => `Total score ${atLeast} or more`,
    anyScore: (atLeast: number): string =>
      atLeast === 3 ? 'A single score of 3' : `A single score of ${atLeast} or more`,
    singleScore: (parameter: string, atLeast: number): string =>
      `A score of ${atLeast === 3 ? '3' : `${atLeast} or more`} for ${parameter}`,
    trend: (what: string, change: string, by: string, hours: number): string =>
      `${what} ${change} by ${by} or more within ${plural(hours, 'hour', 'hours')}`,
  },
}

const enUS: DeepPartial<typeof enGB> = {
  broken: brokenWords('en-US'),
  emergencySign: (sign) => emergencySignName(sign, 'en-US'),
  condition: { parameters: { glucose: 'Blood glucose' } },
}

export type AlertTexts = typeof enGB

export const alertTexts = inEditions(enGB, enUS)

const units: Readonly<Record<AlertParameter, string>> = {
  respiratoryRate: '/min',
  spO2: '%',
  systolic: 'mmHg',
  diastolic: 'mmHg',
  pulse: '/min',
  temperature: '°C',
  weight: 'kg',
  glucose: 'mmol/L',
}

const quantity = (parameter: AlertParameter, value: number, edition: Edition): ShownQuantity => {
  if (parameter === 'temperature') return showTemperature(value, edition)
  if (parameter === 'weight') return showWeight(value, edition)
  return parameter === 'glucose'
    ? showGlucose(value, edition)
    : { value: String(value), unit: units[parameter] }
}
/** A change has no zero: 1 °C more is 1.8 °F more. */
const difference = (parameter: AlertParameter, by: number, edition: Edition): ShownQuantity =>
  parameter === 'temperature' && edition === 'en-US'
    ? { value: String(roundTo(by * 1.8, 1)), unit: '°F' }
    : quantity(parameter, by, edition)
const worded = ({ value, unit }: ShownQuantity): string =>
  unit === '%' || unit === '/min' ? `${value}${unit}` : `${value} ${unit}`

/** In a sentence; 'SpO2' stays. */
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z ]+$/.test(text) ? `${text.slice(0, 1).toLowerCase()}${text.slice(1)}` : text

/** When a rule fires, in words and in the edition's units. */
export const conditionWords = (condition: ToldCondition, edition: Edition): string => {
  const t = alertTexts(edition).condition
  switch (condition.kind) {
    case 'dataStopped':
      return t.dataStopped(t.monitored[condition.of], condition.afterMinutes)
    case 'ecgEvent':
      return t.ecgEvent(
        rhythmNames[condition.of]?.[0] ?? condition.of,
        condition.leastSeconds,
        condition.newAfterDays,
      )
    case 'safetyLimits': {
      const limits = safetyLimits[condition.notScored]
      return t.safetyLimits[condition.notScored](
        limitedParameters.flatMap((parameter) => {
          const limit = limits[parameter]
          if (limit === undefined) return []
          const shown = (value: number | undefined): string | null =>
            value === undefined ? null : worded(quantity(parameter, value, edition))
          return [
            t.limit(lowerFirst(t.parameters[parameter]), shown(limit.least), shown(limit.most)),
          ]
        }),
      )
    }
    case 'checkPatient':
      return t.checkPatient
    case 'emergencySign':
      return t.emergencySign
    case 'threshold':
      return t.threshold(
        t.parameters[condition.parameter],
        t.comparisons[condition.is],
        worded(quantity(condition.parameter, condition.value, edition)),
      )
    case 'totalScore':
      return t.totalScore(condition.atLeast)
    case 'singleScore':
      return condition.parameter === undefined
        ? t.anyScore(condition.atLeast)
        : t.singleScore(t.scored[condition.parameter], condition.atLeast)
    case 'trend':
      return condition.of === 'totalScore'
        ? t.trend(t.total, t.changes[condition.change], String(condition.by), condition.withinHours)
        : t.trend(
            t.parameters[condition.of],
            t.changes[condition.change],
            worded(difference(condition.of, condition.by, edition)),
            condition.withinHours,
          )
  }
}
