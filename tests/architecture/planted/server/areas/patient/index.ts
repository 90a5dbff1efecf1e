// allowed
export { patients } from './repository'
