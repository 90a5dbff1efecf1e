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
  inviteInternalUser,
  loginAs,
  passwordResetLink,
  sendWelcomeEmail,
  setSecondFactorDuty,
  updateUserName,
  updateUserRoles,
} from './internal.command'
