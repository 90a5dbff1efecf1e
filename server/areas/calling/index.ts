export { callKind } from './kind'
export { unreachedIn } from './unreached'
