import { softSignWords } from '../checkup/soft-signs'
import type { Edition } from '../organization/organization'
import { inWordsOf } from './american'
import { symptomOf } from './catalogue'

/** The short text of a symptom's key; a key that the catalogue does not have is told as words. */
export const symptomWords = (key: string, edition: Edition): string => {
  const known = symptomOf(key)
  return known === undefined ? softSignWords(key, edition) : inWordsOf(known.short, edition)
}
