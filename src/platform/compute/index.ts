export { openCompute, type Compute, type ComputeOutcome } from './compute'
