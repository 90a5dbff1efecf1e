import {
  doubtSentences as sentencesIn,
  type DoubtedReadings,
} from '../../domain/checkup/doubt-words'
import type { Edition } from '../../domain/organization/organization'
import { checkupTexts } from '../../texts/checkup'

/** What is doubtful in a check-up, one sentence each. */
export const doubtSentences = (checkup: DoubtedReadings, edition: Edition): readonly string[] =>
  sentencesIn(checkup, checkupTexts(edition).doubts)
