export { endDuties, endLostDuties } from './end'
