// allowed
export type Rows = readonly string[]
