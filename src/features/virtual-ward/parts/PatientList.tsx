import { Button } from '@mantine/core'
import { useId } from 'react'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { isHeldSince, type HeldFrom } from '../../../domain/sync/held'
import { inWindow } from '../../../domain/virtual-ward/order'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../../texts/board'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition, useTexts } from '../../../ui/edition'
import { EmptyState, ErrorState, NotAllHere, PatientRowSkeletons } from '../../../ui/feedback'
import { elapsedWords, formatMoment } from '../../../domain/time'
import { useNow } from '../../../ui/time'
import { skeletonCount, type PageSize } from '../virtual-ward.view'
import { walkCards } from '../walk-cards'
import { PatientCard } from './PatientCard'
import styles from '../VirtualWardScreen.module.css'

/** The part of a reading that the list shows. */
export interface WardReading {
  readonly rows: readonly VirtualWardPatient[]
  readonly total: number | null
  readonly ready: boolean
  /** Of the roster. */
  readonly heldFrom: HeldFrom
  readonly problem: unknown
  readonly freshness: { readonly asOf: number | null; readonly fetching: boolean }
  readonly refresh: () => Promise<void>
}

export interface PatientListProps {
  readonly reading: WardReading
  readonly pageSize: PageSize
  /** A filter may be why nobody is found. */
  readonly filtered: boolean
  readonly offline: boolean
  readonly display: BoardDisplay
  /** The check-up history window, hours; undefined: all. */
  readonly hours: number | undefined
  /** When the user last looked, epoch milliseconds; null: never. */
  readonly lookedMs: number | null
  readonly onClear: () => void
}

/** The cards, their skeleton, or why there are none. A failure never hides valid cards. */
export function PatientList({
  reading,
  pageSize,
  filtered,
  offline,
  display,
  hours,
  lookedMs,
  onClear,
}: PatientListProps) {
  const texts = useTexts()
  const edition = useEdition()
  const t = virtualWardTexts(edition)
  const now = useNow()
  const keysId = useId()
  const { rows, total, ready, heldFrom, problem, freshness, refresh } = reading
  // Online every pull arranges the rows; offline only this clock moves the window.
  const shown = offline ? rows.map((row) => inWindow(row, hours, now)) : rows
  const failed = problem !== null
  const asOf = freshness.asOf === null ? null : elapsedWords(freshness.asOf, now, edition)
  const retry = (
    <Button variant="default" size="sm" loading={freshness.fetching} onClick={() => void refresh()}>
      {t.retry}
    </Button>
  )
  if (rows.length > 0) {
    return (
      <>
        {failed && (
          <ErrorState
            look="line"
            title={t.failed}
            stillTrue={asOf === null ? texts.ui.errors.stillTrue : t.stillTrue(asOf)}
          >
            {retry}
          </ErrorState>
        )}
        {offline && freshness.asOf !== null && (
          <p className={styles['words']}>
            <span className="kept">
              {t.offlineAsOf(formatMoment(freshness.asOf, now, edition))}
            </span>
          </p>
        )}
        {freshness.asOf !== null && (
          <NotAllHere of="patients" heldFrom={heldFrom} offline={offline} />
        )}
        <p id={keysId} className="visually-hidden">
          {boardTexts(edition).keys}
        </p>
        {/* The keys are those of the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul
          className={styles['list']}
          data-grid={display.grid}
          aria-label={t.list}
          aria-describedby={keysId}
          onKeyDown={walkCards}
        >
          {shown.map((patient) => (
            <PatientCard key={patient.id} patient={patient} display={display} lookedMs={lookedMs} />
          ))}
        </ul>
      </>
    )
  }
  if (failed)
    return (
      <ErrorState title={t.failed} {...(offline ? { stillTrue: t.empty.offline } : {})}>
        {retry}
      </ErrorState>
    )
  if (ready && offline && freshness.asOf === null)
    return <EmptyState title={t.empty.offlineTitle} text={t.empty.offline} action={retry} />
  // The total may be known before the page is, and part of the roster before all of it.
  const isKnown = ready && freshness.asOf !== null && total === 0
  if (isKnown && offline && !isHeldSince(heldFrom))
    return <NotAllHere of="patients" heldFrom={heldFrom} offline />
  if (!isKnown || !isHeldSince(heldFrom))
    return <PatientRowSkeletons count={skeletonCount(pageSize)} />
  if (filtered) {
    return (
      <EmptyState
        title={t.empty.title}
        text={t.empty.filtered}
        action={
          <Button variant="default" onClick={onClear}>
            {t.empty.clear}
          </Button>
        }
      />
    )
  }
  return <EmptyState title={t.empty.title} text={t.empty.none} />
}
