// allowed
export type { Rows } from './rows'
