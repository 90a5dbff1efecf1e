import { createContext, use } from 'react'

/** Every button that signs out uses this, so that unsent work is mentioned first. */
export interface Leave {
  readonly leave: () => void
  /** The question is open, or the sign-out is running. */
  readonly asking: boolean
  readonly leaving: boolean
}

export const LeaveContext = createContext<Leave>({
  leave: () => undefined,
  asking: false,
  leaving: false,
})

/** How a button signs out. */
export const useLeave = (): Leave => use(LeaveContext)
