export { enrolSchedules } from './enrol-schedules'
export { checkupsById } from './rows'
export { storeCheckup } from './store'
export { syncedCheckups } from './sync'
