import { useMediaQuery } from '@mantine/hooks'
import type { ColumnCount } from './paging.view'

/** 10 columns on wide screens, 8 on medium, 4 on small (C603). */
export const useColumnCount = (): ColumnCount => {
  const wide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const medium = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false })
  if (wide) return 10
  return medium ? 8 : 4
}
