export { tasksOf } from './read'
export { taskOperations } from './sync'
