import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Question } from '../../domain/symptoms/asked'
import { symptomFamilies } from '../../domain/symptoms/catalogue'
import { familyName, symptomListTexts, textsOfSymptom } from '../../texts/symptoms'
import { useEdition } from '../edition'
import styles from './QuestionPicker.module.css'
import { questionDetail } from './question-words'

/** So many are shown at once: a longer list is searched better than scrolled. */
const mostShown = 20

export interface QuestionPickerProps {
  /** What can be chosen, in the order of the catalogue. */
  readonly questions: readonly Question[]
  readonly isChosen: (question: Question) => boolean
  readonly disabled?: boolean
  readonly onToggle: (question: Question, isChosen: boolean) => void
}

/** Finds questions of the symptom catalogue by their words and their family, and ticks them. */
export function QuestionPicker({
  questions,
  isChosen,
  disabled = false,
  onToggle,
}: QuestionPickerProps) {
  const edition = useEdition()
  const t = symptomListTexts(edition)
  const [typed, setTyped] = useState('')
  const [family, setFamily] = useState('')
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const found =
    words.length === 0 && family === ''
      ? []
      : questions.flatMap((question) => {
          const [first] = question.answers
          const said = first === undefined ? null : textsOfSymptom(first.key, edition)
          if (first === undefined || said === null) return []
          if (family !== '' && first.family !== family) return []
          const shorts = question.answers.map(
            ({ key }) => textsOfSymptom(key, edition)?.shortText ?? '',
          )
          const all = [said.text, said.subText, familyName(first.family, edition), ...shorts]
            .join(' ')
            .toLowerCase()
          return words.every((word) => all.includes(word)) ? [{ question, first, said }] : []
        })
  const families = new Set(questions.flatMap(({ answers }) => answers.map((one) => one.family)))
  return (
    <div className={styles['picker']}>
      <div className={styles['row']}>
        <TextInput
          label={t.find}
          description={t.findHint}
          type="search"
          autoComplete="off"
          maxLength={60}
          value={typed}
          disabled={disabled}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // It searches as it is typed: Enter sends no form that is around it.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <NativeSelect
          label={t.family}
          value={family}
          disabled={disabled}
          onChange={(event) => setFamily(event.currentTarget.value)}
          data={[
            { value: '', label: t.allFamilies },
            ...symptomFamilies
              .filter((one) => families.has(one))
              .map((one) => ({ value: one, label: familyName(one, edition) })),
          ]}
        />
      </div>
      <output className={styles['quiet']}>
        {words.length === 0 && family === ''
          ? ''
          : found.length === 0
            ? t.none
            : t.found(found.length)}
      </output>
      {found.slice(0, mostShown).map(({ question, first, said }) => (
        <Checkbox
          key={question.name}
          className={styles['tick'] ?? ''}
          label={said.text}
          description={questionDetail(first, edition)}
          disabled={disabled}
          checked={isChosen(question)}
          onChange={(event) => onToggle(question, event.currentTarget.checked)}
        />
      ))}
      {found.length > mostShown && (
        <p className={styles['quiet']}>{t.more(found.length - mostShown)}</p>
      )}
    </div>
  )
}
