import type { Summary } from '../../src/domain/document/summary'
import type { DocumentWords } from './words'

/** A frozen summary with the words and times of its edition. */
export interface Told {
  readonly summary: Summary
  readonly words: DocumentWords
  /** Date and time of an instant, on the wall of the ward. */
  readonly when: (iso: string) => string
}
