export { approverOf, isSetUp, listIntegrations } from './repository'
export { outdatedWords } from './outdated'
