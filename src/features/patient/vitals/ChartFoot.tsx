import { Button } from '@mantine/core'
import type { Ref } from 'react'
import type { HeldFrom } from '../../../domain/sync/held'
import type { TimeWindow } from '../../../domain/checkup/time-window'
import { patientTexts } from '../../../texts/patient'
import { timeWindowTexts } from '../../../texts/time-window'
import { useEdition } from '../../../ui/edition'
import { ErrorState, NotAllHere } from '../../../ui/feedback'
import { ChartPager } from './ChartPager'
import type { Anchor, ColumnPage } from './paging.view'
import type { OlderFetch } from './use-older'
import styles from './VitalsTab.module.css'
import { WindowSelect } from './WindowSelect'

export interface ChartFootProps {
  readonly page: ColumnPage<{ readonly id: string }>
  readonly onPage: (next: Anchor) => void
  readonly within: TimeWindow | null
  readonly onWindow: (next: TimeWindow | null) => void
  /** Older check-ups of the window may be on the server. */
  readonly mayBeMore: boolean
  /** Pages are counted by what is on this device. */
  readonly isOfHeld: boolean
  readonly heldFrom: HeldFrom
  readonly older: OlderFetch
  readonly offline: boolean
  readonly select: Ref<HTMLSelectElement>
}

/** Under the chart: which check-ups and page are shown, and where older ones are. */
export function ChartFoot({
  page,
  onPage,
  within,
  onWindow,
  mayBeMore,
  isOfHeld,
  heldFrom,
  older,
  offline,
  select,
}: ChartFootProps) {
  const t = patientTexts(useEdition()).vitals
  const texts = timeWindowTexts(useEdition())
  const span = within === null ? null : texts.spans[within]
  return (
    <>
      <div className={styles['foot']} data-print="off">
        <WindowSelect ref={select} within={within} onChange={onWindow} />
        {page.total > 0 && (
          <ChartPager page={page} onChange={onPage} range={isOfHeld ? texts.kept : undefined} />
        )}
      </div>
      {older.fetching && <output>{t.loadingOlder}</output>}
      {span === null && <NotAllHere of="checkups" heldFrom={heldFrom} offline={offline} />}
      {offline && span !== null && mayBeMore && <p>{texts.mayBeMore(span)}</p>}
      {older.failed && span !== null && (
        <ErrorState look="line" title={texts.failed(span)}>
          <Button variant="default" size="sm" onClick={older.retry}>
            {t.retry}
          </Button>
        </ErrorState>
      )}
    </>
  )
}
