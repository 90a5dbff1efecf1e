import { Button } from '@mantine/core'
import { isAlwaysAsked } from '../../../domain/observation/form'
import { mostPageQuestions, type QuestionPage } from '../../../domain/pathway/tiles'
import { countQuestions, questionsOf } from '../../../domain/symptoms/asked'
import { hyperglycaemiaAbove, symptomOf, symptoms } from '../../../domain/symptoms/catalogue'
import { symptomWords } from '../../../domain/symptoms/words'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { textsOfSymptom } from '../../../texts/symptoms'
import { useEdition } from '../../../ui/edition'
import { glucoseWords, questionDetail } from '../../../ui/symptoms/question-words'
import { QuestionPicker } from '../../../ui/symptoms/QuestionPicker'
import styles from './edit.module.css'

/** What a page can ask about; the rest is asked without it. */
const offered = questionsOf(
  [...symptoms.values()].flatMap(({ key, glucoseAbove }) =>
    isAlwaysAsked(key) || glucoseAbove !== undefined ? [] : [key],
  ),
)

type Counts = Pick<QuestionPage, 'numberOfQuestions' | 'numberOfSubQuestions'>

/** A line of a page: one question with its keys, or a key that the catalogue does not have. */
const linesOf = (keys: readonly string[]): readonly (readonly string[])[] => {
  const lines = new Map<string, string[]>()
  for (const key of keys) {
    const name = symptomOf(key)?.choice ?? key
    lines.set(name, [...(lines.get(name) ?? []), key])
  }
  return [...lines.values()]
}

/** The questions of a page: found by their words and family, in the order in which they are asked. */
export function PageQuestions({
  page,
  keys,
  onChange,
}: {
  /** The name of the page. */
  readonly page: string
  readonly keys: readonly string[]
  readonly onChange: (change: Counts & Pick<QuestionPage, 'questions'>) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition).questions
  const lines = linesOf(keys)
  const set = (next: readonly string[]): void =>
    onChange({ questions: [...next], ...countQuestions(next) })
  return (
    <details className={styles['part']} aria-label={t.chosen.title(page)}>
      <summary>
        {t.chosen.title(page)} ({lines.length})
      </summary>
      <p className={styles['quiet']}>{t.chosen.hint(glucoseWords(hyperglycaemiaAbove, edition))}</p>
      {lines.length > 0 && (
        <ol aria-label={t.chosen.title(page)} className={styles['chosen']}>
          {lines.map((line, at) => {
            const [key = ''] = line
            const symptom = symptomOf(key)
            const said = textsOfSymptom(key, edition)?.text ?? symptomWords(key, edition)
            return (
              <li key={key}>
                <span>
                  {said}
                  {symptom !== undefined && (
                    <span className={styles['quiet']}> {questionDetail(symptom, edition)}</span>
                  )}
                </span>
                <Button
                  variant="default"
                  disabled={at === 0}
                  aria-label={t.earlier(said)}
                  onClick={() =>
                    set(
                      lines
                        .toSpliced(at, 1)
                        .toSpliced(at - 1, 0, line)
                        .flat(),
                    )
                  }
                >
                  {t.chosen.earlier}
                </Button>
                <Button
                  variant="default"
                  aria-label={t.remove(said)}
                  onClick={() => set(lines.toSpliced(at, 1).flat())}
                >
                  {t.chosen.remove}
                </Button>
              </li>
            )
          })}
        </ol>
      )}
      <QuestionPicker
        questions={offered}
        disabled={keys.length >= mostPageQuestions}
        isChosen={({ answers }) => answers.some(({ key }) => keys.includes(key))}
        onToggle={({ answers }, isChosen) => {
          const own = new Set<string>(answers.map(({ key }) => key))
          set([...keys.filter((key) => !own.has(key)), ...(isChosen ? own : [])])
        }}
      />
    </details>
  )
}
