import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useOffline, useResource, useSession } from '../../data/hooks'
import { virtualWard } from '../../data/virtual-ward'
import type { Feature } from '../../domain/access/permissions'
import { may } from '../../domain/access/may'
import { hoursOf } from '../../domain/virtual-ward/options'
import { filterOwner, shownGrid } from '../../domain/virtual-ward/preferences'
import { boardTexts } from '../../texts/board'
import { virtualWardTexts } from '../../texts/virtual-ward'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { Pager } from '../../ui/table/Pager'
import { CardDialogs } from './parts/CardDialogs'
import { PageSizeSelect } from './parts/PageSizeSelect'
import { PatientList } from './parts/PatientList'
import { RefreshControl } from './parts/RefreshControl'
import { Room } from './parts/Room'
import { SearchField } from './parts/SearchField'
import { Changed } from './parts/Changed'
import { DisplayButton, FilterAndSort, FilterChips, type FilterControls } from './parts/Toolbar'
import { Watching } from './parts/Watching'
import { useAutomaticRefresh } from './use-automatic-refresh'
import { useFailureToast } from './use-failure-toast'
import { useLastLook } from './use-last-look'
import { usePreferences, usePrunedFilter } from './use-preferences'
import { usePage } from './use-page'
import { useFits } from './use-window'
import {
  filterWords,
  hidesPatients,
  isFailure,
  pageCount,
  queryOf,
  sortOf,
  sortWords,
} from './virtual-ward.view'
import styles from './VirtualWardScreen.module.css'

const noFeatures: ReadonlySet<Feature> = new Set()
/** Whoever sits at the board does not wait for the wall's display. */
const WallScreen = lazy(() =>
  import('./wall/WallScreen').then((module) => ({ default: module.WallScreen })),
)

function Ward() {
  const edition = useEdition()
  const words = boardTexts(edition)
  const t = virtualWardTexts(edition)
  const { doors } = useTexts()
  const principal = usePrincipal()
  const features = principal?.features ?? noFeatures
  const { me } = useSession()
  const isPractice = me?.actingOrganization.type === 'practice'
  const {
    pageSize: [pageSize, setPageSize],
    every: [every, setEvery],
    display: [display, setDisplay],
    sort: [facets, setFacets],
    ...preferences
  } = usePreferences(features, principal === null ? '' : filterOwner(principal))
  const [fullWidth, setFullWidth] = preferences.fullWidth
  const { filter, values, ...filterReading } = usePrunedFilter(preferences.filter[0])
  const [search, setSearch] = useState('')
  const [wantedPage, setPage] = useState(1)
  const { lookedMs, seen } = useLastLook(me?.id ?? '')
  const fits = useFits()
  const shown = useMemo(
    () => ({ ...display, grid: shownGrid(display.grid, fits) }),
    [display, fits],
  )
  const sort = useMemo(() => sortOf(facets, features), [facets, features])
  const reading = useResource(virtualWard, queryOf(wantedPage, pageSize, search, filter, sort))
  const { freshness, refresh } = reading
  const { rows, total } = usePage(reading, wantedPage, pageSize, filter.onlyOverdue)
  const offline = useOffline()
  // Pokes and pulls keep what is shown young in between; they are no refresh of the board.
  useAutomaticRefresh(every * 1000, freshness.refreshedAt, refresh)
  // No line is a state of its own, said by the header and the list; what failed is a server that
  // answered with an error, and a board of which nothing is held.
  const failure =
    isFailure(reading.problem, offline) || (freshness.asOf === null && reading.rows.length === 0)
      ? reading.problem
      : null
  useFailureToast(failure, t.failedToast)
  const filterFailure = isFailure(filterReading.problem, offline) ? filterReading.problem : null
  useFailureToast(filterFailure, words.filter.notLoaded) // C598

  // Patients may leave while the last page is open.
  const page = total === null ? wantedPage : Math.min(wantedPage, pageCount(total, pageSize))
  if (page !== wantedPage) setPage(page)
  /** Whatever changes who is found, or in which order, starts at the first page (C378, C379). */
  const fromStart =
    <Value,>(set: (next: Value) => void) =>
    (next: Value): void => {
      set(next)
      setPage(1)
    }
  const controls: FilterControls = {
    search,
    onSearch: fromStart(setSearch),
    filter,
    onFilter: fromStart(preferences.filter[1]),
    names: values,
    problem: filterFailure,
    onRetry: () => void filterReading.refresh(),
    features,
    isPractice,
  }
  // Before the first answer there is nothing that anybody found.
  const isArrangedHere =
    reading.arrangedBy === 'device' && reading.ready && (freshness.asOf !== null || rows.length > 0)
  const clear = (): void => {
    controls.onFilter({ ...filter, wardIds: [], neighborIds: [], onlyOverdue: false })
    setSearch('')
  }
  return (
    <CardDialogs rows={rows} offline={offline}>
      <Page
        title={doors.virtualWard}
        wide={fullWidth}
        aside={
          <>
            <RefreshControl
              asOf={freshness.asOf}
              refreshedAt={freshness.refreshedAt}
              fetching={freshness.fetching}
              offline={offline}
              every={every}
              onEvery={setEvery}
              onRefresh={() => void refresh()}
            />
            <span className={styles['look']}>
              <DisplayButton
                display={display}
                grid={shown.grid}
                fits={fits}
                features={features}
                onChange={setDisplay}
              />
              <Room fullWidth={fullWidth} onFullWidth={setFullWidth} />
            </span>
          </>
        }
      >
        <Watching
          everyMs={every * 1000}
          history={filter.history}
          display={shown}
          lookedMs={lookedMs}
        />
        <section aria-labelledby="virtual-ward-all">
          <div className={styles['tools']}>
            <h2 id="virtual-ward-all">{t.allPatients}</h2>
            <SearchField applied={search} onApply={controls.onSearch} />
            <FilterAndSort controls={controls} facets={facets} onSort={fromStart(setFacets)} />
            <p className={styles['words']}>
              {filterWords(search, filter, values, t, words)} {sortWords(sort, t)}
              {isArrangedHere && <strong> {offline ? t.inWords.local : t.inWords.here}</strong>}
            </p>
            <FilterChips {...controls} />
            <Changed rows={rows} lookedMs={lookedMs} onSeen={seen} />
          </div>
          <PatientList
            reading={{ ...reading, rows, problem: failure }}
            pageSize={pageSize}
            filtered={hidesPatients(search, filter)}
            offline={offline}
            display={shown}
            hours={hoursOf(filter.history)}
            lookedMs={lookedMs}
            onClear={clear}
          />
          <footer className={styles['footer']}>
            <PageSizeSelect value={pageSize} onChange={fromStart(setPageSize)} />
            <Pager
              skip={(page - 1) * pageSize}
              take={pageSize}
              total={total}
              onChange={(skip) => setPage(Math.floor(skip / pageSize) + 1)}
            />
          </footer>
        </section>
        <output className="visually-hidden">
          {freshness.checkedAt !== null &&
            !freshness.fetching &&
            t.refreshed(rows.length, total ?? rows.length)}
        </output>
      </Page>
    </CardDialogs>
  )
}

/**
 * /virtual-ward: everybody this user looks after, who is getting worse first, with the age of every
 * value. Who may not see patients is told so, and nothing is asked of the server.
 */
export function VirtualWardScreen() {
  const texts = useTexts()
  const principal = usePrincipal()
  const isWall = useSearchParams()[0].get('display') === 'wall'
  if (principal !== null && !may(principal, 'virtual-ward.view')) {
    return (
      <Page title={texts.doors.virtualWard}>
        <EmptyState title={texts.ui.forbidden.title} text={texts.ui.forbidden.text} />
      </Page>
    )
  }
  return isWall ? (
    <Suspense>
      <WallScreen />
    </Suspense>
  ) : (
    <Ward />
  )
}
