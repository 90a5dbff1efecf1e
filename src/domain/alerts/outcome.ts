import type { Edition } from '../organization/organization'

/** What a person did about an alert that they resolve. */
export const alertOutcomes = [
  'rang',
  'visited',
  'calledEmergency',
  'falseReading',
  'planChanged',
  'other',
] as const
export type AlertOutcome = (typeof alertOutcomes)[number]

/** The words of an outcome, on every screen and in the action log. */
export const outcomeWords = (edition: Edition): Readonly<Record<AlertOutcome, string>> => ({
  rang: 'Rang the patient',
  visited: 'Visited the patient',
  calledEmergency: edition === 'en-US' ? 'Called 911' : 'Called 999',
  falseReading: 'False reading',
  planChanged: 'Plan changed',
  other: 'Other',
})

/** Characters of another outcome. */
export const longestOutcomeText = 200

/** True where another outcome is told in words, and every other one is not. */
export const isOutcomeTold = (outcome: AlertOutcome, text: string | null | undefined): boolean =>
  outcome === 'other'
    ? text != null && text.trim() !== '' && text.length <= longestOutcomeText
    : text == null

/** What was done in words: of another outcome its text. */
export const outcomeSaid = (
  outcome: AlertOutcome,
  text: string | null | undefined,
  edition: Edition,
): string => text ?? outcomeWords(edition)[outcome]
