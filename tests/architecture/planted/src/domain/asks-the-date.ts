// refused: impure
export const today = (): string => new Date().toISOString()
