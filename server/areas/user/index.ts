export { syncedUser } from './sync'
