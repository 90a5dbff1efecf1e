import { symptomOf, type Symptom } from './catalogue'

/** What is known when it is decided whether a question is asked. */
export interface Known {
  /** Of the patient, whole years. */
  readonly ageYears: number
  /** The blood glucose of this check-up, mmol/L; null: not measured. */
  readonly glucose: number | null
  /** The keys that are answered yes. */
  readonly said: readonly string[]
}

/** Whether a question is for somebody of an age in whole years. */
export const isForAge = ({ ages }: Pick<Symptom, 'ages'>, years: number): boolean =>
  years >= (ages?.from ?? 0) && years < (ages?.to ?? Infinity)

/**
 * Whether a symptom is asked about: it is for the age, the glucose is above its threshold, and the
 * question before it is itself asked and answered yes.
 */
export const isAskedAbout = (symptom: Symptom, known: Known): boolean => {
  const { after, glucoseAbove } = symptom
  const before = after === undefined ? undefined : symptomOf(after)
  return (
    isForAge(symptom, known.ageYears) &&
    (glucoseAbove === undefined || (known.glucose !== null && known.glucose > glucoseAbove)) &&
    (before === undefined || (known.said.includes(before.key) && isAskedAbout(before, known)))
  )
}

/** A question: the symptom that is answered yes or no, or every answer of a choice. */
export interface Question {
  /** The choice, or the key. */
  readonly name: string
  readonly answers: readonly Symptom[]
}

/** Keys as questions in their order, the answers of a choice as one. Unknown keys are left out. */
export const questionsOf = (keys: Iterable<string>): readonly Question[] => {
  const byName = new Map<string, Symptom[]>()
  for (const key of keys) {
    const symptom = symptomOf(key)
    if (symptom === undefined) continue
    const name = symptom.choice ?? symptom.key
    const answers = byName.get(name) ?? []
    if (!answers.includes(symptom)) answers.push(symptom)
    byName.set(name, answers)
  }
  return [...byName].map(([name, answers]) => ({ name, answers }))
}

/**
 * How many questions some keys are. Those that come after an answer are sub-questions; an unknown key
 * is a question of its own.
 */
export const countQuestions = (
  keys: readonly string[],
): { readonly numberOfQuestions: number; readonly numberOfSubQuestions: number } => {
  const known = questionsOf(keys)
  const subs = known.filter(({ answers }) => answers[0]?.after !== undefined).length
  const unknown = keys.filter((key) => symptomOf(key) === undefined).length
  return { numberOfQuestions: known.length - subs + unknown, numberOfSubQuestions: subs }
}
