import type { z } from 'zod'

/** A faulty field: its path in the body, e.g. `temperature.value`; empty for the whole. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

export type RefusalStatus = 400 | 401 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503

/** Why a request, or one item of it, was not stored. Nothing of it is. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly code: string
  readonly errors: readonly FieldError[]
  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    errors: readonly FieldError[] = [],
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.errors = errors
  }
  /** The answer's body. */
  get body(): {
    readonly code: string
    readonly message: string
    readonly errors: readonly FieldError[]
  } {
    return { code: this.code, message: this.message, errors: this.errors }
  }
}

/** The same answer for an unknown patient and another organisation's. */
export const patientNotFound = (): Refusal =>
  new Refusal(
    404,
    'PATIENT_NOT_FOUND',
    'This organisation has no such patient. Nothing was stored.',
    [{ path: 'patientId', message: 'No such patient' }],
  )

/** A refusal of the fields named. */
export const invalid = (errors: readonly FieldError[]): Refusal =>
  new Refusal(
    400,
    'INVALID_BODY',
    'The body is not as docs/ingest.md describes it. Nothing was stored.',
    errors,
  )

/** The refusal that says where a body differs from its schema. */
export const invalidBody = (error: z.ZodError): Refusal =>
  invalid(
    error.issues.flatMap((issue): FieldError[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...issue.path, key].join('.'),
            message: 'Unknown field',
          }))
        : [{ path: issue.path.join('.'), message: issue.message }],
    ),
  )
