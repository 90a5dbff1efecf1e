import { problem, type FieldProblem, type Problem } from '../../domain/problem'

const words: Readonly<Record<string, string>> = {
  FORBIDDEN: 'You did not have permission to do this',
  IDENTITY_CHANGED: 'The patient is no longer who you saw: check whose record this is',
  NOT_FOUND: 'The patient or what this speaks of is not there for you',
  SESSION_REVOKED: 'It was written after your session had ended',
  TOO_OLD: 'It was written more than 90 days ago',
  ID_REUSED: 'The server has something else in its place',
  EXPIRED: 'It could not be sent in its time. Check whether it is still right before you send it',
  STUCK: 'The server failed at it each time it was sent',
}

/**
 * The Problem that a refusal is shown with, of what is known of it: the protocol's code alone, or
 * also the server's words.
 */
export const refusalOf = (given: {
  readonly class: string
  readonly code: string | null
  readonly argErrors?: readonly FieldProblem[] | null
}): Problem => {
  const { class: name, code } = given
  const fields = given.argErrors ?? []
  const message =
    words[code ?? ''] ??
    fields[0]?.message ??
    (name === 'CONFLICT'
      ? 'It was changed elsewhere meanwhile'
      : `The server refused it (${code ?? name})`)
  return problem(
    name === 'CONFLICT'
      ? 'conflict'
      : code === 'FORBIDDEN'
        ? 'forbidden'
        : code === 'NOT_FOUND'
          ? 'not-found'
          : 'invalid-arguments',
    message,
    fields,
  )
}
