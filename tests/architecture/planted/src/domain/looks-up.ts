// refused: floor
import type { Page } from '../ui/page'

export type Looked = Page
