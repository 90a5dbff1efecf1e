import { useMemo, useState } from 'react'
import { useConnection, useResource } from '../../data/hooks'
import { virtualWard } from '../../data/virtual-ward'
import { may } from '../../domain/access/may'
import { defaultPageSize, defaultRefreshSeconds, pageSizes, refreshSeconds } from '../../domain/virtual-ward/options'
import { usePrincipal } from '../../ui/access'
import { useTexts } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { Pager } from '../../ui/table'
import { FilterChip } from './parts/FilterChip'
import { PageSizeSelect } from './parts/PageSizeSelect'
import { PatientList } from './parts/PatientList'
import { RefreshControl } from './parts/RefreshControl'
import { SearchField } from './parts/SearchField'
import { Watching } from './parts/Watching'
import { useStoredPreference } from './stored-preference'
import { useAutomaticRefresh } from './use-automatic-refresh'
import { useFailureToast } from './use-failure-toast'
import { chipLabel, filterWords, isFailure, pageCount, queryOf, sortOf, sortWords, type PageSize, type RefreshSeconds } from './virtual-ward.view'
import styles from './VirtualWardScreen.module.css'

function Ward() {
  const texts = useTexts()
  const t = texts.virtualWard
  const [pageSize, setPageSize] = useStoredPreference<PageSize>('virtual_ward_page_size', pageSizes, defaultPageSize)
  const [every, setEvery] = useStoredPreference<RefreshSeconds>('virtual_ward_refresh_seconds', [0, ...refreshSeconds], defaultRefreshSeconds)
  const [search, setSearch] = useState('')
  const [wantedPage, setPage] = useState(1)
  const features = usePrincipal()?.features
  const sort = useMemo(() => sortOf(features ?? new Set()), [features])
  const reading = useResource(virtualWard, queryOf(wantedPage, pageSize, search, sort))
  const { freshness, refresh, total } = reading
  const offline = useConnection().state === 'offline'
  useAutomaticRefresh(every * 1000, freshness.checkedAt, refresh)
  // No line is a state of its own, said by the header and the list; only a server that answered with an error failed.
  const failure = isFailure(reading.problem, offline) ? reading.problem : null
  useFailureToast(failure, t.failedToast)

  // Patients may leave while the last page is open.
  const page = total === null ? wantedPage : Math.min(wantedPage, pageCount(total, pageSize))
  if (page !== wantedPage) setPage(page)
  const find = (text: string): void => {
    setSearch(text)
    setPage(1) // C378
  }
  return (
    <Page
      title={t.title}
      aside={
        <RefreshControl
          lastAt={freshness.asOf}
          fetching={freshness.fetching}
          every={every}
          onEvery={setEvery}
          onRefresh={() => void refresh()}
        />
      }
    >
      <Watching offline={offline} everyMs={every * 1000} />
      <section aria-labelledby="virtual-ward-all">
        <div className={styles['tools']}>
          <h2 id="virtual-ward-all">{t.allPatients}</h2>
          <SearchField applied={search} onApply={find} />
          <p className={styles['words']}>
            {filterWords(search, texts)} {sortWords(sort, texts)}
            {reading.arrangedBy === 'device' && reading.ready && <strong> {t.inWords.local}</strong>}
          </p>
          {search !== '' && <FilterChip label={chipLabel(search, texts)} text={search} onRemove={() => find('')} />}
        </div>
        <PatientList reading={{ ...reading, problem: failure }} pageSize={pageSize} search={search} offline={offline} onClear={() => find('')} />
        <footer className={styles['footer']}>
          <PageSizeSelect
            value={pageSize}
            onChange={(next) => {
              setPageSize(next)
              setPage(1)
            }}
          />
          <Pager skip={(page - 1) * pageSize} take={pageSize} total={total} onChange={(skip) => setPage(Math.floor(skip / pageSize) + 1)} />
        </footer>
      </section>
      <output className={styles['hidden']}>
        {freshness.checkedAt !== null && !freshness.fetching && t.refreshed(reading.rows.length, total ?? reading.rows.length)}
      </output>
    </Page>
  )
}

/**
 * /virtual-ward: everybody this user looks after, who is getting worse first, with the age of every value. Who may not see
 * patients is told so, and nothing is asked of the server.
 */
export function VirtualWardScreen() {
  const texts = useTexts()
  const principal = usePrincipal()
  if (principal !== null && !may(principal, 'virtual-ward.view')) {
    return (
      <Page title={texts.virtualWard.title}>
        <EmptyState title={texts.ui.forbidden.title} text={texts.ui.forbidden.text} />
      </Page>
    )
  }
  return <Ward />
}
