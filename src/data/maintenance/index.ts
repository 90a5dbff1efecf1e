export { maintenanceNotice, portalVersion, type MaintenanceNotice } from './maintenance.call'
