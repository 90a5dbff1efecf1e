export { PeriodChoice, type PeriodChoiceProps } from './PeriodChoice'
export { Timeline, type TimelineProps } from './Timeline'
