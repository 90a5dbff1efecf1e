export { tellEnding } from './ending'
export { callKind } from './kind'
export { rings } from './pushes'
export { unreachedIn } from './unreached'
