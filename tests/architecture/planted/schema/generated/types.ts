// allowed
export type Maybe<T> = T | null
