import { inEditions } from './overlay'

/** The list of tasks: referrals from other organisations (O section 2.11). */
const enGB = {
  title: 'Task List',
  subtitle: 'View and manage your tasks',
  tabs: { active: 'Active', completed: 'Completed', cancelled: 'Cancelled' },
  tooltips: {
    active: 'View active tasks',
    completed: 'View completed tasks',
    cancelled: 'View cancelled tasks',
  },
  lists: {
    active: 'Active tasks',
    completed: 'Completed tasks',
    cancelled: 'Cancelled tasks',
  },
  /** After the name of the entry of the navigation. */
  count: (count: number): string => (count === 1 ? '1 active task' : `${count} active tasks`),
  /** In place of the name of whoever is not told any more. */
  withdrawn: 'Withdrawn',
  withdrawnText: 'The sender has withdrawn this referral: nothing of it is shown any more.',
  /** In place of the name of somebody whom the sender has no more. */
  gone: 'No longer a patient of the sender',
  goneText:
    'This person is no longer a patient of the sender: nothing of the referral is shown any more.',
  goneReject: 'Reject the referral to clear it.',
  notAdmitted: 'Not admitted yet',
  headings: {
    patient: 'Patient',
    from: 'From organisation',
    reason: 'Reason',
    statement: 'Statement',
    created: 'Created',
    status: 'Status',
  },
  statuses: {
    NotStarted: 'Not started',
    InProgress: 'In progress',
    Completed: 'Completed',
    Cancelled: 'Cancelled',
  },
  more: 'Show all',
  less: 'Show less',
  statementOf: (name: string): string => `statement about ${name}`,
  empty: {
    active: {
      title: 'No active tasks',
      text: 'Patients that another organisation refers to you appear here.',
    },
    completed: { title: 'No completed tasks', text: 'Accepted referrals appear here.' },
    cancelled: {
      title: 'No cancelled tasks',
      text: 'Referrals that were rejected here or withdrawn by their sender appear here.',
    },
  },
  failed: 'Failed to load tasks',
  readOnly: 'You can read the tasks. Colleagues who may edit patients accept and reject referrals.',
  drawer: {
    title: (name: string): string => `Referral of ${name}`,
    untitled: 'Referral',
    born: 'Born',
    gender: 'Gender',
    by: 'Referred by',
    comment: 'Comment',
    opened: 'Opened by',
    rejection: 'Reason of the rejection',
    decided: 'Decided by',
    at: (who: string, when: string): string => (who === '' ? when : `${who}, ${when}`),
    record: 'Open record',
  },
  /** What becomes of the sender's stay, and of the admission here. */
  stay: {
    ends: (organization: string): string =>
      `${organization} discharges the patient at the moment you accept.`,
    stays: (organization: string): string => `The patient stays admitted at ${organization}.`,
    again: (organization: string): string =>
      `The stay that was to end has ended already. The patient was admitted at ${organization} again and stays there: accepting discharges nobody.`,
    none: (organization: string): string => `The patient is not admitted at ${organization}.`,
    admitAtOnce: 'You can admit them once you have accepted.',
    admitLater:
      'You can read the record once you have accepted, and admit the patient once they are discharged there.',
    read: 'You can read the record once you have accepted.',
    awaits: 'Accepted, not admitted yet.',
    elsewhere: (organization: string): string =>
      `While the patient is admitted at ${organization} they cannot be admitted here.`,
  },
  accept: {
    action: 'Accept',
    title: 'Accept the referral',
    sure: (name: string, organization: string): string =>
      `You take over ${name} from ${organization}: the record is linked with your organisation.`,
    failed: 'An error occurred when accepting the referral',
    done: 'Referral accepted',
    doneText: (name: string): string => `The record of ${name} is linked with your organisation.`,
    admitNow: 'Admit the patient to a ward now, or later from their record.',
    admit: 'Admit to ward',
    record: 'Open record',
    later: 'Later',
    close: 'Close',
    readNow: 'You can read the record now.',
    noAdmit: 'A colleague who may admit patients takes it from here.',
  },
  reject: {
    action: 'Reject',
    title: 'Reject the referral',
    about: (name: string, organization: string): string =>
      `${organization} is told that ${name} was not accepted, and why.`,
    aboutNobody: (organization: string): string =>
      `${organization} is told that the referral was not accepted, and why.`,
    reason: 'Reason',
    required: 'Required',
    failed: 'An error occurred when rejecting the referral',
    done: (name: string): string => `The referral of ${name} was rejected`,
    doneNobody: 'The referral was rejected',
  },
}

export const tasksTexts = inEditions(enGB, {
  tabs: { cancelled: 'Canceled' },
  tooltips: { cancelled: 'View canceled tasks' },
  lists: { cancelled: 'Canceled tasks' },
  headings: { from: 'From organization' },
  statuses: { Cancelled: 'Canceled' },
  empty: {
    cancelled: { title: 'No canceled tasks' },
    active: { text: 'Patients that another organization refers to you appear here.' },
  },
  accept: {
    sure: (name: string, organization: string): string =>
      `You take over ${name} from ${organization}: the record is linked with your organization.`,
    doneText: (name: string): string => `The record of ${name} is linked with your organization.`,
  },
})

export type TasksTexts = ReturnType<typeof tasksTexts>
