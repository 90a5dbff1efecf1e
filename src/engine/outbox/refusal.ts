import { problem, type FieldProblem, type Problem, type ProblemCode } from '../../domain/problem'

const known: Readonly<Record<string, ProblemCode>> = {
  FORBIDDEN: 'forbidden:right-missing',
  IDENTITY_CHANGED: 'invalid-arguments:identity-changed',
  KEPT_ELSEWHERE: 'conflict:kept-elsewhere',
  NOT_FOUND: 'not-found:subject-missing',
  SESSION_REVOKED: 'invalid-arguments:session-revoked',
  TOO_OLD: 'invalid-arguments:too-old',
  ID_REUSED: 'invalid-arguments:id-reused',
  EXPIRED: 'invalid-arguments:expired',
  STUCK: 'invalid-arguments:stuck',
}

/** The Problem of a refusal: the protocol's code, and the server's argument errors if known. */
export const refusalOf = (given: {
  readonly class: string
  readonly code: string | null
  readonly argErrors?: readonly FieldProblem[] | null
}): Problem => {
  const fields = given.argErrors ?? []
  const isConflict = given.class === 'CONFLICT'
  const code = known[given.code ?? '']
  if (code === undefined)
    return problem(
      isConflict ? 'conflict' : 'invalid-arguments:refused',
      fields[0]?.message ?? null,
      fields,
    )
  const found = problem(code, null, fields)
  return isConflict ? { ...found, kind: 'conflict' } : found
}
