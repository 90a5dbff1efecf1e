// refused: floor
export { patients } from '../patient/repository'
