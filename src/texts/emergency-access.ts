import { inEditions } from './overlay'

/** Emergency access: opened from the list of patients or the record, told on it, reviewed in the settings. */
const enGB = {
  open: {
    action: 'Emergency access',
    title: 'Open a record in an emergency?',
    text: 'For a patient on a ward that is not yours. You can read the record for 30 minutes, and change nothing. The ward and your supervisors see your name, your reason and what you looked at.',
    reason: 'Why do you need this record now?',
    reasonHint: 'Kept with your name.',
    often:
      'You have opened five or more records in an emergency within 12 hours. Say again why you need this one. The managers of the ward are told by email that you opened it.',
    again: 'Why is emergency access needed again?',
    againHint: 'Kept with your name, beside the reason above.',
    number: 'NHS number',
    born: 'Date of birth',
    confirm: 'Open for 30 minutes',
    failed: 'The record was not opened',
    notNeeded:
      'You can open this record without emergency access. Find it in the list of patients.',
    noSuch: 'This organisation has no such patient. Check the number and the date of birth.',
  },
  own: {
    title: 'Emergency access',
    left: (minutes: number): string =>
      minutes === 1 ? 'Ends in 1 minute.' : `Ends in ${minutes} minutes.`,
    seconds: (seconds: number): string =>
      seconds === 1 ? 'Ends in 1 second.' : `Ends in ${seconds} seconds.`,
    reason: (reason: string): string => `Your reason: ${reason}`,
    limits:
      'You can read, and change nothing. When the next check-up is due is shown to the ward only.',
  },
  others: {
    title: (who: string): string => `${who} opened this record in an emergency`,
    when: (opened: string): string => `On ${opened}.`,
    reason: (reason: string): string => `Reason: ${reason}`,
    more: (count: number): string =>
      count === 1
        ? 'It was opened so one more time in the last 24 hours: see the action log.'
        : `It was opened so ${count} more times in the last 24 hours: see the action log.`,
  },
  over: {
    title: 'Your emergency access ended',
    text: 'The record was deleted from this device. If you still need it, open it again with a reason.',
  },
  somebody: 'A colleague',
  review: {
    title: 'Emergency access',
    text: 'Records that were opened by someone who is not on the patient’s ward. Another person reviews whether there was reason.',
    toReview: (count: number): string =>
      count === 0 ? 'Nothing to review' : count === 1 ? '1 to review' : `${count} to review`,
    headings: {
      user: 'Who',
      patient: 'Patient',
      reason: 'Reason',
      when: 'When',
      looks: 'Looked at',
      outcome: 'Reviewed',
    },
    hidden: 'A patient you cannot see',
    often: (nth: number): string => `Number ${nth} within 12 hours`,
    again: (reason: string): string => `Asked again: ${reason}`,
    /** `times`: of each look, the earliest first. */
    look: (what: string, times: readonly string[]): string =>
      times.length < 3
        ? `${what} ${times.join(', ')}`
        : `${what} ${times.length} times, ${times[0]} to ${times.at(-1)}`,
    noLooks: 'Nothing that was told yet',
    span: (from: string, to: string): string => `${from} to ${to}`,
    reviewed: (outcome: string, who: string, when: string): string =>
      `${outcome} (${who}, ${when})`,
    notReviewed: 'Not reviewed',
    action: 'Review',
    own: 'A colleague reviews your own emergency access',
    ask: 'Was there reason?',
    label: 'What you found',
    confirm: 'Save',
    failed: 'It was not saved',
    outcomes: {
      JUSTIFIED: 'There was reason',
      FOLLOWED_UP: 'Spoken of with the person',
      NOT_JUSTIFIED: 'There was no reason',
    },
    empty: {
      title: 'No record was opened in an emergency',
      text: 'When someone opens one, it appears here.',
    },
    loadFailed: 'The emergency accesses could not be loaded',
    more: 'Load more',
    moreFailed: 'Older emergency accesses could not be loaded',
  },
}

export const emergencyAccessTexts = inEditions(enGB, {
  open: {
    number: 'MRN',
    noSuch: 'This organization has no such patient. Check the number and the date of birth.',
  },
})
