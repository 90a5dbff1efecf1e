import { ProblemError, problem } from '../domain/problem'
import { createTelemetry } from '../platform/telemetry'

/**
 * The one log of this page: where and of which kind, in the browser's console. The message stays
 * out of it, since a server's may quote what was typed. Handing reports to a third party is outside
 * this product (P374).
 */
export const telemetry = createTelemetry(({ where, kind }) =>
  console.warn(`lamplight: ${kind} at ${where}`),
)

/** A version check that failed is logged and ignored (P335, C600). */
export const logVersionFailure = (message: string): void =>
  telemetry.report(new ProblemError(problem('unknown', message)), 'version check')
