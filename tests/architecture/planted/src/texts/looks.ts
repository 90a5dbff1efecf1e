// refused: floor
export type { Page } from '../ui/page'
