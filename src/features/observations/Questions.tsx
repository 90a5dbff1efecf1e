import { Button, NativeSelect } from '@mantine/core'
import type { ObservationValues } from '../../domain/observation/form'
import type { Question } from '../../domain/symptoms/asked'
import { observationsTexts } from '../../texts/observations'
import { formTexts } from '../../texts/form'
import { textsOfSymptom } from '../../texts/symptoms'
import { useEdition } from '../../ui/edition'
import type { CommandForm } from '../../ui/form-kit'
import styles from './Observations.module.css'

type Form = CommandForm<ObservationValues>

/** Takes an answer: the key that is answered yes, 'no', or '' for none. */
export const answer = (form: Form, { answers }: Question, given: string): void => {
  const own = new Set<string>(answers.map(({ key }) => key))
  const others = (keys: readonly string[]) => keys.filter((key) => !own.has(key))
  const { symptoms, denied } = form.values
  form.set('symptoms', [...others(symptoms), ...(own.has(given) ? [given] : [])])
  form.set('denied', [...others(denied), ...(given === 'no' ? own : [])])
}

/** One question: yes or no, or one answer of several. */
function QuestionField({ form, question }: { readonly form: Form; readonly question: Question }) {
  const edition = useEdition()
  const t = observationsTexts(edition)
  const { answers, name } = question
  const [first] = answers
  const said = first === undefined ? null : textsOfSymptom(first.key, edition)
  if (first === undefined || said === null) return null
  const chosen = answers.find(({ key }) => form.values.symptoms.includes(key))
  return (
    <NativeSelect
      id={`${form.id}-question-${name}`}
      label={said.text}
      description={said.subText}
      disabled={form.locked}
      value={chosen?.key ?? (form.values.denied.includes(first.key) ? 'no' : '')}
      onChange={(event) => answer(form, question, event.currentTarget.value)}
      data={[
        { value: '', label: formTexts(edition).choose },
        ...(first.choice === undefined
          ? [
              { value: first.key, label: t.yes },
              { value: 'no', label: t.no },
            ]
          : answers.map(({ key }) => ({
              value: key,
              label: textsOfSymptom(key, edition)?.shortText ?? key,
            }))),
      ]}
    />
  )
}

/** Questions under a heading. */
export function QuestionFields({
  form,
  heading,
  questions,
}: {
  readonly form: Form
  readonly heading: string | null
  readonly questions: readonly Question[]
}) {
  return (
    <fieldset className={styles['questions']}>
      {heading !== null && <legend>{heading}</legend>}
      {questions.map((question) => (
        <QuestionField key={question.name} form={form} question={question} />
      ))}
    </fieldset>
  )
}

/** Signs that were chosen from the search, each with a way to take it back. */
export function OtherSigns({
  form,
  keys,
  words,
}: {
  readonly form: Form
  readonly keys: readonly string[]
  readonly words: (key: string) => string
}) {
  const t = observationsTexts(useEdition())
  if (keys.length === 0) return null
  return (
    <ul aria-label={t.otherSigns} className={styles['others']}>
      {keys.map((key) => (
        <li key={key}>
          {words(key)}{' '}
          <Button
            variant="default"
            disabled={form.locked}
            aria-label={t.removeSign(words(key))}
            onClick={() =>
              form.set(
                'symptoms',
                form.values.symptoms.filter((one) => one !== key),
              )
            }
          >
            {t.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
