import { useEffect } from 'react'
import { useRuntime } from './runtime-context'

/**
 * Says that the person in front of the screen looks at a subject: when it is first drawn, and when
 * they come back to the page. `subjectId` null: nothing of them is shown. `endsAt`: of the reading.
 * Drawn first, told then.
 */
export const useLooked = (subjectId: string | null, place: string, endsAt?: number): void => {
  const runtime = useRuntime()
  useEffect(() => {
    if (subjectId === null) return undefined
    const look = (): void => {
      if (document.visibilityState === 'visible') runtime.looked(subjectId, place, endsAt)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [runtime, subjectId, place, endsAt])
}
