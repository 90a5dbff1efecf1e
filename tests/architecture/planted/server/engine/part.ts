// allowed
export interface Part {
  readonly key: string
}
