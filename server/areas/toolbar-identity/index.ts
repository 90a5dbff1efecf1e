export { identitiesOf, linkedUser, spend } from './repository'
export { clockToleranceSeconds, type ReadIdentity, type SignedIdentity } from './signed'
