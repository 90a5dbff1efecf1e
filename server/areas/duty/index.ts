export { actingNow, endDuties, endGoneDuties, endLostDuties } from './end'
