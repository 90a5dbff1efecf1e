export { readOrganization } from './repository'
