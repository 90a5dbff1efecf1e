import { ProblemError, problem } from '../domain/problem'
import { createTelemetry } from '../platform/telemetry'

/** The one log of this page; a production build may hand the reports on (P374). */
export const telemetry = createTelemetry()

/** A version check that failed is logged and ignored (P335, C600). */
export const logVersionFailure = (message: string): void => telemetry.report(new ProblemError(problem('unknown', message)), 'version check')
