import { Button } from '@mantine/core'
import { useState } from 'react'
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

/** Measures this screen with a card that everybody carries: its outline is made as wide as the card (ISO/IEC 7810, 85.6 mm). */
export function CalibrateDialog({ measured, onDone, onClose }: CalibrateDialogProps) {
  const t = ecgTexts(useEdition()).calibration
  const [perMm, setPerMm] = useState(measured ?? assumedPixelsPerMm)
  const [least, most] = [Math.max(pixelsPerMmLimits[0], 2), Math.min(pixelsPerMmLimits[1], 9)]
  const put = (next: number): void => setPerMm(Math.min(most, Math.max(least, next)))
  return (
    <Dialog
      title={t.title}
      size="large"
      onClose={onClose}
      actions={
        <>
          {measured !== null && <Button variant="subtle" onClick={() => onDone(null)}>{t.reset}</Button>}
          <Button variant="default" onClick={onClose}>{t.cancel}</Button>
          <Button onClick={() => onDone(perMm)}>{t.save}</Button>
        </>
      }
    >
      <p>{t.text}</p>
      <div className={styles['bench']}>
        <div aria-hidden="true" className={styles['card']} style={{ width: cardMm.width * perMm, height: cardMm.height * perMm }} />
      </div>
      <div className={styles['slider']}>
        <Button variant="default" onClick={() => put(perMm - step)}>{t.smaller}</Button>
        <input type="range" data-autofocus aria-label={t.width} aria-valuetext={t.per(perMm.toFixed(2))} min={least} max={most} step={step} value={perMm} onChange={(event) => put(Number(event.currentTarget.value))} />
        <Button variant="default" onClick={() => put(perMm + step)}>{t.larger}</Button>
      </div>
      <output className={styles['figure']}>{t.per(perMm.toFixed(2))}</output>
    </Dialog>
  )
}
