import { useEffect, useState } from 'react'
import { formatMoment } from '../../domain/time'
import { useOffline, useRuntime } from '../../engine/react'
import { leaseTexts } from '../../texts/lease'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { readNow } from '../../ui/time'

/** So long before the device locks it is told, milliseconds. */
const toldBeforeMs = 2 * 3_600_000
/** How often it is looked at, milliseconds. */
const lookEveryMs = 60_000

/** When the device locks, epoch milliseconds by the page's clock; null: not soon, or not known. */
const useLocksAt = (): number | null => {
  const runtime = useRuntime()
  const offline = useOffline()
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    if (!offline) return undefined
    let isOver = false
    const look = (): void =>
      void runtime.leaseLeftMs().then((left) => {
        if (isOver) return
        const isSoon = left !== null && left > 0 && left <= toldBeforeMs
        setAt((before) => {
          if (!isSoon) return null
          const next = readNow() + left
          // The same moment, read a little later.
          return before !== null && Math.abs(next - before) < lookEveryMs ? before : next
        })
      })
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [runtime, offline])
  return offline ? at : null
}

/** Says, from two hours before, when this device locks unless it is connected. */
export function LeaseNotice() {
  const edition = useEdition()
  const t = leaseTexts(edition)
  const at = useLocksAt()
  if (at === null) return null
  return <Banner title={t.title(formatMoment(at, readNow(), edition))}>{t.body}</Banner>
}
