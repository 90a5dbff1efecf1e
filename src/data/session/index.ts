export { invitations, me, userOrganizations, type Invitation } from './session.call'
export {
  acceptInvitation,
  acceptTerms,
  declineInvitation,
  didLogin,
  didStayLoggedIn,
  setActingOrganization,
  updateMe,
} from './session.command'
