export {
  lookAtCriticalInformation,
  recordAllergy,
  recordCriticalInformation,
  strikeOutAllergy,
} from './critical-information.command'
