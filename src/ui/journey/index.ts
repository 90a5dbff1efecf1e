export { JourneyFrame, type JourneyFrameProps, type JourneyFrameStep } from './JourneyFrame'
