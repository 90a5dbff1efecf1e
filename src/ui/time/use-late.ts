import { useEffect, useState } from 'react'

/** True once `is` has been true for `ms`; false at once. Short states are not drawn. */
export const useLate = (is: boolean, ms = 150): boolean => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!is) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [is, ms])
  return is && late
}
