// refused: floor
export type { Page } from '../ward'
