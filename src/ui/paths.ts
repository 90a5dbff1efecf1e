/** Every path of the portal as a function, so that a link is never spelled twice. */

const segment = encodeURIComponent

/** A path with its query; empty and absent values are left out. */
const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(key, value)
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

export const paths = {
  home: () => '/',
  login: (next?: string) => withQuery('/login', { next }),
  forgotPassword: () => '/forgot-password',
  /** Password reset and second-factor revert, told apart by `?mode=` (P068). */
  accountAction: () => '/account-action',
  expiredShareToken: () => '/expiredShareToken',
  share: () => '/share',
  terms: () => '/terms',
  platformTerms: () => '/platform-terms',
  welcome: () => '/welcome',
  /** The template of the bulk upload, a file. */
  importTemplate: () => '/patient-import-template.xlsx',
  virtualWard: () => '/virtual-ward',
  wall: () => '/virtual-ward?display=wall',
  handover: (wardId?: string) => withQuery('/virtual-ward/handover', { ward: wardId }),
  openAlerts: () => '/virtual-ward?display=alerts',
  toDo: () => '/virtual-ward?display=to-do',
  tasks: (list?: string) => (list === undefined ? '/tasks' : `/tasks/${segment(list)}`),
  patients: (tab?: 'admitted' | 'discharged' | 'search' | 'all') =>
    tab === undefined ? '/patients' : `/patients/${tab}`,
  wards: () => '/wards',
  wardActivity: () => '/wards/activity',
  ward: (wardId: string, tab?: 'patients' | 'staff' | 'on-call') =>
    `/wards/${segment(wardId)}${tab === undefined ? '' : `/${tab}`}`,
  pathways: () => '/pathways',
  pathway: (pathwayId: string, tab?: 'checkuptypes' | 'alerts' | 'integrations' | 'edit') =>
    `/pathways/${segment(pathwayId)}${tab === undefined ? '' : `/${tab}`}`,
  integrations: () => '/integrations',
  settings: (page?: string) => (page === undefined ? '/settings' : `/settings/${segment(page)}`),
  addUser: () => '/settings/users/add',
  account: () => '/account',
  about: () => '/about',
  /** The sync centre, at one item of it. */
  sync: (itemId?: string) => (itemId === undefined ? '/sync' : `/sync#${segment(itemId)}`),
  patient: (patientId: string, tab?: string) =>
    `/patient/${segment(patientId)}${tab === undefined ? '' : `/${tab}`}`,
  /** Their record, and the form of observations. */
  observe: (patientId: string) =>
    withQuery(`/patient/${segment(patientId)}`, { dialog: 'observations' }),
  /** Their record, and the calls and visits. */
  contacts: (patientId: string) =>
    withQuery(`/patient/${segment(patientId)}`, { dialog: 'contacts' }),
  /** Their record, and what is to be done for them. */
  patientTasks: (patientId: string) =>
    withQuery(`/patient/${segment(patientId)}`, { dialog: 'tasks' }),
  /** Their record, and when they are to be measured again. */
  measureAgain: (patientId: string) =>
    withQuery(`/patient/${segment(patientId)}`, { dialog: 'repeat' }),
  /** Their record, and the journey that admits them as the referral says. */
  admitReferred: (patientId: string, referralId: string) =>
    withQuery(`/patient/${segment(patientId)}`, { dialog: 'admit', referral: referralId }),
  checkup: (patientId: string, checkupId: string) =>
    `/patient/${segment(patientId)}/checkup/${segment(checkupId)}`,
  linkIdentity: () => '/link-identity',
  quicksilvaError: () => '/quicksilva-error',
  admin: () => '/admin',
} as const
