import { useEffect, useState } from 'react'

/**
 * True once `is` has been true for `ms`, false as soon as it is not: what is over before anybody
 * could see it is not shown as going on, since drawing that takes longer than the thing itself.
 */
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
