import { useId, useState } from 'react'
import { stepOf, tickRange, ticksOf, type EwsScheme } from '../../../../domain/ews'
import { thresholdParameters, type ThresholdParameter } from '../../../../domain/ews/thresholds'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { bandsOf, readNumber, showNumber, unitOf } from './threshold.view'
import styles from './charts.module.css'

export interface ThresholdNumbersProps {
  readonly scheme: EwsScheme
  readonly move: (parameter: ThresholdParameter, tick: number, value: number) => void
  readonly commit: () => void
}

interface StepperProps extends ThresholdNumbersProps {
  readonly parameter: ThresholdParameter
  readonly tick: number
}

/** One threshold as a number. Beyond its range it is clamped, and the field says so. */
function Stepper({ parameter, tick, scheme, move, commit }: StepperProps) {
  const edition = useEdition()
  const t = ewsTexts(edition)
  const bands = bandsOf(parameter, scheme)
  const value = ticksOf(bands)[tick] ?? 0
  const [typed, setTyped] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [least, most] = tickRange(parameter, bands, tick) ?? [value, value]
  const show = (number: number): string => showNumber(parameter, number, edition)
  const name = t.tick(
    t.charts.headings[parameter],
    bands[tick]?.score ?? 0,
    bands[tick + 1]?.score ?? 0,
  )
  const to = (next: number): void => {
    setTyped(null)
    move(parameter, tick, next)
    commit()
  }
  const take = (): void => {
    if (typed === null) return
    const read = readNumber(parameter, typed, edition)
    if (Number.isNaN(read)) setSaid(t.numbers.notNumber)
    else
      setSaid(
        read < least - stepOf[parameter] / 2 || read > most + stepOf[parameter] / 2
          ? t.numbers.kept(show(least), show(most))
          : null,
      )
    to(read)
  }
  return (
    <span className={styles['stepper']}>
      <button
        type="button"
        aria-label={t.numbers.lower(name)}
        disabled={value <= least}
        onClick={() => to(value - stepOf[parameter])}
      >
        −
      </button>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${name}, ${t.numbers.range(show(least), show(most))} ${unitOf(parameter, edition, t)}`}
        value={typed ?? show(value)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setSaid(null)
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            take()
          }
        }}
      />
      <button
        type="button"
        aria-label={t.numbers.higher(name)}
        disabled={value >= most}
        onClick={() => to(value + stepOf[parameter])}
      >
        +
      </button>
      {said !== null && <output>{said}</output>}
    </span>
  )
}

/** Every threshold as a number, with steppers: the same edit without dragging. */
export function ThresholdNumbers(props: ThresholdNumbersProps) {
  const edition = useEdition()
  const t = ewsTexts(edition)
  const { scheme } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles['numbers']}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={styles['toggle']}
        onClick={() => setOpen(!isOpen)}
      >
        {t.numbers.title}
      </button>
      <table id={id} hidden={!isOpen}>
        <tbody>
          {isOpen &&
            thresholdParameters
              .filter((parameter) => parameter !== 'spO2' || scheme.spo2Scale === 1)
              .map((parameter) => (
                <tr key={parameter}>
                  <th scope="row">
                    {t.charts.headings[parameter]} <small>{unitOf(parameter, edition, t)}</small>
                  </th>
                  {ticksOf(bandsOf(parameter, scheme)).map((_tick, at) => {
                    const score = bandsOf(parameter, scheme)[at + 1]?.score ?? 0
                    return (
                      // A threshold is known by its place alone.
                      // oxlint-disable-next-line react/no-array-index-key
                      <td key={at}>
                        <span data-score={score}>{t.numbers.from(score)}</span>
                        <Stepper {...props} parameter={parameter} tick={at} />
                      </td>
                    )
                  })}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}
