export { handoverOperations, handoversOf } from './text'
