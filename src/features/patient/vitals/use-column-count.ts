import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { usePrinting } from '../../../ui/print'
import type { ColumnCount } from './paging.view'

/**
 * 10 columns on wide screens, 8 on medium, 4 on small (C603). What is printed is what was seen: the
 * browser counts the pages before a narrower table would be drawn.
 */
export const useColumnCount = (): ColumnCount => {
  const wide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const medium = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false })
  const fits = wide ? 10 : medium ? 8 : 4
  const printing = usePrinting()
  const [seen, setSeen] = useState<ColumnCount>(fits)
  if (!printing && seen !== fits) setSeen(fits)
  return printing ? seen : fits
}
