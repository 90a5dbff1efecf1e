// refused: non-null
export const first = (list: readonly string[]): string => list[0]!
