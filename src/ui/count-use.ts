import { createContext, use } from 'react'
import type { PortalEventName } from '../domain/telemetry/portal-report'

/** Counts that something was used, of nobody. The app provides it; without it nothing is counted. */
export const CountUseContext = createContext<(name: PortalEventName) => void>(() => undefined)

export const useCountUse = (): ((name: PortalEventName) => void) => use(CountUseContext)
