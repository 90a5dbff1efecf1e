export function isDemonstration(environment: {
  readonly DEMONSTRATION?: string
  readonly DATABASE_URL?: string
}): boolean
