export { mostOf, nearest, pointTexts, ticksOf, timeText } from './score-trend'
export { Sparkline, type SparklineProps } from './Sparkline'
export { TimeChart, type TimeChartProps } from './TimeChart'
