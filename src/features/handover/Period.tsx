import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { heldMs, isHeld, shiftHandedOver, shiftStarts } from '../../domain/handover/shift'
import { dayOf, formatDateTime, isDate, parseDate, parseTypedTime, timeIn } from '../../domain/time'
import { instantAt } from '../../domain/time/wall'
import { handoverTexts } from '../../texts/handover'
import { useEdition } from '../../ui/edition'
import { readNow } from '../../ui/time'

const other = 'other'

const two = (value: number): string => String(value).padStart(2, '0')
/** An instant as a field of date and time writes it. */
const fieldValue = (ms: number): string => {
  const { hour, minute } = timeIn(ms)
  return `${dayOf(ms)}T${two(hour)}:${two(minute)}`
}

/** The other way round; NaN: none. Of an hour that comes twice the first, since which more is told. */
const fieldInstant = (value: string): number => {
  const [day = '', time = ''] = value.split('T')
  const hour = parseTypedTime(time.slice(0, 5))
  return isDate(day) && hour !== null ? instantAt({ ...parseDate(day), ...hour }) : Number.NaN
}

/**
 * Since when: the start of a shift, or a chosen time, of those whose changes are held in data of this
 * age (epoch milliseconds).
 */
export const useSince = (asOfMs: number) => {
  // Of the instant at which the page was opened: a page that is open when the next shift begins keeps it.
  const [first] = useState(() => shiftHandedOver(readNow()))
  const [choice, setChoice] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const starts = shiftStarts(asOfMs)
  const shown =
    choice === other
      ? other
      : String(
          starts.find((ms) => String(ms) === choice) ??
            starts.find((ms) => ms === first) ??
            starts[0],
        )
  const typedMs = fieldInstant(typed)
  const isTold = isHeld(typedMs, asOfMs)
  return {
    starts,
    choice: shown,
    setChoice,
    typed,
    setTyped,
    /** What is typed is no time, or one whose changes are not held. */
    isRefused: typed !== '' && !isTold,
    sinceMs: shown !== other ? Number(shown) : isTold ? typedMs : (starts[0] ?? asOfMs - heldMs),
    asOfMs,
  }
}

/** The choice of the time since which changes are told. */
export function Period({
  since: { starts, choice, setChoice, typed, setTyped, isRefused, asOfMs },
}: {
  readonly since: ReturnType<typeof useSince>
}) {
  const edition = useEdition()
  const t = handoverTexts(edition)
  const words = (ms: number): string => formatDateTime(new Date(ms).toISOString(), edition)
  const firstMs = asOfMs - heldMs
  return (
    <>
      <NativeSelect
        label={t.since}
        value={choice}
        data={[
          ...starts.map((ms) => ({ value: String(ms), label: words(ms) })),
          { value: other, label: t.choice.other },
        ]}
        onChange={(event) => setChoice(event.currentTarget.value)}
      />
      {choice === other && (
        <TextInput
          type="datetime-local"
          label={t.from}
          value={typed}
          min={fieldValue(firstMs)}
          max={fieldValue(asOfMs)}
          error={isRefused ? t.notHeld(words(firstMs), words(asOfMs)) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </>
  )
}
