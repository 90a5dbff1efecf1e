import { useEffect } from 'react'

/** Unsaved work that no store knows: typing a secret, a journey, an open dialog. */
export type OpenWork = 'typing' | 'journey' | 'dialog'

const open = new Map<symbol, OpenWork>()
const order: readonly OpenWork[] = ['typing', 'journey', 'dialog']

/** The most important open work; null: none. A new version does not interrupt it. */
export const openWork = (): OpenWork | null =>
  order.find((kind) => [...open.values()].includes(kind)) ?? null

/** Says that work is open for as long as the component is on the screen and `is` holds. */
export const useOpenWork = (kind: OpenWork, is = true): void => {
  useEffect(() => {
    if (!is) return undefined
    const mine = Symbol(kind)
    open.set(mine, kind)
    return () => void open.delete(mine)
  }, [kind, is])
}
