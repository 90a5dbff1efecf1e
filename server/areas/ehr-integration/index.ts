export { approverOf, isSetUp, listIntegrations } from './repository'
