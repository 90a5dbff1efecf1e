import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../engine/react'
import type { Feature } from '../../domain/access/permissions'
import { may } from '../../domain/access/may'
import { hoursOf } from '../../domain/virtual-ward/options'
import { filterOwner } from '../../domain/virtual-ward/preferences'
import { boardTexts } from '../../texts/board'
import { virtualWardTexts } from '../../texts/virtual-ward'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { useAlarmSwitch } from './alarm/use-alarm-switch'
import { AlertsLink } from './parts/AlertsLink'
import { ToDoLink } from './parts/ToDoLink'
import { BoardFoot } from './parts/BoardFoot'
import { BoardMenu } from './parts/BoardMenu'
import { BoardWords } from './parts/BoardWords'
import { CardDialogs } from './parts/CardDialogs'
import { OtherNames } from './parts/OtherNames'
import { OwnHolds } from './parts/OwnHolds'
import { PatientList } from './parts/PatientList'
import { PrintedBoard } from './parts/PrintedBoard'
import { SearchField } from './parts/SearchField'
import { Changed } from './parts/Changed'
import { DisplayButton, FilterAndSort, FilterChips } from './parts/Toolbar'
import { Updated } from './parts/Updated'
import { Watching } from './parts/Watching'
import { useBoard } from './use-board'
import { useFailureToast } from './use-failure-toast'
import { useLastLook } from './use-last-look'
import { useFilterControls } from './use-filter-controls'
import { usePreferences } from './use-preferences'
import { useShownDisplay } from './use-shown-display'
import { hidesPatients, pageCount, sortOf, type PageSize } from './virtual-ward.view'
import styles from './VirtualWardScreen.module.css'

const noFeatures: ReadonlySet<Feature> = new Set()
/** The board does not wait for their code. */
const WallScreen = lazy(() =>
  import('./wall/WallScreen').then((module) => ({ default: module.WallScreen })),
)
const NobodyReached = lazy(() =>
  import('./parts/NobodyReached').then((module) => ({ default: module.NobodyReached })),
)
const AfterDischarge = lazy(() =>
  import('./parts/AfterDischarge').then((module) => ({ default: module.AfterDischarge })),
)
const AlarmLine = lazy(() =>
  import('./alarm/AlarmLine').then((module) => ({ default: module.AlarmLine })),
)
const ToDoScreen = lazy(() =>
  import('./ToDoScreen').then((module) => ({ default: module.ToDoScreen })),
)
const AlertListScreen = lazy(() =>
  import('./AlertListScreen').then((module) => ({ default: module.AlertListScreen })),
)

function Ward() {
  const edition = useEdition()
  const t = virtualWardTexts(edition)
  const { doors } = useTexts()
  const principal = usePrincipal()
  const features = principal?.features ?? noFeatures
  const { me } = useSession()
  const {
    pageSize: [pageSize, setPageSize],
    every: [every, setEvery],
    display: [display, setDisplay],
    sort: [facets, setFacets],
    ...preferences
  } = usePreferences(features, principal === null ? '' : filterOwner(principal))
  const alarm = useAlarmSwitch()
  const [wantedPage, setPage] = useState(1)
  /** Whatever changes who is found, or in which order, starts at the first page (C378, C379). */
  const toFirstPage = (): void => setPage(1)
  const takeSize = (size: PageSize): void => {
    setPageSize(size)
    toFirstPage()
  }
  const { controls, clear } = useFilterControls(...preferences.filter, toFirstPage, features)
  const { search, filter } = controls
  const { lookedMs, seen } = useLastLook(me?.id ?? '')
  const { fits, shown } = useShownDisplay(display)
  const sort = useMemo(() => sortOf(facets, features), [facets, features])
  const question = { page: wantedPage, pageSize, search, filter, sort }
  const { reading, offline, isArrangedHere } = useBoard(question, every * 1000)
  const { rows, total, freshness, refresh } = reading
  useFailureToast(controls.problem, boardTexts(edition).filter.notLoaded) // C598

  // Patients may leave while the last page is open.
  const page = total === null ? wantedPage : Math.min(wantedPage, pageCount(total, pageSize))
  if (page !== wantedPage) setPage(page)
  return (
    <CardDialogs rows={rows} offline={offline}>
      <Page
        title={doors.virtualWard}
        wide={preferences.fullWidth[0]}
        aside={
          <>
            <Updated asOf={freshness.asOf} offline={offline} every={every} />
            <DisplayButton
              display={display}
              grid={shown.grid}
              fits={fits}
              features={features}
              onChange={setDisplay}
            >
              <BoardMenu
                alarm={alarm}
                fullWidth={preferences.fullWidth}
                refreshedAt={freshness.refreshedAt}
                fetching={freshness.fetching}
                offline={offline}
                every={every}
                onEvery={setEvery}
                onRefresh={() => void refresh()}
              />
            </DisplayButton>
          </>
        }
      >
        <Suspense>
          {alarm?.isOn === true && <AlarmLine />}
          <NobodyReached />
          <AfterDischarge hasLink />
        </Suspense>
        <PrintedBoard
          question={question}
          names={controls.names}
          display={display}
          total={total}
          asOf={freshness.asOf}
        />
        <Watching
          everyMs={every * 1000}
          history={filter.history}
          display={shown}
          lookedMs={lookedMs}
        />
        <section aria-labelledby="virtual-ward-all">
          <div className={styles['tools']}>
            <h2 id="virtual-ward-all">{t.allPatients}</h2>
            <ToDoLink />
            <AlertsLink />
            <SearchField applied={search} onApply={controls.onSearch} />
            <FilterAndSort
              controls={controls}
              facets={facets}
              onSort={(next) => {
                setFacets(next)
                toFirstPage()
              }}
            />
            <BoardWords
              question={question}
              names={controls.names}
              arranged={isArrangedHere ? (offline ? 'local' : 'here') : null}
            />
            <FilterChips {...controls} />
          </div>
          <OwnHolds rows={rows} identity={shown.identity} userId={me?.id ?? null} />
          <PatientList
            reading={reading}
            pageSize={pageSize}
            filtered={hidesPatients(search, filter)}
            offline={offline}
            display={shown}
            hours={hoursOf(filter.history)}
            lookedMs={lookedMs}
            onClear={clear}
          />
          {offline && search.trim() !== '' && <OtherNames question={question} />}
          <Changed rows={rows} lookedMs={lookedMs} onSeen={seen} />
          <BoardFoot
            page={page}
            onPage={setPage}
            pageSize={pageSize}
            onPageSize={takeSize}
            total={total}
          />
        </section>
        <Refreshed freshness={freshness} shown={rows.length} total={total ?? rows.length} />
      </Page>
    </CardDialogs>
  )
}

/** Says to screen readers that the board was refreshed. */
function Refreshed({
  freshness,
  shown,
  total,
}: {
  readonly freshness: { readonly checkedAt: number | null; readonly fetching: boolean }
  readonly shown: number
  readonly total: number
}) {
  const t = virtualWardTexts(useEdition())
  return (
    <output className="visually-hidden">
      {freshness.checkedAt !== null && !freshness.fetching && t.refreshed(shown, total)}
    </output>
  )
}

/**
 * /virtual-ward: all patients of this user, worst first, with the age of every value. Nothing is
 * asked for a user who may not see patients.
 */
export function VirtualWardScreen() {
  const texts = useTexts()
  const principal = usePrincipal()
  const display = useSearchParams()[0].get('display')
  if (principal !== null && !may(principal, 'virtual-ward.view')) {
    return (
      <Page title={texts.doors.virtualWard}>
        <EmptyState title={texts.ui.forbidden.title} text={texts.ui.forbidden.text} />
      </Page>
    )
  }
  return display === 'wall' ? (
    <Suspense>
      <WallScreen />
    </Suspense>
  ) : display === 'alerts' ? (
    <Suspense>
      <AlertListScreen />
    </Suspense>
  ) : display === 'to-do' ? (
    <Suspense>
      <ToDoScreen />
    </Suspense>
  ) : (
    <Ward />
  )
}
