/**
 * Names of the scopes of the sync protocol (docs/sync-protocol.md): the roster of an organisation,
 * the record of one subject (a patient), and the signed-in user in an organisation.
 */
const subjectPrefix = 'PATIENT:'
const rosterPrefix = 'ROSTER:'
const ownPrefix = 'ME:'

export const subjectScope = (subjectId: string): string => `${subjectPrefix}${subjectId}`
export const rosterScope = (organizationId: string): string => `${rosterPrefix}${organizationId}`
export const ownScope = (organizationId: string): string => `${ownPrefix}${organizationId}`

/** The subject that a scope is about; '' for none. */
export const subjectOf = (scope: string): string =>
  scope.startsWith(subjectPrefix) ? scope.slice(subjectPrefix.length) : ''
export const isRosterScope = (scope: string): boolean => scope.startsWith(rosterPrefix)
