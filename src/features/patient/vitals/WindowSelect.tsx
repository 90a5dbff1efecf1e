import { NativeSelect } from '@mantine/core'
import type { Ref } from 'react'
import { readTimeWindow, timeWindows, type TimeWindow } from '../../../domain/checkup/time-window'
import { timeWindowTexts } from '../../../texts/time-window'
import { useEdition } from '../../../ui/edition'
import styles from './VitalsTab.module.css'

const names = { root: styles['window'] ?? '', label: styles['windowLabel'] ?? '' }

export interface WindowSelectProps {
  /** null: all check-ups. */
  readonly within: TimeWindow | null
  readonly onChange: (next: TimeWindow | null) => void
  readonly ref?: Ref<HTMLSelectElement>
}

/** 'Show: all check-ups, or those within 24 hours, 3, 7, 14, 30 days' (P366). */
export function WindowSelect({ within, onChange, ref }: WindowSelectProps) {
  const t = timeWindowTexts(useEdition())
  return (
    <NativeSelect
      {...(ref === undefined ? {} : { ref })}
      classNames={names}
      label={t.label}
      value={within ?? ''}
      onChange={(event) => onChange(readTimeWindow(event.currentTarget.value))}
      data={[
        { value: '', label: t.all },
        ...timeWindows.map((each) => ({ value: each, label: t.within(t.spans[each]) })),
      ]}
    />
  )
}
