import { useMemo } from 'react'
import { shownGrid, type BoardDisplay } from '../../domain/virtual-ward/preferences'
import { useFits } from './use-window'

export const useShownDisplay = (display: BoardDisplay) => {
  const fits = useFits()
  const shown = useMemo(
    () => ({ ...display, grid: shownGrid(display.grid, fits) }),
    [display, fits],
  )
  return { fits, shown }
}
