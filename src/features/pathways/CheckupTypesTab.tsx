import type { CarePathwayDetail, CheckupType } from '../../data/pathway'
import { shownTiles, type CheckupTiles } from '../../domain/pathway/tiles'
import { formatLongDate } from '../../domain/time'
import { pathwaysTexts } from '../../texts/pathways'
import { recurrenceWords, toleranceWords } from '../../texts/schedule-words'
import { useEdition } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { useSymptomWords } from '../../ui/symptoms'
import styles from './CheckupTypesTab.module.css'

function Questions({
  questionnaire,
}: {
  readonly questionnaire: CheckupTiles['symptomsQuestionnaire']
}) {
  const t = pathwaysTexts(useEdition()).checkupTypes
  const symptomWords = useSymptomWords()
  const { pages = [], sections = [] } = questionnaire ?? {}
  if (pages.length === 0 && sections.length === 0) return null
  const lines =
    pages.length === 0
      ? sections.map(({ id, name }) => ({ id, line: name, keys: [] }))
      : pages.map(({ id, name, numberOfQuestions, numberOfSubQuestions, questions = [] }) => ({
          id,
          line: t.page(name, numberOfQuestions, numberOfSubQuestions),
          keys: questions,
        }))
  return (
    <ul aria-label={pages.length === 0 ? t.sections : t.pages} className={styles['questions']}>
      {lines.map(({ id, line, keys }) => (
        <li key={id}>
          {line}
          {keys.length > 0 && (
            <div className={styles['settings']}>{keys.map(symptomWords).join(', ')}</div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Tiles({ tiles }: { readonly tiles: CheckupTiles }) {
  const { tiles: names, rules, settings: said, checkupTypes: t } = pathwaysTexts(useEdition())
  const shown = shownTiles(tiles)
  if (shown.length === 0) return <p>{t.noTiles}</p>
  return (
    <ul aria-label={t.tiles} className={styles['tiles']}>
      {shown.map(({ key, rule, settings }) => (
        <li key={key}>
          <span>{names[key]}</span> <strong>{rules[rule]}</strong>
          {settings.length > 0 && (
            <div className={styles['settings']}>{settings.map((one) => said[one]).join('. ')}</div>
          )}
          {key === 'symptomsQuestionnaire' && (
            <Questions questionnaire={tiles.symptomsQuestionnaire} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Schedule({ schedule }: Pick<CheckupType, 'schedule'>) {
  const edition = useEdition()
  const t = pathwaysTexts(edition).checkupTypes
  if (schedule === null) return <dd>{t.unconfigured}</dd>
  const { early, late } = schedule.tolerance
  return (
    <dd>
      <div>{recurrenceWords(schedule.rrule, edition) ?? t.unread(schedule.rrule)}</div>
      <div>{t.tolerance(toleranceWords(early), toleranceWords(late))}</div>
    </dd>
  )
}

function TypeOfCheckup({ type }: { readonly type: CheckupType }) {
  const edition = useEdition()
  const t = pathwaysTexts(edition).checkupTypes
  const headingId = `checkup-type-${type.id}`
  return (
    <section aria-labelledby={headingId} className={styles['type']}>
      <h2 id={headingId}>{type.heading}</h2>
      <p>{type.description}</p>
      <dl className={styles['facts']}>
        <dt>{t.modified}</dt>
        <dd>{formatLongDate(type.updatedAt, edition)}</dd>
        <dt>{t.schedule}</dt>
        <Schedule schedule={type.schedule} />
      </dl>
      {type.checkupTiles === null ? <p>{t.tilesUnread}</p> : <Tiles tiles={type.checkupTiles} />}
    </section>
  )
}

/** What the pathway's check-ups ask for, and when they are due (O130 to O135). */
export function CheckupTypesTab({ pathway }: { readonly pathway: CarePathwayDetail }) {
  const t = pathwaysTexts(useEdition()).checkupTypes
  if (pathway.checkupTypes.length === 0) return <EmptyState title={t.none} />
  return (
    <>
      {pathway.checkupTypes.map((type) => (
        <TypeOfCheckup key={type.id} type={type} />
      ))}
    </>
  )
}
