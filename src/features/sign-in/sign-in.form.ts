import { z } from 'zod'

/** The messages that the forms before sign-in can show, out of the texts. */
export interface SignInMessages {
  readonly emailMissing: string
  readonly emailMalformed: string
  readonly passwordMissing: string
  readonly codeMalformed: string
}

const email = (messages: SignInMessages) =>
  z.string().trim().min(1, messages.emailMissing).pipe(z.email(messages.emailMalformed))

/** Email and password. Spaces around the email are dropped, those of a password are kept. */
export const credentialsSchema = (messages: SignInMessages) =>
  z.object({ email: email(messages), password: z.string().min(1, messages.passwordMissing) })

export const reminderSchema = (messages: SignInMessages) => z.object({ email: email(messages) })

/** The one-time code: 6 digits (P096). Spaces and dashes, as apps show them, are taken out. */
export const codeSchema = (messages: Pick<SignInMessages, 'codeMalformed'>) =>
  z.object({
    code: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, messages.codeMalformed)),
  })

export const fieldErrors = (error: z.ZodError): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    errors[field] ??= issue.message
  }
  return errors
}
