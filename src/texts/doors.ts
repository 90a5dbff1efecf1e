import { inEditions } from './overlay'

/** Titles and navigation names of all rooms, part of the first load. */
const enGB = {
  about: 'About Lamplight',
  actionLog: 'Action Log',
  addUser: 'Add user',
  admin: 'Internal staff',
  admit: 'Admit a Patient',
  admitToWard: 'Admit to ward',
  apiKeys: 'API Keys',
  carePathway: 'Care Pathway',
  checkup: 'Check-up',
  contact: 'Edit contact details',
  flags: 'Patient flags',
  refusedRecords: 'Refused records',
  notes: 'Notes',
  editPatient: 'Edit patient',
  editPathway: 'Edit Care Pathway',
  pathway: 'Care Pathway',
  pathways: 'Care Pathways',
  patient: 'Patient Record',
  patients: 'Patients',
  platformTerms: 'Platform terms',
  discharge: 'Discharge from ward',
  removePatient: 'Remove patient',
  roles: 'Roles',
  selfCareLogin: 'Self-care login',
  settings: 'Settings',
  terms: 'Welcome',
  transferPathway: 'Transfer to another care pathway',
  transferWard: 'Transfer to another ward',
  users: 'Users',
  virtualWard: 'Virtual Ward',
  /** In the navigation. */
  virtualWardEntry: 'Virtual ward',
  vitals: 'Vitals',
  ward: 'Ward',
  wardActivity: 'Ward activity',
  wards: 'Wards',
  welcome: 'Welcome',
}

export const doorsTexts = inEditions(enGB, {})
