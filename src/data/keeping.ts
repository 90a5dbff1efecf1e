import { createApplier } from '../engine/pull/worker'
import type { PullWorker } from '../engine/pull/worker-client'
import { pull } from './device-sync'
import { resources } from './registry'
import { tables } from './tables'

/** The data floor of workers/compute.worker.ts. `environment`: the worker's own by default. */
export const createKeeping = (environment: Parameters<typeof createApplier>[1] = {}): PullWorker =>
  createApplier({ resources, tables, pull }, environment)
