import type { OrganizationKey } from './organizations'
import { demonstrationId } from './random'

/** The password of every account of the demonstration. */
export const demonstrationPassword = 'lantern-harbour-violet'

type RoleName = 'Organisation Admin' | 'Clinician' | 'Care Assistant' | 'Internal Staff'
export interface DemonstrationMembership {
  readonly organization: OrganizationKey
  readonly role: RoleName
  readonly wards: readonly string[]
}
export interface DemonstrationAccount {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly jobRole: string
  readonly isInternalStaff: boolean
  readonly totpSecret: string | null
  /** The first one is the organisation they act as until they choose another. */
  readonly memberships: readonly [DemonstrationMembership, ...DemonstrationMembership[]]
}

const account = (
  email: string,
  firstName: string,
  lastName: string,
  jobRole: string,
  memberships: DemonstrationAccount['memberships'],
  more: Partial<Pick<DemonstrationAccount, 'isInternalStaff' | 'totpSecret'>> = {},
): DemonstrationAccount => ({
  id: demonstrationId('user', email),
  email,
  firstName,
  lastName,
  jobRole,
  memberships,
  isInternalStaff: false,
  totpSecret: null,
  ...more,
})

const respiratory = 'Respiratory Ward'
const heartFailure = 'Heart Failure Ward'
const frailty = 'Frailty Ward'

export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  account('admin@riverside.example', 'Margaret', 'Adeyemi', 'Operations Manager', [
    {
      organization: 'riverside',
      role: 'Organisation Admin',
      wards: [respiratory, heartFailure, frailty],
    },
  ]),
  account('nurse@riverside.example', 'Hannah', 'Whitfield', 'Staff Nurse', [
    { organization: 'riverside', role: 'Clinician', wards: [respiratory, heartFailure] },
  ]),
  account('nurse2@riverside.example', 'Tomasz', 'Zieliński', 'Staff Nurse', [
    { organization: 'riverside', role: 'Clinician', wards: [frailty] },
  ]),
  account(
    'mfa@riverside.example',
    'Priya',
    'Raman',
    'Advanced Practitioner',
    [{ organization: 'riverside', role: 'Clinician', wards: [respiratory, frailty] }],
    { totpSecret: 'JBSWY3DPEHPK3PXP' },
  ),
  account('admin@willowbank.example', 'Gillian', 'Ashdown', 'Home Manager', [
    {
      organization: 'willowbank',
      role: 'Organisation Admin',
      wards: ['Garden Wing', 'Orchard Wing'],
    },
  ]),
  account('carer@willowbank.example', 'Denise', 'Cartwright', 'Senior Carer', [
    { organization: 'willowbank', role: 'Care Assistant', wards: ['Garden Wing', 'Orchard Wing'] },
  ]),
  account('gp@eastgate.example', 'Samuel', 'Okonkwo', 'General Practitioner', [
    { organization: 'eastgate', role: 'Clinician', wards: [] },
  ]),
  account('nurse@harbor.example', 'Elena', 'Marquez', 'Registered Nurse', [
    { organization: 'harbor', role: 'Clinician', wards: ['Hospital at Home', 'Cardiac Recovery'] },
  ]),
  account('newterms@willowbank.example', 'Ruth', 'Pemberton', 'Home Manager', [
    { organization: 'annexe', role: 'Organisation Admin', wards: ['Annexe'] },
  ]),
  account('multi@riverside.example', 'Callum', 'Fraser', 'Community Matron', [
    { organization: 'riverside', role: 'Clinician', wards: [respiratory, heartFailure] },
    { organization: 'willowbank', role: 'Clinician', wards: ['Garden Wing', 'Orchard Wing'] },
  ]),
  account(
    'staff@internal.example',
    'Ines',
    'Falk',
    'Support Engineer',
    [{ organization: 'internal', role: 'Internal Staff', wards: [] }],
    { isInternalStaff: true },
  ),
]
