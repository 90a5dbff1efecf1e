import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { IconRefresh } from '../../../ui/layout/icons'
import { useNow } from '../../../ui/time'
import { defaultRefreshSeconds, refreshSeconds } from '../../../domain/virtual-ward/options'
import { refreshProgress, secondsToRefresh, type RefreshSeconds } from '../virtual-ward.view'
import { ProgressRing } from './ProgressRing'
import styles from './RefreshControl.module.css'

export interface RefreshControlProps {
  /** The last answer for the whole board, epoch milliseconds; the next refresh counts from it. */
  readonly refreshedAt: number | null
  readonly fetching: boolean
  readonly offline: boolean
  /** Seconds; 0 is off. */
  readonly every: RefreshSeconds
  readonly onEvery: (next: RefreshSeconds) => void
  readonly onRefresh: () => void
}

/** The refresh of the board: by hand, or automatic with a ring as countdown. */
export function RefreshControl({
  refreshedAt,
  fetching,
  offline,
  every,
  onEvery,
  onRefresh,
}: RefreshControlProps) {
  const t = virtualWardTexts(useEdition())
  const now = useNow(1000)
  // Starting again after a pause takes the interval that was chosen before it.
  const [chosen, setChosen] = useState<Exclude<RefreshSeconds, 0>>(
    every === 0 ? defaultRefreshSeconds : every,
  )
  const paused = every === 0
  const left = secondsToRefresh(refreshedAt, every, now)
  const spoken = offline
    ? t.automatic.offline
    : paused
      ? t.automatic.paused
      : refreshedAt === null && fetching
        ? t.refreshing
        : t.automatic.next(left)
  return (
    <section className={styles['root']} aria-label={t.automatic.region}>
      <Button
        variant="default"
        leftSection={<IconRefresh />}
        aria-label={fetching ? t.refreshing : t.refresh}
        onClick={onRefresh}
        loading={fetching}
      >
        {t.refresh}
      </Button>
      <button
        type="button"
        className={styles['toggle']}
        aria-label={paused ? t.automatic.start : t.automatic.pause}
        onClick={() => onEvery(paused ? chosen : 0)}
      >
        <ProgressRing
          part={paused || offline ? 0 : refreshProgress(refreshedAt, every, now)}
          label={spoken}
          paused={paused}
        />
      </button>
      <NativeSelect
        classNames={{ input: styles['interval'] ?? '' }}
        aria-label={t.automatic.interval}
        value={String(chosen)}
        onChange={(event) => {
          const next = refreshSeconds.find((one) => String(one) === event.currentTarget.value)
          if (next === undefined) return
          setChosen(next)
          onEvery(next)
        }}
        data={refreshSeconds.map((seconds) => ({
          value: String(seconds),
          label: t.automatic.intervals[seconds],
        }))}
      />
      <p className={styles['next']}>
        <Kept>{spoken}</Kept>
      </p>
    </section>
  )
}
