import { boardTexts } from '../../../texts/board'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import type { BoardQuestion } from '../use-board'
import { filterWords, sortWords, type FilterNames } from '../virtual-ward.view'
import styles from '../VirtualWardScreen.module.css'

export interface BoardWordsProps {
  readonly question: Pick<BoardQuestion, 'search' | 'filter' | 'sort'>
  readonly names: FilterNames | null
  /** This device found and sorted them: without a connection, or although it has one; else null. */
  readonly arranged: 'local' | 'here' | null
}

/** In a sentence, which patients the board shows and in which order. */
export function BoardWords({ question, names, arranged }: BoardWordsProps) {
  const edition = useEdition()
  const { search, filter, sort } = question
  const t = virtualWardTexts(edition)
  return (
    <p
      className={styles['words']}
      title={`${filterWords(search, filter, names, t, boardTexts(edition))} ${sortWords(sort, t)}`}
    >
      {filterWords(search, filter, names, t, boardTexts(edition))} {sortWords(sort, t)}
      {arranged !== null && <strong> {t.inWords[arranged]}</strong>}
    </p>
  )
}
