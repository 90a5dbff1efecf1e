import {
  emailInvalid,
  emailRequired,
  invitationDays,
  roleRequired,
} from '../domain/user/administration'
import { inEditions } from './overlay'

const patients = (count: number): string => (count === 1 ? '1 patient' : `${count} patients`)
const users = (count: number): string => (count === 1 ? '1 user' : `${count} users`)

const enGB = {
  title: 'Users',
  search: 'Search users',
  headings: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    wards: 'Assigned Wards',
    roles: 'Role',
    jobRole: 'Job Role',
    lastLogin: 'Last logged in',
  },
  unassigned: 'Unassigned',
  unassignedText: 'No Ward assigned',
  never: 'Has never logged in',
  empty: { title: 'Organization has no users' },
  failed: 'Failed to fetch users. Press retry to try again.',
  yourself: 'You cannot remove yourself',
  add: {
    action: 'Add User',
    title: (organization: string): string => `Add user to ${organization}`,
    steps: { user: 'Add user', wards: 'Assign wards', success: 'Success' },
    next: 'Next',
    intro: 'To invite a user to your organisation, you must provide an email and select a role.',
    email: 'Email login',
    emailPlaceholder: 'Enter email',
    emailRequired,
    emailInvalid,
    role: 'Role',
    roleRequired,
    roleHint:
      "The role chosen will determine the user's permissions within your organisation. This can be changed later.",
    roleOption: (name: string, description: string): string =>
      description === '' ? name : `${name} – ${description}`,
    roleHoldsMore: 'it holds a permission that you do not have',
    jobRole: 'Job Role',
    jobRolePlaceholder: 'e.g. Staff Nurse, Dietitian, etc',
    jobRoleHint: 'The role this user takes in their ordinary work as part of your organisation.',
    failed: 'The user was not added',
    rolesFailed: 'The roles could not be loaded',
    wardsNext: 'Assign selected wards',
    wardsText:
      'Users can only access patients in wards they are assigned to. Admins can amend this later via ward management.',
    selected: (count: number): string => `(${count} selected)`,
    wardsList: 'Wards',
    ward: (name: string, count: number): string => `${name} (${patients(count)})`,
    assigned: 'Assigned',
    none: 'Assign to no wards',
    loading: 'Fetching wards',
    noWards: 'There are no wards to assign staff to. Admins can add wards via ward management.',
    wardsFailed: 'The wards could not be loaded',
    assignFailed: (names: string): string => `Not assigned: ${names}. Try again.`,
    done: (email: string): string =>
      `${email} has been invited. They have been sent an email that says how to accept, within ${invitationDays} days.`,
    doneWards: (names: string): string => `Assigned wards: ${names}`,
    doneNoWards: 'They are assigned to no wards.',
    close: 'Close',
    cancelTitle: 'Cancel adding user?',
    cancelBefore: 'Nobody has been added yet. What you have entered will be lost.',
    cancelAfter:
      'The user has already been invited, to no ward. You can withdraw the invitation in the list of users.',
  },
  invitation: {
    open: (time: string): string => `Invited, not yet accepted. Open until ${time}`,
    expired: (time: string): string => `Invitation expired on ${time}`,
    again: {
      action: 'Send invitation again',
      title: 'Send invitation again',
      sure: (email: string): string =>
        `Send the invitation to ${email} again? It can then be accepted for ${invitationDays} days from now.`,
      confirm: 'Send again',
      sent: (email: string): string =>
        `The invitation to ${email} was made again. It is emailed if this server sends email.`,
      failed: 'The invitation was not sent again',
    },
    withdraw: {
      action: 'Withdraw invitation',
      title: 'Withdraw invitation',
      sure: (email: string): string =>
        `Are you sure you want to withdraw the invitation to ${email}?`,
      effect: 'It can no longer be accepted. They are not told.',
      failed: 'The invitation was not withdrawn',
    },
  },
  edit: {
    action: 'Edit User',
    title: (name: string): string => `Edit ${name}`,
    roles: 'Roles',
    save: 'Save',
    failed: 'An error occurred when updating the user',
    held: 'You cannot give it back',
  },
  remove: {
    action: 'Remove User',
    title: 'Remove user',
    sure: (name: string): string => `Are you sure you want to remove ${name}?`,
    effect:
      'They can no longer see anything of your organisation, and are assigned to no ward. Their devices delete what they hold as soon as they are online. Invitations that they sent and nobody has accepted yet are withdrawn.',
    failed: 'An error occurred when removing the user',
  },
  reset: {
    action: 'Reset user password',
    title: 'Reset user password',
    sure: (name: string, email: string): string =>
      `Send ${name} a link with which they choose a new password? It goes to ${email} alone and works once, within one hour.`,
    confirm: 'Send link',
    sent: (email: string): string =>
      `A link to choose a new password was made for ${email}. It is emailed if this server sends email.`,
    failed: 'An unknown error occurred while attempting to reset the password.',
  },
  factor: {
    require: 'Require two-factor authentication',
    stop: 'Stop requiring two-factor authentication',
    sure: 'Every user of this organisation, you included, must then sign in with a code from an authenticator app.',
    effect:
      'Who has none set up sees only their account page, which says what to do, until they have. What is kept on a device stays, and can be read offline as before.',
    stopSure: 'Users can then sign in with their password alone. Who has a second factor keeps it.',
    failed: 'This could not be changed',
    first:
      'Set up two-factor authentication of your own first, on your account page. Then sign in with it, and try again.',
  },
  unenrol: {
    action: 'Disable Two-Factor Authentication',
    title: 'Disable two-factor authentication',
    sure: (name: string): string =>
      `Are you sure you want to disable two-factor authentication for ${name}?`,
    effect: 'They are signed out everywhere, and then sign in with their password alone.',
    confirm: 'Disable',
    failed: 'Two-factor authentication was not disabled',
  },
  roles: {
    title: 'Roles',
    text: 'A role is what its users may do. The built-in roles cannot be changed; you can add your own.',
    headings: { name: 'Name', description: 'Description', kind: 'Kind', users: 'Users' },
    builtIn: 'Built in',
    own: 'Your own',
    empty: { title: 'There are no roles' },
    failed: 'The roles could not be loaded',
    matrix: 'Permissions of each role',
    permission: 'Permission',
    yes: 'Yes',
    notGranted: 'Not granted',
    add: { action: 'Add role', save: 'Add', failed: 'The role was not added' },
    edit: {
      action: 'Change role',
      title: (name: string): string => `Change ${name}`,
      save: 'Save',
      failed: 'The role was not changed',
    },
    name: 'Name',
    nameRequired: 'Name is required',
    description: 'Description',
    permissions: 'Permissions',
    permissionsRequired: 'Choose at least one permission',
    lacking: 'You do not have it',
    holdsMore: 'It holds a permission that you do not have',
    held: (count: number): string => `${users(count)} hold it. Give them another role first.`,
    remove: {
      action: 'Delete role',
      title: 'Delete role',
      sure: (name: string): string => `Are you sure you want to delete the role ${name}?`,
      failed: 'The role was not deleted',
    },
  },
}

/** The texts of the settings' users and roles in an edition; the same object each time. */
export const usersTexts = inEditions(enGB, {
  factor: {
    sure: 'Every user of this organization, you included, must then sign in with a code from an authenticator app.',
  },
  add: {
    intro: 'To invite a user to your organization, you must provide an email and select a role.',
    roleHint:
      "The role chosen will determine the user's permissions within your organization. This can be changed later.",
    jobRoleHint: 'The role this user takes in their ordinary work as part of your organization.',
  },
  remove: {
    effect:
      'They can no longer see anything of your organization, and are assigned to no ward. Their devices delete what they hold as soon as they are online. Invitations that they sent and nobody has accepted yet are withdrawn.',
  },
})
