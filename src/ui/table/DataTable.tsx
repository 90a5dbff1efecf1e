import { Button, NativeSelect } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { may, type Action } from '../../domain/access/may'
import { listsTexts } from '../../texts/lists'
import { usePrincipal } from '../access'
import { FreshnessLine } from '../clinical/FreshnessLine'
import { useEdition, useTexts } from '../edition'
import { stateOf, type Asked } from '../feedback/asked'
import { Absent, Forbidden, Trouble } from '../feedback/Await'
import { EmptyState } from '../feedback/EmptyState'
import { SearchBox } from '../form/SearchBox'
import { usePrinting } from '../print/use-printing'
import { useLate, useTicked } from '../time'
import styles from './DataTable.module.css'
import { Pager } from './Pager'
import { TableCards } from './TableCards'
import { TableGrid } from './TableGrid'
import type { RowParts } from './table-parts'
import { lastSkip, pageOf, type Column, type ListPage } from './table-view'
import { useNarrow, useTablet } from '../layout/use-narrow'
import { useTableQuery, type TableControl } from './use-table-query'

/** What loads faster than this is not seen to load, milliseconds. */
const unseenMs = 500
/**
 * Of more columns under 1160 px the last are out of sight, and what can be done with a row. Buttons
 * in the row take the place of one.
 */
const mostOnTablet = 6
/** As many rows as there are, on one page. */
const allOfThem = { skip: 0, take: Number.MAX_SAFE_INTEGER }
/** A list that is older says that it may be out of date, milliseconds. */
const staleAfterMs = 300_000

export interface DataTableProps<Row> extends RowParts<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** All rows, or with `server` the page of them that was asked for. */
  readonly answer: Asked<readonly Row[]> | Asked<ListPage<Row>>
  /** Given: the server searches, sorts and pages, by this query. Absent: the table does. */
  readonly server?: TableControl
  /** Rows a page of a table that pages by itself. */
  readonly pageSize?: number
  /** Page sizes to choose from. */
  readonly pageSizes?: readonly number[]
  /** A search box. `of`: the text of a row that a table without `server` searches. */
  readonly search?: { readonly label: string; readonly of?: (row: Row) => string }
  /** There is no row at all: why, and what to do next. */
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: ReactNode }
  readonly failed?: string
  /** Who may not do this sees no row. */
  readonly view?: Action
  /** Beside the search: filters and the main button. */
  readonly tools?: ReactNode
  /** What can be done with the selected rows. */
  readonly selectionActions?: ReactNode
}

const isPage = <Row,>(value: readonly Row[] | ListPage<Row>): value is ListPage<Row> =>
  !Array.isArray(value)

/** The page that is shown; null while there is none. */
const usePage = <Row,>({
  answer,
  columns,
  search,
  server,
  control,
}: DataTableProps<Row> & { readonly control: TableControl }) => {
  const { query, change } = control
  const { value } = answer
  const page =
    value === null
      ? null
      : isPage(value)
        ? { ...value, skip: query.skip }
        : pageOf(value, columns, query, search?.of)
  // The last rows of the last page may be deleted while it is shown.
  const skip = page === null ? query.skip : lastSkip(query.skip, query.take, page.total)
  useEffect(() => {
    if (server !== undefined && skip !== query.skip) change({ skip })
  }, [server, skip, query.skip, change])
  return page
}

/** How many are selected. What is not on the page any more is not selected: nobody sees it. */
function SelectionBar<Row>({
  rows,
  rowKey,
  selection,
  selectionActions,
}: Pick<DataTableProps<Row>, 'rowKey' | 'selection' | 'selectionActions'> & {
  readonly rows: readonly Row[] | null
}) {
  const t = listsTexts(useEdition()).table
  const keys = rows?.map((row) => rowKey(row))
  const kept = [...(selection?.selected ?? [])].filter((key) => keys?.includes(key))
  const isOver = rows !== null && kept.length !== (selection?.selected.size ?? 0)
  useEffect(() => {
    if (isOver) selection?.onChange(new Set(kept))
  })
  if (selection === undefined) return null
  return (
    <section className={styles['selection']} aria-label={t.selection}>
      <output>{t.selected(kept.length)}</output>
      {kept.length > 0 && (
        <Button variant="subtle" onClick={() => selection.onChange(new Set())}>
          {t.clearSelection}
        </Button>
      )}
      {kept.length > 0 && selectionActions}
    </section>
  )
}

function Foot({
  caption,
  total,
  skip,
  control: { query, change },
  pageSizes,
}: {
  readonly caption: string
  readonly total: number
  readonly skip: number
  readonly control: TableControl
  readonly pageSizes: readonly number[] | undefined
}) {
  const t = listsTexts(useEdition()).table
  return (
    <div className={styles['foot']}>
      <output className={total > query.take ? 'visually-hidden' : styles['count']}>
        {t.rows(total)}
      </output>
      {pageSizes !== undefined && (
        <NativeSelect
          className={styles['sizes']}
          data-print="off"
          label={t.perPage}
          value={String(query.take)}
          data={pageSizes.map(String)}
          onChange={({ currentTarget }) => change({ take: Number(currentTarget.value) })}
        />
      )}
      {total > query.take && (
        <Pager
          skip={skip}
          take={query.take}
          total={total}
          of={caption}
          onChange={(next) => change({ skip: next })}
        />
      )}
    </div>
  )
}

function NoRows({
  control: { query, change },
  empty,
}: Pick<DataTableProps<never>, 'empty'> & { readonly control: TableControl }) {
  const t = listsTexts(useEdition()).table
  const { clearSearch } = useTexts().ui
  if (query.search.trim() === '') return <EmptyState {...empty} />
  return (
    <EmptyState
      title={t.noMatch(query.search.trim())}
      text={t.noMatchText}
      action={
        <Button variant="default" onClick={() => change({ search: '' })}>
          {clearSearch}
        </Button>
      }
    />
  )
}

/**
 * A list as a table, with paging, sorting and row actions. It says why there are no rows, how old
 * they are, and what failed. Under 640 px the rows are cards; under 1160 px those of many columns.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, answer, server, empty, failed, search, view, tools, pageSizes } = props
  const own = useTableQuery({ take: props.pageSize ?? 20 })
  // Paper has no next page to turn to. Of a list that the server pages, the other rows are not here.
  const isPrinting = usePrinting()
  const isWhole = isPrinting && server === undefined
  const whole = { ...own, query: { ...own.query, ...allOfThem } }
  const control = isWhole ? whole : (server ?? own)
  const { query, change } = control
  const columns = props.columns.filter(({ shown }) => shown !== false)
  const page = usePage({ ...props, columns, control })
  const principal = usePrincipal()
  const isNarrow = useNarrow()
  const isTablet = useTablet()
  // A sheet of paper is as wide as a tablet, but has room for small print.
  const places = columns.length + (props.buttons === undefined ? 0 : 1)
  const isTight = isTablet && !isPrinting && places > mostOnTablet
  const { loading } = useTexts().ui
  const isForbidden = view !== undefined && (principal === null || !may(principal, view))
  // An empty list may have changed since: the failure is said instead.
  const isUnsure = page?.total === 0 && answer.problem !== null && !answer.offline
  const asked = isUnsure ? { ...answer, value: null } : answer
  const state = isForbidden ? 'forbidden' : stateOf(asked)
  const isLate = useLate(state === 'loading', unseenMs)
  const { at } = answer
  const stale = useTicked((now) => at !== null && now - at > staleAfterMs)
  if (state === 'forbidden') return <Forbidden />
  const Rows = isNarrow || isTight ? TableCards<Row> : TableGrid<Row>
  const rows = state === 'shown' ? (page?.rows ?? null) : null
  return (
    <div className={styles['root']} aria-busy={answer.fetching}>
      <div className={styles['tools']} data-print="off">
        {search !== undefined && (
          <SearchBox
            label={search.label}
            value={query.search}
            onChange={(text) => change({ search: text })}
          />
        )}
        {tools}
        {at !== null && (
          <div className={styles['age']}>
            <FreshnessLine
              freshness={{ asOf: at, checkedAt: null, stale, fetching: answer.fetching }}
              onRefresh={() => void answer.refresh()}
            />
          </div>
        )}
      </div>
      {state === 'shown' && <Trouble of={answer} failed={failed} />}
      <SelectionBar {...props} rows={rows} />
      {isLate && <output className="visually-hidden">{loading}</output>}
      {state === 'failed' || state === 'offline' ? (
        <Absent of={asked} failed={failed} />
      ) : rows?.length === 0 ? (
        <NoRows control={control} empty={empty} />
      ) : (
        <Rows
          {...props}
          caption={caption}
          columns={columns}
          rows={rows}
          bones={Math.min(query.take, 5)}
          late={isLate}
          sort={query.sort}
          isSortable={(column) =>
            server === undefined ? column.sortBy !== undefined : column.sortable === true
          }
          onSort={(sort) => change({ sort })}
        />
      )}
      {page !== null && rows !== null && rows.length > 0 && (
        <Foot
          caption={caption}
          total={page.total}
          skip={page.skip}
          control={control}
          pageSizes={pageSizes}
        />
      )}
    </div>
  )
}
