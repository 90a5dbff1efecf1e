// allowed
export type { Page } from '../features/ward'
export { store } from '../engine/store'
