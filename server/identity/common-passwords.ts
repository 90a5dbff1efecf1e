import { readFileSync } from 'node:fs'

/**
 * The 10,000 commonest passwords in order, lower case: the head of `passwords.json` of
 * @zxcvbn-ts/language-common 4.1.3 (MIT). The server alone reads it.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)
