import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, type To } from 'react-router-dom'

/** Kept with the entry of the history: it was opened from the page below it. */
interface Opened {
  readonly openedHere?: boolean
}

export interface Detail {
  /** What is open; null: nothing. */
  readonly id: string | null
  /** Where a link to it leads. */
  readonly to: (id: string) => To
  readonly open: (id: string) => void
  /** Goes back to the page below; of an address that was opened as it is, to the same without it. */
  readonly close: () => void
}

/**
 * A drawer or dialog in the address (`?detail=ID`, `?dialog=ID`): Back closes it, links open it.
 */
export const useDetail = (param: 'detail' | 'dialog'): Detail => {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const to = useCallback(
    (id: string | null): To => {
      const query = new URLSearchParams(search)
      if (id === null) query.delete(param)
      else query.set(param, id)
      const text = query.toString()
      return { pathname, search: text === '' ? '' : `?${text}`, hash }
    },
    [pathname, search, hash, param],
  )
  const id = new URLSearchParams(search).get(param)
  const openedHere = (state as Opened | null)?.openedHere === true
  return useMemo(
    () => ({
      id: id === '' ? null : id,
      to,
      open: (next) => void navigate(to(next), { state: { openedHere: true } satisfies Opened }),
      close: () => void (openedHere ? navigate(-1) : navigate(to(null), { replace: true })),
    }),
    [id, to, navigate, openedHere],
  )
}
