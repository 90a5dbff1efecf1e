/** A soft sign's key as words, until the symptom catalogue names it: `chest_pain` → `Chest pain`. */
export const softSignWords = (key: string): string => {
  const words = key.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
