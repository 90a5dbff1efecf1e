// allowed
export type { Part } from '../../engine/part'
