export { identitiesOf, isSpent, linkedUser, spend } from './repository'
export { clockToleranceSeconds, type ReadIdentity, type SignedIdentity } from './signed'
