// refused: impure
export const roll = (): number => Math.random()
