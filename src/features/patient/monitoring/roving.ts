export interface CellPlace {
  readonly row: number
  readonly column: number
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export const samePlace = (a: CellPlace, b: CellPlace): boolean =>
  a.row === b.row && a.column === b.column

/**
 * The next cell in a key's direction, over holes; Home and End go to the row's ends. Null: none.
 */
export const moved = (
  places: readonly CellPlace[],
  from: CellPlace,
  key: string,
): CellPlace | null => {
  const inRow = places.filter(({ row }) => row === from.row).toSorted((a, b) => a.column - b.column)
  if (key === 'Home') return inRow[0] ?? null
  if (key === 'End') return inRow.at(-1) ?? null
  const move = moves[key]
  if (move === undefined) return null
  const [down, right] = move
  const ahead = places
    .map((place) => ({
      place,
      along: down === 0 ? (place.column - from.column) * right : (place.row - from.row) * down,
      off: down === 0 ? place.row - from.row : place.column - from.column,
    }))
    .filter(({ along, off }) => along > 0 && off === 0)
  return ahead.toSorted((a, b) => a.along - b.along)[0]?.place ?? null
}
