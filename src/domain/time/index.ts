export {
  clinicalZone,
  dayOf,
  deviceZone,
  isDate,
  parseDate,
  setClinicalZone,
  timeIn,
  type CalendarDate,
  type CalendarTime,
  type Zone,
} from './calendar'
export { durationWords, elapsedWords } from './elapsed'
export {
  formatCheckupStamp,
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDate,
  formatMoment,
  formatShortMoment,
  formatTime,
} from './format'
export { isLate } from './late'
export {
  parseTypedDate,
  parseTypedTime,
  readTypedInstant,
  typedDate,
  typedInstant,
  typedTime,
  type TypedInstant,
} from './typed'
export { clockFault, clockToleranceMs, isClockWrong, type ClockFault } from './skew'
export {
  daysOfLength,
  periodFault,
  periodHours,
  periodRange,
  type Period,
  type PeriodFault,
  type PeriodHours,
} from './period'
