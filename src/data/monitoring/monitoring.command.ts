import { z } from 'zod'
import {
  EndContinuousMonitoringSessionDocument,
  StartContinuousMonitoringSessionDocument,
} from '../../../schema/generated/documents/monitoring'
import { monitoringTypes } from '../../domain/monitoring/session'
import { defineCommand } from '../../engine/define'
import { readLeftPatient } from './monitoring.wire'

const patientId = z.string().min(1)
/** Cards show the session too; the record is in the answer. */
const refreshes = ['virtualWard', 'watchList'] as const

/** Begins to monitor a patient. Online only: a session that nobody is told of watches nobody. */
export const startContinuousMonitoringSession = defineCommand({
  name: 'startContinuousMonitoringSession',
  document: StartContinuousMonitoringSessionDocument,
  input: z.object({ type: z.enum(monitoringTypes), patientId }),
  action: 'monitoring.start',
  variables: (input) => input,
  wire: readLeftPatient('startContinuousMonitoringSession'),
  refreshes,
})

/** Ends the session that goes on; only the organisation that began it may. Online only. */
export const endContinuousMonitoringSession = defineCommand({
  name: 'endContinuousMonitoringSession',
  document: EndContinuousMonitoringSessionDocument,
  input: z.object({ patientId }),
  action: 'monitoring.end',
  variables: (input) => input,
  wire: readLeftPatient('endContinuousMonitoringSession'),
  refreshes,
})
