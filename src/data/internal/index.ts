export {
  mailOutbox,
  mailTroubles,
  organizations,
  organizationUsers,
  practicesNotInvited,
  type InternalOrganization,
  type InternalUser,
  type MailTrouble,
  type OutboxMail,
} from './internal.call'
export {
  createIdentityProviderUser,
  createOrganization,
  loginAs,
  passwordResetLink,
  sendWelcomeEmail,
  updateUserName,
  updateUserRoles,
} from './internal.command'
