import type { z } from 'zod'
import { badInput } from '../../graphql/errors'

export { askerOf } from '../../graphql/asker'

/** @throws BAD_USER_INPUT naming every wrong field below `path` */
export const read = <Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  path: string,
): z.infer<Schema> => {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw badInput(
    parsed.error.issues.map((issue) => ({
      path: [path, ...issue.path].filter((part) => part !== '').join('.'),
      message: issue.message,
    })),
  )
}
