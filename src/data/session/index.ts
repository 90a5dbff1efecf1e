export { me, userOrganizations } from './session.call'
export {
  acceptTerms,
  didLogin,
  didStayLoggedIn,
  setActingOrganization,
  updateMe,
} from './session.command'
