export { atOf, orderBy } from './board-order'
export { matchesText } from './repository'
export { syncedBoard } from './sync'
