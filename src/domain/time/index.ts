export {
  dateIn,
  dayOf,
  isDate,
  parseDate,
  timeIn,
  type CalendarDate,
  type CalendarTime,
  type Zone,
} from './calendar'
export { durationWords, elapsedWords } from './elapsed'
export {
  dash,
  formatCheckupStamp,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatMoment,
  formatTime,
} from './format'
export { isLate, lateAfterMs } from './late'
export { clockFault, clockToleranceMs, isClockWrong, type ClockFault } from './skew'
