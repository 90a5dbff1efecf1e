export { lockWard } from './repository'
