import { useCallback, useEffect, useState } from 'react'
import {
  stepSpeed,
  usualRange,
  usualSpeed,
  type EcgRange,
  type EcgSpeed,
} from '../../../domain/ecg/geometry'
import { readCalibration, storeCalibration, watchPixelRatio } from '../../../ui/ecg'

/** Speed, range and calibration (pixels per millimetre; null: not calibrated) of the paper. */
export const usePaperScale = () => {
  const [range, setRange] = useState<EcgRange>(usualRange)
  const [speed, setSpeed] = useState<EcgSpeed>(usualSpeed)
  const [calibration, setCalibration] = useState(readCalibration)
  useEffect(() => watchPixelRatio(() => setCalibration(readCalibration())), [])
  const changeSpeed = useCallback((by: 1 | -1) => setSpeed((was) => stepSpeed(was, by)), [])
  const calibrate = (measured: number | null): void => {
    storeCalibration(measured)
    setCalibration(measured)
  }
  return { range, setRange, speed, setSpeed, changeSpeed, calibration, calibrate }
}
