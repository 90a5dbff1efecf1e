import { createContext, use } from 'react'

/**
 * The one door out: every button that signs out goes through it, so that none leaves unsent work
 * without a word.
 */
export interface Leave {
  /** Signs out; where something is unsent or undecided it asks first. */
  readonly leave: () => void
  /** The question stands, or the sign-out is under way. */
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
