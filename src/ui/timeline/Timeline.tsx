import { Button } from '@mantine/core'
import { memo, useState, type ReactNode } from 'react'
import type { Edition } from '../../domain/organization/organization'
import { formatDate } from '../../domain/time'
import { listsTexts } from '../../texts/lists'
import { useEdition } from '../edition'
import styles from './Timeline.module.css'

interface DaysProps<Row> {
  /** Newest first. */
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly at: (row: Row) => string
  /** One entry. A function that stays the same spares entries from being drawn anew. */
  readonly entry: (row: Row) => ReactNode
}

/** Rows under the day that they are of, in the order given. */
const byDay = <Row,>(
  rows: readonly Row[],
  at: (row: Row) => string,
  edition: Edition,
): readonly { readonly day: string; readonly rows: readonly Row[] }[] => {
  const days: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = formatDate(at(row), edition)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/** Drawn anew only with other rows: not for the age of the reading, nor for what is beside it. */
const Days = memo(function Days({ rows, rowKey, at, entry }: DaysProps<unknown>) {
  return byDay(rows, at, useEdition()).map(({ day, rows: ofDay }) => (
    <section key={day} aria-label={day}>
      <h3 className={styles['day']}>{day}</h3>
      <ul className={styles['entries']}>
        {ofDay.map((row) => (
          <li key={rowKey(row)}>{entry(row)}</li>
        ))}
      </ul>
    </section>
  ))
}) as <Row>(props: DaysProps<Row>) => ReactNode

export interface TimelineProps<Row> extends DaysProps<Row> {
  /** Fetches the next older rows; null: there are none, or not now. */
  readonly older?: (() => Promise<void>) | null
  /** The button that does it. */
  readonly olderLabel?: string
}

/** What happened, newest first, under headings of days. */
export function Timeline<Row>({ older = null, olderLabel, ...days }: TimelineProps<Row>) {
  const t = listsTexts(useEdition())
  const [fetching, setFetching] = useState(false)
  return (
    <>
      <Days {...days} />
      {older !== null && (
        <Button
          variant="default"
          loading={fetching}
          onClick={() => {
            setFetching(true)
            void older().finally(() => setFetching(false))
          }}
        >
          {olderLabel ?? t.older}
        </Button>
      )}
    </>
  )
}
