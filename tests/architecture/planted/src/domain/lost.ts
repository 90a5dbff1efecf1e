// refused: unresolved
export { nothing } from './nowhere'
