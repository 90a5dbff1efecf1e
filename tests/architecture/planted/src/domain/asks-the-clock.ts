// refused: impure
export const now = (): number => Date.now()
