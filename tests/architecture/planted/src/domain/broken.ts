// refused: parse-error
export const broken = (
