export { syncedBoard } from './sync'
