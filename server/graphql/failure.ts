import { GraphQLError } from 'graphql'

/**
 * What a log may keep of a failure: where it came from, without anything it may have read. Messages
 * of the database quote values.
 */
export const failureOf = (error: unknown): Record<string, unknown> => {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (!(original instanceof Error)) return { name: typeof original }
  const code = 'code' in original && typeof original.code === 'string' ? original.code : undefined
  return {
    name: original.name,
    code,
    ...(code === undefined ? { message: original.message } : {}),
    stack: original.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
  }
}
