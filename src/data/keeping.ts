import { createApplier } from '../engine/pull/keeping'
import type { Keeping } from '../engine/pull/apply-in-worker'
import { pull } from './device-sync'
import { resources } from './registry'
import { tables } from './tables'

/** The data floor of workers/compute.worker.ts. `environment`: the worker's own by default. */
export const createKeeping = (environment: Parameters<typeof createApplier>[1] = {}): Keeping =>
  createApplier({ resources, tables, pull }, environment)
