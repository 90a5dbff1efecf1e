// refused: floor
export { store } from '../../platform/store'
