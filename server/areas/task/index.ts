export { handOverTasks } from './hand-over'
export { tasksOf } from './read'
export { taskOperations } from './sync'
