// refused: impure
export const id = (): string => crypto.randomUUID()
