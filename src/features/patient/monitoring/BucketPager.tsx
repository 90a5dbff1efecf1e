import { Button } from '@mantine/core'
import { bucketMs } from '../../../domain/monitoring/bucket'
import type { BucketPage } from '../../../domain/monitoring/paging'
import { formatDateTime, formatTime } from '../../../domain/time'
import { monitoringTexts } from '../../../texts/monitoring'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { IconLast, IconLeft, IconRight } from '../../../ui/layout/icons'
import styles from './MonitoringTable.module.css'

export interface BucketPagerProps {
  readonly page: BucketPage
  readonly columns: number
  /** The newest data is the last column. */
  readonly isLatest: boolean
  /** Start of the newest bucket, epoch milliseconds. */
  readonly latest: number
  /** The last column's start; null: the newest. */
  readonly onChange: (last: number | null) => void
}

/** A quarter of an hour back, a whole table on (C346, C348), and to the newest bucket. */
export function BucketPager({ page, columns, isLatest, latest, onChange }: BucketPagerProps) {
  const edition = useEdition()
  const t = monitoringTexts(edition)
  const iso = (at: number): string => new Date(at).toISOString()
  const [first, last] = [page.starts[0] ?? latest, (page.starts.at(-1) ?? latest) + bucketMs]
  return (
    <nav aria-label={t.pager.label} className={styles['pager']}>
      <output>
        <Kept>{t.range(formatDateTime(iso(first), edition), formatTime(iso(last), edition))}</Kept>
      </output>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconLeft />}
        disabled={page.previous === null}
        onClick={() => onChange(page.previous)}
      >
        {t.pager.previous}
      </Button>
      <Button
        variant="default"
        size="sm"
        rightSection={<IconRight />}
        disabled={page.next === null}
        onClick={() => onChange(page.next)}
      >
        {t.pager.next(columns)}
      </Button>
      <Button
        variant="default"
        size="sm"
        rightSection={<IconLast />}
        disabled={isLatest}
        onClick={() => onChange(null)}
      >
        {t.pager.latest}
      </Button>
    </nav>
  )
}
