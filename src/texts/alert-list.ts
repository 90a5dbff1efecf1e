import type { AlertValue } from '../domain/alerts/measured'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** All open alerts of the ward, a row a patient. Times and ages come as text. */
const enGB = {
  title: 'Open alerts',
  patient: 'Patient',
  severities: ['None', 'Low', 'Low-medium', 'Medium', 'High'],
  what: 'Alerts',
  handling: 'What is being done',
  /** `values`: what was measured when the alert was raised. */
  then: (values: string, time: string, marks: readonly string[]): string =>
    `${values} at ${time}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
  /** What was measured since, of the same. */
  now: (value: string, ago: string, isPoor: boolean): string =>
    `${value}, ${ago}${isPoor ? ', poor signal' : ''}`,
  since: 'now',
  noNewer: 'no newer value',
  notInNewest: (at: string): string => `not in the check-up of ${at}`,
  values: {
    atLeast: (total: number): string => `at least ${total}`,
    oxygen: 'On oxygen',
    air: 'On air',
    /** Empty: the value says it. */
    names: {
      totalScore: 'Score',
      respiratoryRate: 'RR',
      spO2: 'SpO2',
      systolic: 'Systolic',
      diastolic: 'Diastolic',
      pulse: 'Pulse',
      temperature: 'Temp',
      weight: 'Weight',
      glucose: 'Glucose',
      consciousness: '',
      onOxygen: '',
    } as Readonly<Record<AlertValue['of'], string>>,
    units: {
      respiratoryRate: '/min',
      spO2: '%',
      systolic: ' mmHg',
      diastolic: ' mmHg',
      pulse: '/min',
    },
  },
  acknowledgeAll: (count: number): string => `I’m dealing with all ${count}`,
  /** Of the button of a row, whose words are `does`. */
  acknowledgeName: (does: string, alerts: string, patient: string): string =>
    `${does}: ${alerts}, ${patient}`,
  offline:
    'You are offline. That you are dealing with an alert is saved on this device and sent when you reconnect. After 15 minutes we ask you first. Until then others see it as open.',
  nobody: 'Nobody is dealing with it.',
  /** Of an alert that is listed beneath a graver one. */
  nobodyShort: 'nobody on it',
  handled: (alert: string, handling: string): string => `${alert} (${handling})`,
  notSent: (what: string): string => `${what}, not sent yet. Others see it as open.`,
  /** Alerts of patients on no ward. */
  afterDischarge: {
    title: (patients: number): string =>
      patients === 1
        ? '1 patient who is on no ward has open alerts'
        : `${patients} patients who are on no ward have open alerts`,
    atLeast: (patients: number): string =>
      `${patients} or more patients who are on no ward have open alerts; the gravest are told`,
    notKnown: 'Whether patients who are on no ward have open alerts is not known now',
    show: 'Show',
    /** Who it is where the display hides who patients are. */
    patient: 'Patient',
    alerts: (count: number, severity: string, at: string): string =>
      count === 1
        ? `1 alert, ${severity}, ${at}.`
        : `${count} alerts, the gravest ${severity}, the first ${at}.`,
    discharged: (ward: string, at: string): string => `Discharged from ${ward} ${at}.`,
  },
  none: 'No open alerts',
  noneText: 'No patient on the wards that you can see has an open alert.',
  failed: 'An error occurred while loading alerts',
}

const enUS: DeepPartial<typeof enGB> = {
  values: { names: { glucose: 'Blood glucose' } },
}

export type AlertListTexts = typeof enGB

export const alertListTexts = inEditions(enGB, enUS)
