export { AlertContacts } from './AlertContacts'
export { ContactLines } from './ContactLines'
export { NotReached } from './NotReached'
