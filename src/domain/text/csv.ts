/** What a spreadsheet reads as the beginning of a formula, also of full width (OWASP, CSV injection). */
const runs = /^[\s]*[=+\-@\t\r|%＝＋－＠]/

const cell = (text: string): string =>
  `"${(runs.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/**
 * Rows as a file that a spreadsheet opens (RFC 4180, UTF-8 with its mark). Every cell is quoted, and
 * one that could be read as a formula begins with an apostrophe, so that none runs.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{FEFF}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
