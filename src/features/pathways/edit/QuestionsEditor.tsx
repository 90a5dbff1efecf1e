import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import {
  longestQuestionsName,
  mostQuestionPages,
  mostQuestions,
  type CheckupTiles,
  type QuestionPage,
} from '../../../domain/pathway/tiles'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { useEdition } from '../../../ui/edition'
import styles from './edit.module.css'
import { PageQuestions } from './PageQuestions'

type Questionnaire = NonNullable<CheckupTiles['symptomsQuestionnaire']>
type Part = Pick<QuestionPage, 'id' | 'name'>
type List = 'pages' | 'sections'

/** An id that no list had before: devices know a page by it. */
const newId = (list: List): string => `${list}-${crypto.randomUUID()}`

/** The digits of a text as a number, at most `most`. */
const countOf = (text: string, most: number): number =>
  Math.min(most, Number(text.replace(/\D/gu, '').slice(0, 4)))

const moved = <Item,>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_item, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

function PartEditor<Item extends Part>({
  list,
  parts,
  at,
  fieldId,
  onChange,
  onMove,
  onRemove,
}: {
  readonly list: List
  readonly parts: readonly Item[]
  readonly at: number
  /** Of the name's field. */
  readonly fieldId: string
  readonly onChange: (parts: Item[]) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}) {
  const t = pathwayEditTexts(useEdition()).questions
  const part = parts[at]
  if (part === undefined) return null
  const words = t[list]
  const called = part.name.trim() === '' ? words.unnamed(at + 1) : part.name
  const set = (change: Partial<QuestionPage>): void =>
    onChange(parts.map((one, place) => (place === at ? { ...one, ...change } : one)))
  const counts = ['numberOfQuestions', 'numberOfSubQuestions'] as const
  const { questions = [] } = part as Part & Partial<QuestionPage>
  const setQuestions = ({ questions: next = [], ...change }: Partial<QuestionPage>): void => {
    const { questions: _before, ...rest } = part as Item & Partial<QuestionPage>
    onChange(
      parts.map((one, place) =>
        place === at
          ? ({ ...rest, ...change, ...(next.length === 0 ? {} : { questions: next }) } as Item)
          : one,
      ),
    )
  }
  return (
    <fieldset className={styles['part']}>
      <legend>{called}</legend>
      <div className={styles['row']}>
        <TextInput
          id={fieldId}
          label={words.name}
          required
          maxLength={longestQuestionsName}
          value={part.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {list === 'pages' &&
          // Of questions that are named here they are counted.
          questions.length === 0 &&
          counts.map((count) => (
            <TextInput
              key={count}
              label={t[count]}
              inputMode="numeric"
              value={String((part as Part & Partial<QuestionPage>)[count] ?? 0)}
              onChange={(event) =>
                set({ [count]: countOf(event.currentTarget.value, mostQuestions[count]) })
              }
            />
          ))}
      </div>
      {list === 'pages' && <PageQuestions page={called} keys={questions} onChange={setQuestions} />}
      <div className={styles['moves']}>
        <Button
          variant="default"
          data-move={`${at} -1`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          {t.earlier(called)}
        </Button>
        <Button
          variant="default"
          data-move={`${at} 1`}
          disabled={at === parts.length - 1}
          onClick={() => onMove(1)}
        >
          {t.later(called)}
        </Button>
        <Button variant="default" onClick={onRemove}>
          {t.remove(called)}
        </Button>
      </div>
    </fieldset>
  )
}

function Parts<Item extends Part>({
  list,
  parts,
  fieldIdOf,
  make,
  onChange,
}: {
  readonly list: List
  readonly parts: readonly Item[]
  readonly fieldIdOf: (id: string) => string
  readonly make: (id: string) => Item
  readonly onChange: (parts: Item[]) => void
}) {
  const t = pathwayEditTexts(useEdition()).questions[list]
  const box = useRef<HTMLFieldSetElement>(null)
  // The button that was pressed goes away, or is disabled at an end: another one has the focus then.
  const focus = (which: string): void => {
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(which)?.focus())
  }
  const move = (at: number, by: -1 | 1): void => {
    const to = at + by
    onChange(moved(parts, at, to))
    if (to === (by < 0 ? 0 : parts.length - 1)) focus(`[data-move="${to} ${-by}"]`)
  }
  return (
    <fieldset ref={box} className={styles['part']}>
      <legend>{t.title}</legend>
      <p className={styles['quiet']}>{t.hint}</p>
      {parts.map(({ id }, at) => (
        <PartEditor
          key={id}
          list={list}
          parts={parts}
          at={at}
          fieldId={fieldIdOf(id)}
          onChange={onChange}
          onMove={(by) => move(at, by)}
          onRemove={() => {
            onChange(parts.filter((_part, place) => place !== at))
            focus('[data-add]')
          }}
        />
      ))}
      <Button
        data-add
        variant="default"
        disabled={parts.length >= mostQuestionPages}
        onClick={() => {
          onChange([...parts, make(newId(list))])
          focus(':scope > fieldset:last-of-type input') // what is to be filled in now
        }}
      >
        {t.add}
      </Button>
    </fieldset>
  )
}

/** The pages and sections of a check-up's questionnaire (O216); empty lists are left out. */
export function QuestionsEditor({
  questionnaire,
  fieldIdOf,
  onChange,
}: {
  readonly questionnaire: Questionnaire
  /** The id of the name's field of a page or section. */
  readonly fieldIdOf: (id: string) => string
  readonly onChange: (questionnaire: Questionnaire) => void
}) {
  const { pages = [], sections = [], ...rest } = questionnaire
  const set = (next: Pick<Questionnaire, 'pages' | 'sections'>): void =>
    onChange({
      ...rest,
      ...(next.pages?.length ? { pages: next.pages } : {}),
      ...(next.sections?.length ? { sections: next.sections } : {}),
    })
  return (
    <div className={styles['questions']}>
      <Parts
        list="pages"
        parts={pages}
        fieldIdOf={fieldIdOf}
        make={(id) => ({ id, name: '', numberOfQuestions: 1, numberOfSubQuestions: 0 })}
        onChange={(next) => set({ pages: next, sections })}
      />
      <Parts
        list="sections"
        parts={sections}
        fieldIdOf={fieldIdOf}
        make={(id) => ({ id, name: '' })}
        onChange={(next) => set({ pages, sections: next })}
      />
    </div>
  )
}
