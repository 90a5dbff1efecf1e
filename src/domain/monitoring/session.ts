import { z } from 'zod'

/** The product's own way of monitoring, the only one there is (C280). */
export const monitoringTypes = ['Lamplight'] as const
export type MonitoringType = (typeof monitoringTypes)[number]

/** A time in which a patient is monitored (C279). `endedAt` null: it goes on. */
export const monitoringSessionSchema = z.object({
  id: z.string(),
  organization: z.object({ id: z.string() }),
  type: z.enum(monitoringTypes),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})
export type MonitoringSession = z.infer<typeof monitoringSessionSchema>

/** none, then active, then ended (C355); a patient who is monitored again has a new session. */
export type SessionState = 'none' | 'active' | 'ended'

/** Where a patient's latest session stands. */
export const sessionState = (session: MonitoringSession | null): SessionState =>
  session === null ? 'none' : session.endedAt === null ? 'active' : 'ended'

/** What can be done with a patient's monitoring: a session that another organisation began is theirs to end (C356). */
export type SessionStep = 'start' | 'end' | 'others'

export const nextStep = (session: MonitoringSession | null, organizationId: string): SessionStep =>
  session === null || sessionState(session) !== 'active' ? 'start' : session.organization.id === organizationId ? 'end' : 'others'
