import { Button } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { cardMm, pixelsPerMmLimits } from '../../domain/ecg/geometry'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { Dialog } from '../feedback'
import { assumedPixelsPerMm } from './calibration'
import styles from './CalibrateDialog.module.css'

export interface CalibrateDialogProps {
  /** CSS pixels of a millimetre as measured before; null: nobody did. */
  readonly measured: number | null
  /** Null forgets what was measured. */
  readonly onDone: (pixelsPerMm: number | null) => void
  readonly onClose: () => void
}

const step = 0.02
/** CSS pixels of a millimetre on the finest screens in use; decides how the card lies. */
const finest = 6.6

/** How wide the outline may be, CSS pixels; null: not laid out yet. */
const useRoom = () => {
  const bench = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => {
    const fit = (): void =>
      setRoom(
        bench.current === null || bench.current.clientWidth === 0
          ? null
          : bench.current.clientWidth,
      )
    fit()
    window.addEventListener('resize', fit)
    return () => window.removeEventListener('resize', fit)
  }, [])
  return { bench, room }
}

/** Measures this screen with a bank card (ISO/IEC 7810, 85.6 mm; 53.98 mm upright). */
export function CalibrateDialog({ measured, onDone, onClose }: CalibrateDialogProps) {
  const t = ecgTexts(useEdition()).calibration
  const [perMm, setPerMm] = useState(measured ?? assumedPixelsPerMm)
  const { bench, room } = useRoom()
  const isUpright = room !== null && room < cardMm.width * finest
  const [width, height] = isUpright ? [cardMm.height, cardMm.width] : [cardMm.width, cardMm.height]
  const least = Math.max(pixelsPerMmLimits[0], 2)
  // No wider than there is room for: the edge of an outline that is cut cannot be held against
  // anything.
  const most = Math.max(
    measured ?? assumedPixelsPerMm,
    Math.min(
      pixelsPerMmLimits[1],
      9,
      room === null ? Infinity : Math.floor(room / width / step) * step,
    ),
  )
  const put = (next: number): void => setPerMm(Math.min(most, Math.max(least, next)))
  return (
    <Dialog
      title={t.title}
      size="large"
      onClose={onClose}
      actions={
        <>
          {measured !== null && (
            <Button variant="subtle" onClick={() => onDone(null)}>
              {t.reset}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button onClick={() => onDone(perMm)}>{t.save}</Button>
        </>
      }
    >
      <p>{isUpright ? t.textUpright : t.text}</p>
      <div className={styles['slider']}>
        <Button variant="default" onClick={() => put(perMm - step)}>
          {t.smaller}
        </Button>
        <input
          type="range"
          data-autofocus
          aria-label={t.width}
          aria-valuetext={t.per(perMm.toFixed(2))}
          min={least}
          max={most}
          step={step}
          value={perMm}
          onChange={(event) => put(Number(event.currentTarget.value))}
        />
        <Button variant="default" onClick={() => put(perMm + step)}>
          {t.larger}
        </Button>
      </div>
      <output className={styles['figure']}>{t.per(perMm.toFixed(2))}</output>
      <div ref={bench} className={styles['bench']}>
        <div
          aria-hidden="true"
          className={styles['card']}
          data-upright={isUpright}
          style={{ width: width * perMm, height: height * perMm }}
        />
      </div>
    </Dialog>
  )
}
