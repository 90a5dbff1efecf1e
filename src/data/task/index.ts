export { addTask, changeTask, endTask } from './task.command'
