import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'

export interface CalendarProps {
  /** `YYYY-MM-DD`; null: none. */
  readonly value: string | null
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChoose: (day: string) => void
}

/** A month of days to press. Loaded when it is first opened. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const edition = useEdition()
  const t = formTexts(edition).date
  const shown = value ?? max
  return (
    <DatePicker
      value={value}
      onChange={(day) => day !== null && onChoose(day)}
      {...(shown === undefined ? {} : { defaultDate: shown })}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      firstDayOfWeek={edition === 'en-US' ? 0 : 1}
      ariaLabels={{ previousMonth: t.previous, nextMonth: t.next }}
      size="md"
    />
  )
}
