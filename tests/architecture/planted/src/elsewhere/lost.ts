// refused: no-floor
export type { Page } from '../ui/page'
