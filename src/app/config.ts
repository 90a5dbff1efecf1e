import { z } from 'zod'
import type { AuthConfig } from '../platform/auth'

const environmentSchema = z.object({
  VITE_FIREBASE_API_KEY: z.string().min(1).optional(),
  VITE_FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  VITE_API_ORIGIN: z.url().optional(),
  VITE_BASE_PATH: z.string().startsWith('/').default('/Prod'),
})

export interface AppConfig {
  readonly auth: AuthConfig
  /** Where the API is: `origin` without a slash at the end, `basePath` as in '/Prod'. */
  readonly api: { readonly origin: string; readonly basePath: string }
}

/**
 * The addresses of server and identity provider: the own origin, or a Firebase project given at
 * build time (VITE_FIREBASE_API_KEY, VITE_FIREBASE_PROJECT_ID). Throws ZodError, so that a wrong
 * build fails at its first start.
 */
export const readConfig = (
  environment: Readonly<Record<string, unknown>>,
  origin: string,
): AppConfig => {
  const given = environmentSchema.parse(environment)
  const auth: AuthConfig =
    given.VITE_FIREBASE_API_KEY && given.VITE_FIREBASE_PROJECT_ID
      ? { apiKey: given.VITE_FIREBASE_API_KEY, projectId: given.VITE_FIREBASE_PROJECT_ID }
      : { apiKey: 'lamplight-embedded', projectId: 'lamplight-embedded', emulatorOrigin: origin }
  return {
    auth,
    api: {
      origin: (given.VITE_API_ORIGIN ?? origin).replace(/\/$/, ''),
      basePath: given.VITE_BASE_PATH.replace(/\/$/, ''),
    },
  }
}
