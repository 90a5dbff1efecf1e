// refused: floor
export { patients } from '../areas/patient'
