// refused: floor
export type { Page } from '../src/ui/page'
