// refused: floor
export type { Rows } from '../patient'
