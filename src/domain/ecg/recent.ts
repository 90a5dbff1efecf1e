/** The median; 0 of nothing. */
export const median = (values: readonly number[]): number => {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The last `size` numbers and their median, which is worked out when they change. */
export const createRecent = (size: number, known: readonly number[] = []) => {
  let kept = known.slice(-size)
  let middle = median(kept)
  const set = (values: readonly number[]): void => {
    kept = values.slice(-size)
    middle = median(kept)
  }
  return {
    add: (value: number): void => set([...kept, value]),
    scale: (factor: number): void => set(kept.map((value) => value * factor)),
    clear: (): void => set([]),
    median: (): number => middle,
    values: (): readonly number[] => kept,
  }
}
