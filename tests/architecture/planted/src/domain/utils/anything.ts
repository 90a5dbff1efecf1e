// refused: empty-name
export const one = 1
