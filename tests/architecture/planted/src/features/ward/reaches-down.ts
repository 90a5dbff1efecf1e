// refused: floor
export { store } from '../../engine/store'
