import { useEffect, useEffectEvent } from 'react'
import { useVisible } from '../use-visible'

/** Calls `ask` at once and then every `everyMs` milliseconds, only while the tab is visible. */
export const usePoll = (everyMs: number, ask: () => void): void => {
  const visible = useVisible()
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!visible) return undefined
    askNow()
    const timer = setInterval(() => askNow(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, visible])
}
