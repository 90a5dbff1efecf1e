import { z } from 'zod'
import { problem } from '../../../domain/problem'
import type { AccountTexts } from '../../../texts/account'
import type { FieldSpec, Submitted } from '../../../ui/form-kit'

/** The field of a second factor's code, of six digits. */
export const codeField = (t: AccountTexts['security']): FieldSpec<'code'> => ({
  kind: 'text',
  name: 'code',
  label: t.code,
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
})

/** People type a code with spaces, as their app shows it. */
export const codeSchema = (t: AccountTexts['security']) =>
  z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, t.codeMalformed))

/** What was typed was wrong: told at its field. */
export const wrong = (path: string, message: string): Submitted<never> => ({
  kind: 'refused',
  problem: problem('invalid-arguments', message, [{ path, message }]),
})
