export { CalibrateDialog, type CalibrateDialogProps } from './CalibrateDialog'
export {
  assumedPixelsPerMm,
  readCalibration,
  storeCalibration,
  watchPixelRatio,
} from './calibration'
export { clockOf } from '../../domain/ecg/clock'
export { EcgPaper, type EcgPaperHandle, type EcgPaperProps } from './EcgPaper'
export { type Paper, type PaperSetting } from './paper'
export type { Highlight } from './PaperLayer'
export { drawStrip, releaseStrip, type StripRow } from './print-strip'
export { PrintSheet } from './PrintSheet'
export type { OpenPen } from './use-pen'
export type { ShownWindow } from './use-sheet'
