import { Button, NativeSelect, type ButtonProps } from '@mantine/core'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import {
  nextStart,
  previousStart,
  latestStart,
  type ReadingSpan,
} from '../../../domain/ecg/ecg-window'
import { ranges, speeds, type EcgRange, type EcgSpeed } from '../../../domain/ecg/geometry'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'
import { IconCalendar, IconFirst, IconLast, IconLeft, IconRight } from '../../../ui/layout/icons'
import styles from './EcgPanel.module.css'

export interface WindowButtonsProps {
  readonly span: ReadingSpan
  readonly start: number
  readonly onStart: (start: number) => void
  readonly onSelect: () => void
}

/** Where a step leads; null: nowhere. */
const stepsTo = {
  earliest: (start: number, span: ReadingSpan): number | null =>
    previousStart(start, span) === null ? null : span.earliest,
  previous: previousStart,
  next: nextStart,
  latest: (start: number, span: ReadingSpan): number | null =>
    start === latestStart(span) ? null : latestStart(span),
} as const
type Step = keyof typeof stepsTo
const sides: Readonly<Record<Step, Pick<ButtonProps, 'leftSection' | 'rightSection'>>> = {
  earliest: { leftSection: <IconFirst /> },
  previous: { leftSection: <IconLeft /> },
  next: { rightSection: <IconRight /> },
  latest: { rightSection: <IconLast /> },
}

const StepButton = memo(function StepButton({
  step,
  label,
  isNowhere,
  onStep,
}: {
  readonly step: Step
  readonly label: string
  readonly isNowhere: boolean
  readonly onStep: (step: Step) => void
}) {
  return (
    <Button
      variant="default"
      size="sm"
      {...sides[step]}
      disabled={isNowhere}
      onClick={() => onStep(step)}
    >
      {label}
    </Button>
  )
})
const SelectButton = memo(function SelectButton({
  label,
  onSelect,
}: {
  readonly label: string
  readonly onSelect: () => void
}) {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconCalendar />}
      aria-haspopup="dialog"
      onClick={onSelect}
    >
      {label}
    </Button>
  )
})

/** Earliest, previous 90 s, select date, next 90 s, latest, in this order (C120). */
export const WindowButtons = memo(function WindowButtons({
  span,
  start,
  onStart,
  onSelect,
}: WindowButtonsProps) {
  const t = ecgTexts(useEdition()).buttons
  const latest = useRef({ span, start, onStart })
  useLayoutEffect(() => {
    latest.current = { span, start, onStart }
  })
  const onStep = useCallback((step: Step) => {
    const now = latest.current
    const to = stepsTo[step](now.start, now.span)
    if (to !== null) now.onStart(to)
  }, [])
  const button = (step: Step) => (
    <StepButton
      step={step}
      label={t[step]}
      isNowhere={stepsTo[step](start, span) === null}
      onStep={onStep}
    />
  )
  return (
    <nav aria-label={t.label} className={styles['windows']}>
      {button('earliest')}
      {button('previous')}
      <SelectButton label={t.select} onSelect={onSelect} />
      {button('next')}
      {button('latest')}
    </nav>
  )
})

const inline = {
  root: styles['inline'] ?? '',
  label: styles['label'] ?? '',
  wrapper: styles['select'] ?? '',
}

export interface ScaleControlsProps {
  readonly range: EcgRange
  readonly onRange: (range: EcgRange) => void
  readonly speed: EcgSpeed
  readonly onSpeed: (speed: EcgSpeed) => void
  readonly isMeasuring: boolean
  readonly onMeasure: () => void
  readonly onPrint: () => void
  readonly mayPrint: boolean
  readonly onCalibrate: () => void
}

/** The two scales, calipers, the strip and the screen's calibration. */
export const ScaleControls = memo(function ScaleControls({
  range,
  onRange,
  speed,
  onSpeed,
  isMeasuring,
  onMeasure,
  onPrint,
  mayPrint,
  onCalibrate,
}: ScaleControlsProps) {
  const texts = ecgTexts(useEdition())
  const t = texts.scale
  const chosen =
    <Value extends number>(options: readonly Value[], put: (value: Value) => void) =>
    (event: { readonly currentTarget: { readonly value: string } }): void => {
      const value = options.find((option) => String(option) === event.currentTarget.value)
      if (value !== undefined) put(value)
    }
  return (
    <fieldset aria-label={texts.controls.tools} className={styles['tools']}>
      <NativeSelect
        size="sm"
        label={t.y}
        classNames={inline}
        value={String(range)}
        data={ranges.map((mv) => ({ value: String(mv), label: t.range(mv) }))}
        onChange={chosen(ranges, onRange)}
      />
      <NativeSelect
        size="sm"
        label={t.x}
        classNames={inline}
        value={String(speed)}
        data={speeds.map((mm) => ({ value: String(mm), label: t.speed(mm) }))}
        onChange={chosen(speeds, onSpeed)}
      />
      <Button
        size="sm"
        variant={isMeasuring ? 'filled' : 'default'}
        aria-pressed={isMeasuring}
        onClick={onMeasure}
      >
        {texts.controls.measure}
      </Button>
      <Button size="sm" variant="default" disabled={!mayPrint} onClick={onPrint}>
        {texts.controls.print}
      </Button>
      <Button size="sm" variant="default" aria-haspopup="dialog" onClick={onCalibrate}>
        {texts.controls.calibrate}
      </Button>
    </fieldset>
  )
})
