import type { Activity, HeartRhythm } from '../domain/monitoring/bucket'
import type { Device, Level } from '../domain/monitoring/health'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Continuous monitoring (C sections 2.2, 2.3, 4, 8). Times and ages come as text. */
const enGB = {
  heading: 'Continuous Monitoring',
  direction: 'One column per 15 minutes, newest on the right.',
  failed: 'An error occurred when fetching continuous monitoring data',
  retry: 'Retry',
  rows: {
    date: 'Date',
    respiratoryRate: 'Breathing Rate',
    heartRate: 'Heart Rate',
    pulseRate: 'Pulse Rate',
    spo2: 'SpO2',
    temperature: 'Temperature',
    heartRhythm: 'Heart Rhythm',
    activityLevel: 'Activity Level',
  },
  units: { perMinute: '/min', percent: '%' },
  pager: {
    label: '15-minute periods',
    previous: 'Previous: 15 minutes back',
    next: (columns: number): string => `Next: ${columns * 15} minutes on`,
    latest: 'Latest data',
  },
  range: (from: string, to: string): string => `${from} to ${to}`,
  gap: 'No data',
  /** Of a quarter of an hour of which this device has nothing. */
  notHere: 'Not on this device',
  before: 'Before the first data',
  tip: {
    title: (row: string, when: string): string => `${row}, ${when}`,
    score: 'Score',
    min: 'Min',
    max: 'Max',
    median: 'Median',
    value: 'Latest',
    notScored: 'not scored',
    doubtful: 'to be checked',
    doubts: {
      double:
        'The heart rate is about double the pulse: the sampling rate of the ECG may be wrong, or every second beat gives no pulse.',
      half: 'The heart rate is about half the pulse: the sampling rate of the ECG may be wrong, or a beat is missed.',
    },
    scoredByHeartRate: 'by the heart rate',
    segments: (seconds: number): string => `Analysed in segments of ${seconds} s at most.`,
    minutes: (count: string): string => `${count} min`,
    received: (when: string): string => `Received ${when}`,
  },
  rhythm: {
    regular: 'Regular',
    irregular: 'Irregular',
    abstain: 'No verdict',
    signalTooShort: 'Signal too short',
    lowQuality: 'Low quality',
    notRun: 'Not run',
  } as Readonly<Record<HeartRhythm, string>>,
  activity: {
    ABSTENTION: 'No verdict',
    ACTIVE: 'Active',
    INSUFFICIENT_DATA: 'Insufficient data',
    SEDENTARY: 'Sedentary',
  } as Readonly<Record<Activity, string>>,
  activityParts: {
    active: 'Active',
    sedentary: 'Sedentary',
    abstained: 'No verdict',
    insufficient: 'Insufficient data',
  },
  empty: {
    never: {
      title: 'No monitoring data',
      text: 'This patient is not monitored. Data appears here every 15 minutes once monitoring has started and the devices are worn.',
    },
    waiting: {
      title: 'Waiting for the first data',
      text: 'Monitoring has started. The first data appears here within 15 minutes of the devices being switched on.',
    },
    offline:
      'The monitoring data of this patient is not saved on this device. It loads when you are online.',
    window: 'The data for this time is not saved on this device. It loads when you are online.',
  },
  health: {
    label: (words: string): string => `Monitoring: ${words}`,
    levels: {
      healthy: 'On',
      low: 'Check devices soon',
      critical: 'Check devices now',
    } as Readonly<Record<Level, string>>,
    lastData: (age: string): string => `Last data ${age}`,
    batteriesOnly: (age: string): string => `Batteries only, last data ${age} or earlier`,
    /** In the place of a level and its age, while nothing has come and nothing is late. */
    waiting: 'No data yet',
    started: (age: string): string => `Started ${age}`,
    noneYet: (age: string): string => `No data yet, started ${age}`,
    battery: (device: string, percent: number): string => `${device} ${percent} %`,
    batteries: 'Battery',
    batteryUnknown: 'not reported',
    devices: { ecg: 'ECG', spo2: 'SpO2', temperature: 'Temperature' } as Readonly<
      Record<Device, string>
    >,
    advice: { gap: 'Check the app connection and internet.', battery: 'Charge the devices.' },
    ended: (when: string): string => `Monitoring ended ${when}`,
  },
  session: {
    start: 'Start monitoring',
    end: 'End monitoring',
    others: 'The monitoring session was started by another organisation',
    offline: 'You are offline. Starting and ending monitoring needs a connection.',
    cancel: 'Cancel',
    startTitle: 'Start continuous monitoring?',
    startText: (who: string): string =>
      `${who}. Data is collected every 15 minutes until the session is ended. Only your organisation will be able to end it.`,
    endTitle: 'End continuous monitoring?',
    endText: (who: string, since: string): string =>
      `${who}. Monitored since ${since}. After this no alert is raised when data stops. Monitoring can be started again.`,
    startFailed: 'An error occurred when starting the continuous monitoring session',
    endFailed: 'An error occurred when ending the continuous monitoring session',
  },
  card: {
    age: (age: string): string => `Monitoring data ${age}`,
    /** In place of a value that monitoring never measures: short, a tile is narrow. */
    notMonitored: 'N/A',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  tip: { segments: (seconds) => `Analyzed in segments of ${seconds} s at most.` },
  session: {
    others: 'The monitoring session was started by another organization',
    startText: (who) =>
      `${who}. Data is collected every 15 minutes until the session is ended. Only your organization will be able to end it.`,
  },
}

export type MonitoringTexts = typeof enGB

export const monitoringTexts = inEditions(enGB, enUS)
