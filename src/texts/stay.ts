import { transferErrors } from '../domain/stay/transfer'
import { dischargeReasonWords } from '../domain/stay/discharge'
import { outOfSightTexts } from './out-of-sight'
import { inEditions } from './overlay'

/** Transfer and discharge of a patient (C sections 5 and 8, O section 5; spelling as in the product). */
const enGB = {
  who: (name: string, born: string): string => `${name}, born ${born}`,
  name: {
    label: 'Enter the full name of the patient to confirm',
    hint: 'First name, then last name',
    missing: 'Patient name must be confirmed',
    mismatch: 'Patient name must match',
  },
  targetsFailed: 'The wards and care pathways could not be loaded',
  retry: 'Retry',
  close: 'Close',
  notAdmitted: 'The patient is not admitted to this ward any more.',
  ward: {
    title: 'Transfer to another ward',
    field: 'Ward',
    missing: transferErrors.wardRequired as string,
    same: transferErrors.sameWard as string,
    now: (name: string): string => `Current ward: ${name}`,
    submit: 'Transfer patient',
    failed: 'An error occured when transferring the patient to the ward',
    none: 'There are no other wards available to transfer to',
    effect: 'The care pathway, alerts and expected discharge date stay as they are.',
    unseen: (ward: string): string => outOfSightTexts.warning(ward, 'transfer'),
    done: (name: string, ward: string): string => `${name} was transferred to ${ward}`,
  },
  pathway: {
    title: 'Transfer to another care pathway',
    field: 'Care pathway',
    missing: transferErrors.pathwayRequired as string,
    same: transferErrors.samePathway as string,
    now: (name: string): string => `Current care pathway: ${name}`,
    submit: 'Transfer patient',
    failed: 'An error occured when transferring the patient to the care pathway',
    none: 'There are no other care pathways available to transfer to',
    effect:
      'Check-up schedules, alert rules and default thresholds change now. Scores that were given stay, and nothing from before the transfer counts as missed. Open alerts stay until they are resolved.',
    done: (name: string, pathway: string): string => `${name} was transferred to ${pathway}`,
  },
  discharge: {
    title: 'Discharge from ward',
    from: (ward: string): string => `Ward: ${ward}`,
    reason: 'Reason for discharge',
    required: 'Required',
    info: 'Additional information',
    submit: 'Discharge patient',
    failed: 'An error occurred when trying to discharge the patient',
    effect:
      'The patient leaves the ward and all watch lists. Open alerts close. Monitoring and personal thresholds end. SpO2 Scale 2 stays.',
    notWell: 'Check the patient before you discharge them.',
    openTasks: (count: number): string =>
      `${count === 1 ? 'A task is' : `${count} tasks are`} still open. After the discharge ${count === 1 ? 'it is' : 'they are'} in the record alone, not in ‘To do’.`,
    openAlerts: (names: readonly string[]): string =>
      `${names.length === 1 ? 'Open alert' : `${names.length} open alerts`}: ${names.join(', ')}`,
    done: (name: string, ward: string): string => `${name} was discharged from ${ward}`,
    reasons: dischargeReasonWords('en-GB'),
  },
}

export const stayTexts = inEditions(enGB, {
  discharge: { reasons: dischargeReasonWords('en-US') },
})
