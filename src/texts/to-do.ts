import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Tasks of a patient, and all that is to be done on a ward. Times come as text. */
const enGB = {
  tasks: {
    title: 'Tasks',
    lead: 'What is to be done for this patient, and when. Colleagues on the ward see it.',
    offline: 'You are offline. Changes are saved on this device and sent when you reconnect.',
    none: 'Nothing is to be done.',
    ended: 'Done or cancelled',
    add: 'Add a task',
    text: 'What is to be done',
    textHint: 'For example: ring the daughter',
    due: 'When',
    in: {
      15: 'In 15 minutes',
      60: 'In 1 hour',
      240: 'In 4 hours',
      other: 'At another time',
    },
    dueAt: 'Date and time',
    isMine: 'I do it',
    save: 'Save task',
    failed: 'The task was not saved.',
    changeFailed: 'The task was not changed.',
    take: 'I’ll do it',
    takeNamed: (task: string): string => `I’ll do it: ${task}`,
    giveBack: 'Give back',
    giveBackNamed: (task: string): string => `Give back: ${task}`,
    putOff: 'Put off',
    putOffNamed: (task: string): string => `Put off: ${task}`,
    putOffTitle: 'Put the task off',
    end: 'Done',
    endNamed: (task: string): string => `Done: ${task}`,
    endTitle: 'The task is done',
    cancel: 'Cancel the task',
    cancelNamed: (task: string): string => `Cancel the task: ${task}`,
    cancelTitle: 'Cancel this task?',
    cancelText: 'Nobody is asked for it any more. It stays in the record as cancelled.',
    outcome: 'What came of it',
    reason: 'Why',
    optional: 'May be left empty',
    dueWords: (when: string, isLate: boolean): string =>
      isLate ? `overdue, due ${when}` : `due ${when}`,
    by: (name: string): string => `${name} does it`,
    anyone: 'Nobody has taken it on',
    wroteBy: (name: string, at: string): string => `Written by ${name}, ${at}`,
    ends: {
      done: (name: string, at: string): string => `Done by ${name}, ${at}`,
      cancelled: (name: string, at: string): string => `Cancelled by ${name}, ${at}`,
    },
    unsent: 'Task',
  },
  card: {
    /** `when`: of the first of them. */
    tasks: (count: number, when: string, isLate: boolean): string =>
      `${count === 1 ? '1 task' : `${count} tasks`}, ${isLate ? 'overdue, ' : ''}${when}`,
  },
  list: {
    title: 'To do',
    what: 'What',
    patient: 'Patient',
    when: 'When',
    who: 'Who',
    show: 'Show',
    all: 'Everything',
    mine: 'Mine',
    ward: 'Ward',
    allWards: 'All wards',
    alertSince: (time: string): string => `since ${time}`,
    nobody: 'Nobody is dealing with it',
    observations: 'Observations',
    take: 'Take observations',
    takeNamed: (patient: string): string => `Take observations of ${patient}`,
    openAlerts: 'Open alerts',
    openAlertsNamed: (patient: string): string => `Open alerts: ${patient}`,
    tasksNamed: (patient: string): string => `Tasks of ${patient}`,
    none: 'Nothing is to be done now',
    noneText:
      'On the wards chosen every alert is being dealt with, no observation is due within the hour, and no task is open.',
    noneMine: 'You have taken on no task',
    noneMineText: 'Choose ‘Everything’ to see what the ward has to do.',
    failed: 'What is to be done could not be loaded',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  tasks: {
    textHint: 'For example: call the daughter',
    ended: 'Done or canceled',
    cancelText: 'Nobody is asked for it any more. It stays in the record as canceled.',
    ends: { cancelled: (name: string, at: string): string => `Canceled by ${name}, ${at}` },
  },
}

export const toDoTexts = inEditions(enGB, enUS)
