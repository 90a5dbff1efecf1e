/**
 * Gives the reader a file of this text.
 *
 * @param type its media type, without the character set, which is UTF-8
 */
export const download = (text: string, name: string, type: 'text/csv' | 'text/plain'): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000) // the browser reads it after the click
}
