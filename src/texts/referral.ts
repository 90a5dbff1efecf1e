import { referralReasonWords } from '../domain/referral/referral'
import { inEditions } from './overlay'

const reasonWords: Readonly<Record<string, string>> = referralReasonWords

/** Referring a patient to a partner, and what became of it (O sections 2.11, 4, 5 and 8). */
const enGB = {
  title: 'Refer patient',
  steps: {
    refer: 'Refer Patient',
    discharge: 'Discharge Details',
    confirm: 'Confirmation',
    success: 'Success',
  },
  required: 'Required',
  refer: {
    destination: 'Refer to organisation',
    search: 'Name or postcode',
    failed: 'Error loading organisations',
    none: 'No organisations found or matching your search',
    agreed: 'Referral is possible only to organisations that agreed to accept referrals from you.',
    pending: 'A referral of this patient to this organisation is pending already',
    reason: 'Reason for referral',
    comment: 'Comment',
    statement: 'Supporting statement',
    statementHint: 'What the receiving organisation needs to know to decide.',
    discharge: 'Discharge the patient from the ward when the referral is accepted',
    dischargeHint:
      'The patient stays on the ward until then. Without it the receiving organisation cannot admit them until you discharge them.',
  },
  discharge: {
    text: (ward: string): string =>
      `When the referral is accepted the patient is discharged from ${ward} for this reason. Until then nothing changes.`,
  },
  confirm: {
    heading: 'Confirm referral',
    submit: 'Submit referral request',
    patient: 'Patient',
    destination: 'Refer to',
    address: 'Address',
    reason: 'Reason',
    comment: 'Comment',
    statement: 'Supporting statement',
    discharge: 'Discharge on acceptance',
    yes: 'Yes',
    no: 'No',
    dischargeReason: 'Reason for discharge',
    dischargeInfo: 'Additional information',
    shared:
      'Until it decides, the receiving organisation sees the name, birth date, gender and identifier of the patient and what is written here, and nothing else of the record.',
    /** @param where the other organisation whose ward they are on; null: one's own */
    stays: (where: string | null, organization: string): string =>
      `The patient stays admitted ${where === null ? 'here' : `at ${where}`}. ${organization} can read the record once it has accepted, and cannot admit the patient until they are discharged.`,
    leaves: (organization: string): string =>
      `When ${organization} accepts, the patient is discharged here at the same moment.`,
    tick: 'I confirm that the above details are correct',
    tickMissing:
      'You must confirm the above details are correct before submitting your referral request.',
    failed: 'Failed to refer patient. Contact support if the issue persists.',
  },
  success: {
    text: 'Referral request submitted successfully, pending acceptance by the receiving organisation',
    task: (organization: string): string =>
      `${organization} is notified in its tasks. What it decides is shown on this record, under ‘Referrals’.`,
    close: 'Close',
  },
  cancel: {
    text: 'The referral has not been sent. What you typed is not kept.',
  },
  reasons: referralReasonWords,
  /** A code that this version does not know is told as it is. */
  reasonOf: (code: string): string => reasonWords[code] ?? code,
  statuses: {
    Pending: 'Pending',
    Accepted: 'Accepted',
    Declined: 'Rejected',
    Cancelled: 'Withdrawn',
  },
  /** On the header of a record. */
  chip: {
    incoming: (count: number): string =>
      count === 1 ? 'Incoming referral' : `${count} incoming referrals`,
    incomingFrom: (organizations: string): string => `From ${organizations}. Opens the tasks.`,
    outgoing: (organization: string): string => `Referred to ${organization}, pending`,
    outgoingMany: (count: number): string => `${count} referrals pending`,
  },
  list: {
    title: 'Referrals',
    failed: 'Failed to load the referrals',
    outgoing: 'To other organisations',
    incoming: 'From other organisations',
    noOutgoing: 'This patient has not been referred from here.',
    noIncoming: 'Nobody has referred this patient to you.',
    sent: (when: string, by: string): string =>
      by === '' ? `Sent ${when}` : `Sent ${when}, ${by}`,
    decided: (status: string, when: string): string => `${status} ${when}`,
    rejection: (text: string): string => `Reason of the rejection: ${text}`,
    discharges: 'The patient is discharged here when it is accepted.',
    withdraw: 'Cancel referral',
    withdrawTitle: 'Cancel the referral',
    withdrawSure: (organization: string): string =>
      `The referral to ${organization} is withdrawn, and it can no longer accept it.`,
    keep: 'Keep it',
    withdrawFailed: 'An error occurred when cancelling the referral',
    withdrawn: (organization: string): string => `The referral to ${organization} was cancelled`,
    tasks: 'Open tasks',
    close: 'Close',
  },
}

export const referralTexts = inEditions(enGB, {
  refer: {
    destination: 'Refer to organization',
    agreed: 'Referral is possible only to organizations that agreed to accept referrals from you.',
    failed: 'Error loading organizations',
    none: 'No organizations found or matching your search',
    pending: 'A referral of this patient to this organization is pending already',
    search: 'Name or ZIP code',
    statementHint: 'What the receiving organization needs to know to decide.',
    dischargeHint:
      'The patient stays on the ward until then. Without it the receiving organization cannot admit them until you discharge them.',
  },
  confirm: {
    shared:
      'Until it decides, the receiving organization sees the name, birth date, gender and identifier of the patient and what is written here, and nothing else of the record.',
  },
  success: {
    text: 'Referral request submitted successfully, pending acceptance by the receiving organization',
  },
  list: {
    outgoing: 'To other organizations',
    incoming: 'From other organizations',
    withdrawFailed: 'An error occurred when canceling the referral',
    withdrawn: (organization: string): string => `The referral to ${organization} was canceled`,
  },
})
