import { z } from 'zod'
import type { IdentityContext } from '../context'
import { IdentityError } from '../errors'

/** Answers one call of the SDK; throws IdentityError for what the caller may see. */
export type Endpoint = (context: IdentityContext, body: unknown) => Promise<object>

/** Longer strings than any of ours are nobody's honest input. */
export const text = z.string().min(1).max(4096)

/** An endpoint with its input parsed. Unknown members are ignored: the SDK sends some. */
export const endpoint =
  <Input>(
    schema: z.ZodType<Input>,
    answer: (context: IdentityContext, input: Input) => Promise<object>,
  ): Endpoint =>
  async (context, body) => {
    const input = schema.safeParse(body)
    if (!input.success) throw new IdentityError('INVALID_REQUEST')
    return answer(context, input.data)
  }
