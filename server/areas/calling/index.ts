export { callKind } from './kind'
