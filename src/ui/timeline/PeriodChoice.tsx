import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  dayOf,
  daysOfLength,
  periodFault,
  periodHours,
  type Period,
  type PeriodFault,
  type Zone,
} from '../../domain/time'
import { listsTexts } from '../../texts/lists'
import { useEdition } from '../edition'
import { Choice } from '../layout/Choice'
import { readNow } from '../time'
import styles from './PeriodChoice.module.css'

export interface PeriodChoiceProps {
  readonly value: Period
  /** Told of a period only: days that are none stay in the fields, with what is wrong. */
  readonly onChange: (period: Period) => void
  /** The zone that days are counted in; the clinical zone where it is left out. */
  readonly zone?: Zone
}

const ofEnd: readonly PeriodFault[] = ['no-end', 'end-before-start', 'future', 'too-long']

/** A length up to now, or days of one's own choice. */
export function PeriodChoice({ value, onChange, zone }: PeriodChoiceProps) {
  const t = listsTexts(useEdition()).period
  const [days, setDays] = useState(
    value.kind === 'days' ? { from: value.from, to: value.to } : null,
  )
  const fault = days === null ? null : periodFault(days.from, days.to, readNow(), zone)
  const choose = (next: { readonly from: string; readonly to: string }) => {
    setDays(next)
    if (periodFault(next.from, next.to, readNow(), zone) === null)
      onChange({ kind: 'days', ...next })
  }
  const today = dayOf(readNow(), zone)
  return (
    <div className={styles['root']}>
      <Choice
        label={t.label}
        value={days === null && value.kind === 'last' ? String(value.hours) : 'days'}
        options={[
          ...periodHours.map((hours) => ({ value: String(hours), label: t.lengths[hours] })),
          { value: 'days', label: t.days },
        ]}
        onChange={(chosen) => {
          const hours = periodHours.find((length) => String(length) === chosen)
          if (hours === undefined) {
            choose(daysOfLength(value.kind === 'last' ? value.hours : 168, readNow(), zone))
            return
          }
          setDays(null)
          onChange({ kind: 'last', hours })
        }}
      />
      {days !== null && (
        <div className={styles['days']}>
          <TextInput
            type="date"
            label={t.from}
            value={days.from}
            max={today}
            error={fault === 'no-start' ? t.faults[fault] : null}
            onChange={(event) => choose({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.to}
            value={days.to}
            max={today}
            error={fault !== null && ofEnd.includes(fault) ? t.faults[fault] : null}
            onChange={(event) => choose({ ...days, to: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
