export { ActivityBar, type ActivityBarProps } from './ActivityBar'
export { MonitoringAction, type MonitoringActionProps } from './MonitoringAction'
export { healthWord } from './health-words'
export { MonitoringHealth, type MonitoringHealthProps } from './MonitoringHealth'
