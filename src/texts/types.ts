/** A text is a string or a function of what it names. */
export type Text = string | ((...parts: never[]) => string)

/** The same shape with every key optional: what an edition that differs may give. */
export type DeepPartial<T> = T extends (...parts: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T
