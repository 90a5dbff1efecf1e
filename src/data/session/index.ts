export { invitations, me, userOrganizations } from './session.call'
export {
  acceptInvitation,
  acceptTerms,
  declineInvitation,
  didLogin,
  didStayLoggedIn,
  setActingOrganization,
  updateMe,
} from './session.command'
