export { allActingNow, endDuties, endGoneDuties, endLostDuties } from './end'
