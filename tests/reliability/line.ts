/** What the server said to one GraphQL request. */
export interface Said {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly errors: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

/**
 * How a device reaches the server, as one of its users. Throws where no answer comes.
 * @param key of a mutation that is done once, however often it is sent
 */
export type Line = (
  query: string,
  variables: Readonly<Record<string, unknown>>,
  user: string,
  key?: string,
) => Promise<Said>

/** The server answered, but not with what was asked for: the device waits and asks again. */
class NotAnswered extends Error {
  constructor(field: string, said: Said) {
    super(`${field}: ${said.status} ${said.errors.map(({ message }) => message).join('; ')}`)
    this.name = 'NotAnswered'
  }
}

/** One field of an answer. @throws NotAnswered where it is not there. */
export const fieldOf = <T>(said: Said, field: string): T => {
  const value = said.data?.[field]
  if (value === undefined || value === null) throw new NotAnswered(field, said)
  return value as T
}
