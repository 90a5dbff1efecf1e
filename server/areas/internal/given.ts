import type { z } from 'zod'
import { isoNow } from '../../clock'
import type { Asker } from '../../db/across/across'
import { badInput } from '../../graphql/errors'
import type { InternalScope } from '../../graphql/scope'

/** Who asks for a write across organisations. */
export const askerOf = ({ acting, loggedInAs, clock }: InternalScope): Asker => ({
  userId: acting.userId,
  organizationId: acting.organizationId,
  loggedInAs,
  at: isoNow(clock),
})

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
