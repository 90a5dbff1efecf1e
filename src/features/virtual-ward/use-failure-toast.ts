import { useEffect } from 'react'
import { showToast } from '../../ui/feedback'

/**
 * Says in a toast that a fetch failed (C597); the same failure again renews it instead of piling
 * up.
 */
export const useFailureToast = (problem: object | null, message: string): void => {
  useEffect(() => {
    if (problem !== null) showToast(message, message)
  }, [problem, message])
}
