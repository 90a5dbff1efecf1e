export { CalibrateDialog, type CalibrateDialogProps } from './CalibrateDialog'
export {
  assumedPixelsPerMm,
  readCalibration,
  storeCalibration,
  watchPixelRatio,
} from './calibration'
export { clockOf, mvOf } from '../../domain/ecg/clock'
export { EcgPaper, type EcgPaperHandle, type EcgPaperProps, type ShownWindow } from './EcgPaper'
export { createPaper, type Paper, type PaperSetting } from './paper'
export { paperColours } from './paper-colours'
export type { Highlight } from './PaperLayer'
export { drawStrip, releaseStrip, type StripRow } from './print-strip'
export { PrintSheet } from './PrintSheet'
export type { OpenPen } from './use-pen'
