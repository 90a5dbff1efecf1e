export { me } from './session.call'
export {
  acceptTerms,
  didLogin,
  didStayLoggedIn,
  setActingOrganization,
  updateMe,
  type UpdateMeInput,
} from './session.command'
