import { z } from 'zod'
import type { GotBytes } from './operation'
import {
  conflictOfReason,
  problem,
  type EndedSignIn,
  type FieldProblem,
  type Problem,
  type ProblemKind,
} from '../../domain/problem'

const errorSchema = z.object({
  message: z.string().catch(''),
  extensions: z
    .looseObject({
      code: z.string().optional().catch(undefined),
      reason: z.string().optional().catch(undefined),
      argErrors: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
})
const fieldSchema = z.object({
  path: z.union([z.string(), z.array(z.union([z.string(), z.number()]))]),
  message: z.string(),
})
const answerSchema = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(errorSchema).optional(),
  message: z.string().optional(),
})

/** One answer, not judged yet. `json` undefined: the body is not JSON. */
export interface Answer {
  readonly status: number
  readonly json: unknown
  /** Of an operation that asked for text: the whole body. */
  readonly text?: string
  /** Of a GET of bytes that worked. */
  readonly got?: GotBytes
}

/** True for an answer whose data comes first: it worked, and is not parsed in the page. */
export const beginsWithData = (text: string): boolean => text.startsWith('{"data":{')
const isUnread = ({ status, json, text }: Answer): boolean =>
  status === 200 && json === undefined && text !== undefined && beginsWithData(text)

const kindOfCode: Readonly<Record<string, ProblemKind>> = {
  UNAUTHORIZED: 'unauthorized',
  UNAUTHENTICATED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not-found',
  BAD_USER_INPUT: 'invalid-arguments',
  CONFLICT: 'conflict',
  TOO_MANY: 'too-many',
  RATE_LIMITED: 'too-many',
  MAINTENANCE: 'maintenance',
  INTERNAL: 'server',
  INTERNAL_SERVER_ERROR: 'server',
}

const kindOfStatus: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid-arguments',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  422: 'invalid-arguments',
  429: 'too-many',
  503: 'maintenance',
  511: 'network',
}

/** Of NOT_FOUND: a repeat of what was done, by who may not see it today. */
const doneUnseen = 'DONE'
/** Of FORBIDDEN: who asks belongs to no organisation. */
const noOrganization = 'NO_ORGANIZATION'

/** Of UNAUTHORIZED, why (server/graphql/errors.ts). */
const endedBecause: Readonly<Record<string, EndedSignIn>> = {
  ACCOUNT_DISABLED: 'disabled',
  SESSION_ENDED: 'revoked',
}

const fieldsOf = (argErrors: unknown): readonly FieldProblem[] =>
  Array.isArray(argErrors)
    ? argErrors.flatMap((item) => {
        const field = fieldSchema.safeParse(item)
        return field.success
          ? [{ path: [field.data.path].flat().join('.'), message: field.data.message }]
          : []
      })
    : []

const kindOf = (
  status: number,
  code: string | undefined,
  said: string | null,
  readable: boolean,
): ProblemKind => {
  if (status === 401 || said === 'Unauthorized') return 'unauthorized'
  const byCode = code === undefined ? undefined : kindOfCode[code]
  if (byCode !== undefined) return byCode
  if (status < 400) return 'unknown'
  // A 4xx without JSON is from a proxy or captive portal, not a refusal by our server.
  if (!readable && status !== 429)
    return status === 511 ? 'network' : status === 503 ? 'maintenance' : 'server'
  return kindOfStatus[status] ?? (status >= 500 ? 'server' : 'unknown')
}

/**
 * The Problem of an answer; null: it worked. Message from 400 on: the first error's, else the
 * body's, else 'Unknown error' (P316 to P318). Fields: `extensions.argErrors` (P322).
 */
export const problemOf = (answer: Answer): Problem | null => {
  if (answer.got !== undefined || isUnread(answer)) return null
  const { status, json } = answer
  const parsed = answerSchema.safeParse(json)
  const body = parsed.success ? parsed.data : null
  const first = body?.errors?.[0]
  if (first === undefined && status < 400) {
    if (body === null) {
      return json === undefined
        ? problem('network:answered-elsewhere')
        : problem('server:unreadable-answer')
    }
    return body.data == null ? problem('server:unreadable-answer') : null
  }
  const said = first?.message || body?.message || null
  const code = first?.extensions?.code
  const kind = kindOf(status, code, said, body !== null)
  const reason = first?.extensions?.reason ?? ''
  const found = problem(
    (kind === 'conflict' && conflictOfReason[reason]) ||
      (kind === 'forbidden' && reason === noOrganization && 'forbidden:no-organization') ||
      (kind === 'not-found' && reason === doneUnseen && 'not-found:done-unseen') ||
      kind,
    said,
    fieldsOf(first?.extensions?.argErrors),
  )
  if (found.kind === 'server' && code !== undefined) return { ...found, byServer: true }
  const ended =
    found.kind === 'unauthorized' ? endedBecause[first?.extensions?.reason ?? ''] : undefined
  return ended === undefined ? found : { ...found, ended }
}

/** The data of an answer that has no Problem; the body where text was asked for. */
export const dataOf = ({ json, text, got }: Answer): unknown =>
  got ?? text ?? answerSchema.parse(json).data
