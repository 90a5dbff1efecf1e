export { ActivityBar, type ActivityBarProps } from './ActivityBar'
export { BatteryIcon } from './BatteryIcon'
export { MonitoringAction, type MonitoringActionProps } from './MonitoringAction'
export { MonitoringHealth, type MonitoringHealthProps } from './MonitoringHealth'
