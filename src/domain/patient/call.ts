import type { Patient } from './patient'

/** Why a patient cannot be called. contact: nothing is known by which to reach them. */
export type NobodyToCall = 'contact' | 'telephone'

/**
 * Why nobody can be called, or null (C055). Who has an address, or wears a device that sends now, has
 * something registered; only the number is missing.
 */
export const nobodyToCall = ({
  telephone,
  address,
  continuousMonitoringSession: session,
}: Pick<Patient, 'telephone' | 'address' | 'continuousMonitoringSession'>): NobodyToCall | null => {
  if (telephone !== null) return null
  const isMonitored = session !== null && session.endedAt === null
  return address === null && !isMonitored ? 'contact' : 'telephone'
}
