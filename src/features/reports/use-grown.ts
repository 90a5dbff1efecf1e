import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** So many rows are drawn at once: a screenful, and without holding the page for long. */
export const rowsAtOnce = 60

/**
 * How many of `total` rows are drawn: more with each turn of the page, so that typing and scrolling
 * go on between, and all of them before the browser prints.
 */
export const useGrown = (total: number): number => {
  const [drawn, setDrawn] = useState(rowsAtOnce)
  useEffect(() => {
    if (drawn >= total) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + rowsAtOnce)), 0)
    return () => clearTimeout(timer)
  }, [drawn, total])
  useEffect(() => {
    const all = (): void => flushSync(() => setDrawn(Infinity))
    window.addEventListener('beforeprint', all)
    return () => window.removeEventListener('beforeprint', all)
  }, [])
  return Math.min(drawn, total)
}

/** Rows in blocks of `rowsAtOnce`. */
export const blocksOf = <Row>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )
