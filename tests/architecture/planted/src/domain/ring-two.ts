// refused: cycle
import type { One } from './ring-one'

export interface Two { readonly one: One | null }
