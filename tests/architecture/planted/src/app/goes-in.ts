// refused: floor
export { store } from '../features/ward/reaches-down'
