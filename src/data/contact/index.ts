export { recordContact } from './contact.command'
