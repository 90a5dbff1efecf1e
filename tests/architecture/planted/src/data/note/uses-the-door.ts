// allowed
export type { Rows } from '../patient'
