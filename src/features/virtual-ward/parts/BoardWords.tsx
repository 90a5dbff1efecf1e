import type { BoardFilter } from '../../../domain/virtual-ward/preferences'
import type { SortTerm } from '../../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../../texts/board'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { filterWords, sortWords, type FilterNames } from '../virtual-ward.view'
import styles from '../VirtualWardScreen.module.css'

export interface BoardWordsProps {
  readonly search: string
  readonly filter: BoardFilter
  readonly names: FilterNames | null
  readonly sort: readonly SortTerm[]
  /** This device found and sorted them: without a connection, or although it has one; else null. */
  readonly arranged: 'local' | 'here' | null
}

/** In a sentence, which patients the board shows and in which order. */
export function BoardWords({ search, filter, names, sort, arranged }: BoardWordsProps) {
  const edition = useEdition()
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
