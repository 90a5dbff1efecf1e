// refused: cycle
import type { Two } from './ring-two'

export interface One { readonly two: Two | null }
