export type { Operation } from './operation'
