import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false
const listeners = new Set<() => void>()

const tell = (is: boolean) => (): void => {
  printing = is
  // What is on the paper is in the document before this event is over.
  if (listeners.size > 0) flushSync(() => listeners.forEach((listener) => listener()))
}
const began = tell(true)
const ended = tell(false)

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', began)
    window.addEventListener('afterprint', ended)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    printing = false
    window.removeEventListener('beforeprint', began)
    window.removeEventListener('afterprint', ended)
  }
}

/** True while this page is printed. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
