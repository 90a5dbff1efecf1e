// allowed
export interface Page { readonly title: string }
