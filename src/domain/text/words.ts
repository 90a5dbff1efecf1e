/** A code as words: `StepUp` as `Step up`. */
export const camelWords = (code: string): string => {
  const words = code.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
