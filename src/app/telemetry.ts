import { ProblemError, problem } from '../domain/problem'
import { createTelemetry } from '../platform/telemetry'

/**
 * The log of this page: place and kind, in the console. No messages, which may quote input. No
 * third party gets reports (P374).
 */
export const telemetry = createTelemetry(({ where, kind }) =>
  console.warn(`lamplight: ${kind} at ${where}`),
)

/** A version check that failed is logged and ignored (P335, C600). */
export const logVersionFailure = (message: string): void =>
  telemetry.report(new ProblemError(problem('unknown', message)), 'version check')
