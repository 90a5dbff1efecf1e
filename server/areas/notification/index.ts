export { purgeNotifications } from './repository'
export { notificationOperations } from './sync'
