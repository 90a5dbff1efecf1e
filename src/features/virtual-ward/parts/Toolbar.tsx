import type { Feature } from '../../../domain/access/permissions'
import type { Problem } from '../../../domain/problem'
import type { SortFacet } from '../../../domain/virtual-ward/options'
import { defaultHistoryHours } from '../../../domain/virtual-ward/options'
import type { BoardFilter } from '../../../domain/virtual-ward/preferences'
import { boardTexts } from '../../../texts/board'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { Popover } from '../../../ui/feedback'
import { activeFilters, chipLabel, type FilterNames } from '../virtual-ward.view'
import { DisplayPanel, type DisplayPanelProps } from './DisplayPanel'
import { FilterChip } from './FilterChip'
import { FilterPanel } from './FilterPanel'
import { IconDisplay, IconFilter, IconSort } from './icons'
import { SortPanel } from './SortPanel'
import styles from '../VirtualWardScreen.module.css'

export interface FilterControls {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly filter: BoardFilter
  readonly onFilter: (next: BoardFilter) => void
  readonly names: FilterNames | null
  readonly problem: Problem | null
  readonly onRetry: () => void
  readonly features: ReadonlySet<Feature>
  readonly isPractice: boolean
}

/** The Filter and Sort buttons (C181). */
export function FilterAndSort({
  controls,
  facets,
  onSort,
}: {
  readonly controls: FilterControls
  readonly facets: readonly SortFacet[]
  readonly onSort: (next: readonly SortFacet[]) => void
}) {
  const t = boardTexts(useEdition())
  const { filter, names, features, onFilter, onSearch } = controls
  const count = activeFilters(filter, names, t).length
  const legacy = features.has('virtualWardAllPatientsLegacyBehavior')
  return (
    <div className={styles['buttons']}>
      <Popover
        look="button"
        align="end"
        name={t.filter.named(count)}
        label={
          <>
            <IconFilter /> <span className={styles['word']}>{t.filter.button}</span>
            {count > 0 && <span className={styles['count']}>{count}</span>}
          </>
        }
      >
        <FilterPanel
          filter={filter}
          values={names}
          problem={controls.problem}
          onRetry={controls.onRetry}
          has={{ wards: features.has('wards'), neighbours: controls.isPractice, legacy }}
          onChange={onFilter}
          onReset={() => {
            onFilter({
              history: defaultHistoryHours,
              wardIds: legacy ? 'all' : [],
              neighborIds: [],
              onlyOverdue: false,
            })
            onSearch('')
          }}
        />
      </Popover>
      <Popover
        look="button"
        align="end"
        label={
          <>
            <IconSort /> <span className={styles['word']}>{t.sort.button}</span>
          </>
        }
      >
        <SortPanel facets={facets} features={features} onChange={onSort} />
      </Popover>
    </div>
  )
}

/** Every active filter as a chip that takes it off (C184, C190); nothing while none is. */
export function FilterChips({ search, onSearch, filter, onFilter, names }: FilterControls) {
  const edition = useEdition()
  const active = activeFilters(filter, names, boardTexts(edition))
  if (search === '' && active.length === 0) return null
  return (
    <div className={styles['chips']}>
      {search !== '' && (
        <FilterChip
          label={chipLabel(search, virtualWardTexts(edition))}
          text={search}
          onRemove={() => onSearch('')}
        />
      )}
      {active.map(({ key, label, text, without }) => (
        <FilterChip key={key} label={label} text={text} onRemove={() => onFilter(without)} />
      ))}
    </div>
  )
}

/** The display settings behind one button of the header (C176). */
export function DisplayButton(props: DisplayPanelProps) {
  const t = boardTexts(useEdition()).display
  return (
    <span className={styles['buttons']}>
      <Popover
        look="button"
        align="end"
        name={t.title}
        label={
          <>
            <IconDisplay /> <span className={styles['word']}>{t.button}</span>
          </>
        }
      >
        <DisplayPanel {...props} />
      </Popover>
    </span>
  )
}
