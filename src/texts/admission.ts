import type { Likeness } from '../domain/identity'
import type { NationalIdentifier } from '../domain/patient/patient'
import { alreadyAdmittedText, dischargeFirst } from '../domain/patient/already-admitted'
import { loginEmailInvalid, loginEmailRequired } from '../domain/patient/self-care'
import { likenessTexts } from './likeness'
import { outOfSightTexts } from './out-of-sight'
import { inEditions } from './overlay'

const enGB = {
  title: 'Admit a Patient',
  steps: {
    search: 'Patient search',
    patient: 'Patient details',
    contact: 'Contact details',
    ward: 'Ward admission',
    login: 'Login credentials',
    confirm: 'Confirm',
    success: 'Success',
  },
  schemes: { NhsNumber: 'NHS number', NorthernIrelandHcn: 'H&C number' } as Readonly<
    Record<NationalIdentifier['type'], string>
  >,
  fields: {
    firstName: 'First Name',
    lastName: 'Last Name',
    birthDate: 'Date of Birth',
    gender: 'Sex',
    address: 'Address',
    postcode: 'Postcode',
    telephone: 'Telephone',
    ward: 'Ward',
    carePathway: 'Care Pathway',
  },
  addressHint: 'Kept only together with a postcode',
  genders: { male: 'Male', female: 'Female' },
  required: 'Required',
  search: {
    intro: "If the patient isn't already registered, you'll be able to add them in the next step.",
    hint: (scheme: string): string => `Enter the patient's 10-digit ${scheme}`,
    birthDateRequired: 'Date of birth is required',
    more: 'Show additional search fields',
    tooMany:
      'Search criteria matched more than one patient - Please enter more details to narrow the results to a single patient',
    failed: 'Error looking up patient',
    next: 'Search',
  },
  patient: {
    notFound: 'Patient not found',
    notFoundText: 'Enter their details to add them, or use “Back to search” to search again.',
    back: 'Back to search',
    matched: 'Matched patient record',
    confirm: 'Confirm that this is the right patient before you continue.',
    added: 'Patient added',
    oneName: 'Has one name only',
    oneNameHint: 'It is entered as the last name, and the first name stays empty',
    elsewhere: 'Registered with another organisation',
    elsewhereText:
      'Nothing else is shown until the patient is admitted here. Admitting them links their record with your organisation.',
    admitted: alreadyAdmittedText,
    dischargeFirst,
    close: 'Close',
    add: 'Add patient',
    failed: 'Failed to create patient',
    twins: {
      title: 'Is this patient registered already?',
      text: 'Someone with similar names and date of birth is registered already:',
      twin: (name: string, date: string, likeness: Likeness) =>
        `${name}, ${date}: ${likenessTexts.said(likeness)}`,
      yes: 'Add as another patient',
      different:
        'The names and the date of birth are the same, and no two identifiers tell the patients apart. Register a different patient only if you know that it is another person.',
      reason: 'How do you know that this is a different patient?',
      reasonHint: 'The action log keeps what you enter.',
      reasonMissing: 'Enter how you know',
      register: 'Register as a different patient',
      no: 'Go back',
    },
  },
  contact: {
    text: 'Contact details are needed so that the care team can call the patient, and so that the kit can be collected after discharge.',
    telephone: 'Phone Number',
    failed: 'Failed to update contact details',
    offline:
      'You are offline. What you change is saved on this device and sent when you reconnect. After 24 hours we ask you first.',
  },
  ward: {
    noWards: 'No wards found',
    noPathways: 'No care pathways found',
    optionsFailed: 'An error occurred when fetching wards and care pathways for selection',
    flagsFailed: 'An error occurred when fetching patient flags',
    isBackdated: 'Patient was admitted in the past.',
    admittedAt: 'Effective Admission Date',
    discharge: 'Expected Discharge Date',
    stay: (days: number): string => `Length of stay: ${days} ${days === 1 ? 'day' : 'days'}`,
    kit: 'Will this patient have their own kit?',
    kits: { yes: 'Yes (own kit)', no: 'No (shared staff kit)' },
    flags: 'Patient flags',
    elsewhere:
      'Flags that another organisation set are not shown. Those that you do not switch on end with this admission.',
  },
  login: {
    text: 'The patient signs in to the app with this address and password.',
    email: 'Email',
    emailRequired: loginEmailRequired,
    emailInvalid: loginEmailInvalid,
    password: 'Password',
    passwordText:
      'Write it down for the patient, or copy it. It is not kept: after this journey nobody can show it again.',
    copy: 'Copy password',
    another: 'Generate another',
    failed: 'Failed to create patient login',
    made: (email: string): string => `Login created for ${email}`,
    title: 'Self-care login',
    create: 'Create login',
    has: (email: string): string => `This patient signs in as ${email}.`,
    close: 'Close',
  },
  scoring: {
    onScale2: 'This patient is on SpO2 Scale 2',
    thresholds: 'Personal thresholds have ended',
    set: (date: string, by: string): string =>
      by === ''
        ? `Set on ${date}, target 88 to 92 %.`
        : `Set on ${date} by ${by}, target 88 to 92 %.`,
    reason: (text: string): string => `Reason: ${text}`,
    ended: (when: string): string =>
      `Personal thresholds ended at the discharge, ${when}. The thresholds of the care pathway apply until new ones are set.`,
    label: 'SpO2 Scale 2',
    choices: {
      KEEP: 'Still applies (target 88 to 92 %)',
      END: 'Does not apply any more: Scale 1 counts from now on',
    },
    unseen: {
      hint: 'Whether another organisation set it is not shown before the admission.',
      choices: {
        KEEP: 'Stays if another organisation set it (target 88 to 92 %)',
        END: 'Does not apply: Scale 1 counts from now on',
      },
    },
    failed: 'An error occurred when fetching how the patient was scored before',
  },
  confirm: {
    text: 'Please confirm the details below. Once the patient has been admitted, to change their ward or care pathway, they will need to be discharged and admitted again.',
    unseen: (ward: string): string => outOfSightTexts.warning(ward, 'admission'),
    patient: 'Patient',
    onOxygen: 'On Oxygen',
    otherFlags: 'Other flags',
    yes: 'Yes',
    no: 'No',
    effective: 'Effective',
    immediately: 'Immediately',
    discharge: 'Expected Discharge Date',
    notSpecified: 'Not specified',
    admit: 'Admit patient',
    failed: 'An error occurred when admitting the patient to the ward',
  },
  success: {
    admitted: (name: string, ward: string): string => `${name} was admitted to ${ward}.`,
    registered: (name: string): string => `${name} is registered.`,
    whoAdmits:
      'You cannot admit patients to a ward. A clinician, a ward manager or an administrator of your organisation can, from the patient list or the patient record.',
    noWards: 'Your organisation has no wards, so no patient is admitted to one here.',
    open: 'Open patient record',
    notYours: 'You cannot open this record: you are not assigned to the ward.',
    close: 'Close',
  },
  cancel: {
    kept: {
      created: 'The patient stays registered.',
      contact: 'The contact details that you saved stay.',
      login: 'The login that you created stays.',
    },
    lost: 'The admission details are lost.',
    nothing: 'Nothing was saved. What you typed is forgotten.',
  },
  record: {
    admit: 'Admit to ward',
    flags: 'Patient flags',
    contact: 'Edit contact details',
    flagsFailed: 'The flags were not saved',
  },
}

export type AdmissionTexts = typeof enGB

/** Texts of admitting somebody, O section 2.3 and 8 verbatim; the same object each time. */
export const admissionTexts = inEditions(enGB, {
  fields: { postcode: 'ZIP Code' },
  addressHint: 'Kept only together with a ZIP code',
  patient: {
    elsewhere: 'Registered with another organization',
    elsewhereText:
      'Nothing else is shown until the patient is admitted here. Admitting them links their record with your organization.',
  },
  ward: {
    elsewhere:
      'Flags that another organization set are not shown. Those that you do not switch on end with this admission.',
  },
  scoring: {
    unseen: {
      hint: 'Whether another organization set it is not shown before the admission.',
      choices: { KEEP: 'Stays if another organization set it (target 88 to 92 %)' },
    },
  },
  success: {
    whoAdmits:
      'You cannot admit patients to a ward. A clinician, a ward manager or an administrator of your organization can, from the patient list or the patient record.',
    noWards: 'Your organization has no wards, so no patient is admitted to one here.',
  },
})
