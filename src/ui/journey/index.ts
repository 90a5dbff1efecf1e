export {
  JourneyFrame,
  type CancelWords,
  type JourneyFrameProps,
  type JourneyFrameStep,
} from './JourneyFrame'
