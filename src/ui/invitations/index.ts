export { AnswerTold, InvitationList, type Told } from './InvitationList'
