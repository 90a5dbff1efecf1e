export { mailOutbox, organizationUsers, type InternalUser, type OutboxMail } from './internal.call'
