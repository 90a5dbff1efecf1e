export { patientChat, type PatientChatParams } from './chat.resource'
export { sendChatMessage } from './chat.command'
