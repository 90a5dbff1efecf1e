export { Sparkline, type SparklineProps } from './Sparkline'
export { TimeChart, type TimeChartProps } from './TimeChart'
