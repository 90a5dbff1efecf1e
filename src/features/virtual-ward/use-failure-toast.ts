import { useEffect } from 'react'
import { showToast } from '../../ui/feedback'

/** Shows a toast for a failed fetch (C597). A repeated failure renews it. */
export const useFailureToast = (problem: object | null, message: string): void => {
  useEffect(() => {
    if (problem !== null) showToast(message, message)
  }, [problem, message])
}
