import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/** Says once, in a toast, that a fetch failed (C597); the same failure again renews it instead of piling up. */
export const useFailureToast = (problem: object | null, message: string): void => {
  useEffect(() => {
    if (problem === null) return
    notifications.hide(message)
    notifications.show({ id: message, message, color: 'red', autoClose: 6000 })
  }, [problem, message])
}
