// refused: floor
export { store } from '../store'
