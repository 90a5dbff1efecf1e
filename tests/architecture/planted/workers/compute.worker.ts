// allowed
export interface Work { readonly id: string }
export const work = 1
