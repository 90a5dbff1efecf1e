export { repeatsOf } from './read'
export { repeatOperations } from './sync'
