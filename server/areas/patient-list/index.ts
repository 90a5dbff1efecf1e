export { opensListed } from './repository'
