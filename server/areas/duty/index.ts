export { endDuties, endGoneDuties, endLostDuties } from './end'
