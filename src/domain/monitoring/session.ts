import { z } from 'zod'
import { bucketMs } from './quarter'

/** The product's own way of monitoring, the only one there is (C280). */
export const monitoringTypes = ['Lamplight'] as const

/** A time in which a patient is monitored (C279). `endedAt` null: it goes on. */
export const monitoringSessionSchema = z.object({
  id: z.string(),
  /** Who began it, and alone may end it. */
  organization: z.object({ id: z.string() }),
  type: z.enum(monitoringTypes),
  createdAt: z.string(),
  /** Null: it goes on. */
  endedAt: z.string().nullable(),
})
export type MonitoringSession = z.infer<typeof monitoringSessionSchema>

/** none, then active, then ended (C355); a patient who is monitored again has a new session. */
export type SessionState = 'none' | 'active' | 'ended'

/** The state of a patient's latest session. */
export const sessionState = (session: Pick<MonitoringSession, 'endedAt'> | null): SessionState =>
  session === null ? 'none' : session.endedAt === null ? 'active' : 'ended'

/**
 * Whether data that ended at `endedMs` is of the session that began at `beganMs` (epoch ms). The
 * bucket running at its start counts (docs/decisions/0018).
 */
export const isOfSession = (beganMs: number, endedMs: number): boolean =>
  endedMs >= beganMs - bucketMs

/** What can be done with monitoring: only the organisation that began a session ends it (C356). */
export type SessionStep = 'start' | 'end' | 'others'

export const nextStep = (session: MonitoringSession | null, organizationId: string): SessionStep =>
  session === null || sessionState(session) !== 'active'
    ? 'start'
    : session.organization.id === organizationId
      ? 'end'
      : 'others'
