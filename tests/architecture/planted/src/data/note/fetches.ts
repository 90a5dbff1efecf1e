// refused: floor
export { getAuth } from '../../platform/auth'
