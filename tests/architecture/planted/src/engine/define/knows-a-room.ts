// refused: floor
export type { Rows } from '../../data/patient'
