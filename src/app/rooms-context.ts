import { createContext } from 'react'
import type { Room } from '../ui/room'

/** The rooms this router was built from: the frame draws its navigation from the same list. */
export const RoomsContext = createContext<readonly Room[]>([])
