import { Button, NativeSelect } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useState } from 'react'
import {
  clampHours,
  clampMinutes,
  clampStart,
  type ReadingSpan,
} from '../../../domain/ecg/ecg-window'
import { dayOf, formatDateTime, parseDate, timeIn } from '../../../domain/time'
import { instantAt, instantsAt, zoneSuffix } from '../../../domain/time/wall'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'
import { Dialog } from '../../../ui/feedback'
import { TimeField } from './TimeField'
import styles from './EcgPanel.module.css'

export interface WindowDialogProps {
  readonly span: ReadingSpan
  readonly start: number
  readonly onConfirm: (start: number) => void
  readonly onClose: () => void
}

const minuteMs = 60_000

/**
 * Chooses the start of the window: a day with readings, hours and minutes (C121 to C124, C405 to
 * C407).
 */
export function WindowDialog({ span, start, onConfirm, onClose }: WindowDialogProps) {
  const edition = useEdition()
  const t = ecgTexts(edition).dialog
  const [day, setDay] = useState(() => dayOf(start))
  const [hours, setHours] = useState(() => timeIn(start).hour)
  const [minutes, setMinutes] = useState(() => timeIn(start).minute)
  /** Of a time that comes twice, the second. */
  const [isSecond, setSecond] = useState(() => (instantsAt(timeIn(start))[1] ?? Infinity) <= start)
  const words = (at: number): string => formatDateTime(new Date(at).toISOString(), edition)
  const time = { ...parseDate(day), hour: hours, minute: minutes }
  const twice = instantsAt(time)
  const minute = (isSecond ? twice[1] : undefined) ?? instantAt(time)
  // What nobody changed is where the window is, to the millisecond.
  const asked = minute === Math.floor(start / minuteMs) * minuteMs ? start : minute
  const begins = clampStart(asked, span)
  return (
    <Dialog
      title={t.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button onClick={() => onConfirm(begins)}>{t.confirm}</Button>
        </>
      }
    >
      <p>{t.between(words(span.earliest), words(span.latest))}</p>
      <fieldset aria-label={t.calendar} className={styles['calendar']}>
        <DatePicker
          value={day}
          onChange={(next) => {
            if (next !== null) setDay(next)
          }}
          defaultDate={day}
          minDate={dayOf(span.earliest)}
          maxDate={dayOf(span.latest)}
          maxLevel="month"
          firstDayOfWeek={edition === 'en-US' ? 0 : 1}
          ariaLabels={{ previousMonth: t.previousMonth, nextMonth: t.nextMonth }}
          size="md"
        />
      </fieldset>
      <div className={styles['time']}>
        <TimeField label={t.hours} value={hours} clamp={clampHours} onChange={setHours} />
        <TimeField label={t.minutes} value={minutes} clamp={clampMinutes} onChange={setMinutes} />
        {twice.length > 1 && (
          <NativeSelect
            label={t.twice}
            value={isSecond ? 'second' : 'first'}
            onChange={(event) => setSecond(event.currentTarget.value === 'second')}
            data={twice.map((at, index) => ({
              value: index === 0 ? 'first' : 'second',
              label: zoneSuffix(at, edition).trim(),
            }))}
          />
        )}
      </div>
      <p aria-live="polite">
        {begins !== asked && `${t.clamped} `}
        {t.chosen(words(begins))}
      </p>
    </Dialog>
  )
}
