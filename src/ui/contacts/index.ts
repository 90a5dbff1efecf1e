export { AlertContacts } from './AlertContacts'
export { ContactLines } from './ContactLines'
