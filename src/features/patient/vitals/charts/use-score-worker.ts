import { useEffect, useState } from 'react'
import { useScorer } from '../../../../data/patient'
import type { Scorer } from '../../../../domain/ews'

/** The worker that scores while thresholds are edited; null: none, not yet, or it died. */
export const useScoreWorker = (isEditing: boolean): Scorer | null => {
  const open = useScorer()
  const [scorer, setScorer] = useState<Scorer | null>(null)
  useEffect(() => {
    if (!isEditing || open === null) return undefined
    let isOver = false
    let opened: Scorer | null = null
    open(() => setScorer(null)).then(
      (started) => {
        opened = started
        if (isOver) started.close()
        else setScorer(started)
      },
      () => undefined, // no workers here: the page scores
    )
    return () => {
      isOver = true
      opened?.close()
      setScorer(null)
    }
  }, [isEditing, open])
  return scorer
}
