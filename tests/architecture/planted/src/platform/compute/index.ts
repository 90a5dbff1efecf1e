// allowed
import type { Work } from '../../../workers/compute.worker'

export type Computed = Work
