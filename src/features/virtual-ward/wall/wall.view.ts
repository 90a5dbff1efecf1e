import type { SortTerm } from '../../../domain/virtual-ward/virtual-ward'
import type { CardTile } from '../card.view'

/**
 * Who needs somebody first: open alerts, then the score, then the newest. A wall has this order and
 * no other.
 */
export const wallSort: readonly SortTerm[] = [
  { field: 'alertCount', direction: 'DESC' },
  { field: 'ewsScore', direction: 'DESC' },
  { field: 'latestVitals', direction: 'DESC' },
]

/** Values that have room beside the total. */
const mostValues = 3

/**
 * The values that score, worst first; of equal ones in the board's order. `more`: how many of them
 * have no room.
 */
export const worstTiles = (
  tiles: readonly CardTile[],
): { readonly tiles: readonly CardTile[]; readonly more: number } => {
  const scoring = tiles
    .filter(({ score, value }) => value !== null && score !== null && score > 0)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  return { tiles: scoring.slice(0, mostValues), more: Math.max(0, scoring.length - mostValues) }
}
