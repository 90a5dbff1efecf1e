/** Scope names of the sync protocol (docs/sync-protocol.md): roster, subject (patient), user. */
export const scopeKinds = { subject: 'PATIENT', roster: 'ROSTER', own: 'ME' } as const

const subjectPrefix = `${scopeKinds.subject}:`
const rosterPrefix = `${scopeKinds.roster}:`
const ownPrefix = `${scopeKinds.own}:`

export const subjectScope = (subjectId: string): string => `${subjectPrefix}${subjectId}`
export const rosterScope = (organizationId: string): string => `${rosterPrefix}${organizationId}`
export const ownScope = (organizationId: string): string => `${ownPrefix}${organizationId}`

/** The subject that a scope is about; '' for none. */
export const subjectOf = (scope: string): string =>
  scope.startsWith(subjectPrefix) ? scope.slice(subjectPrefix.length) : ''
export const isRosterScope = (scope: string): boolean => scope.startsWith(rosterPrefix)
