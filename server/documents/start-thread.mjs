// A thread does not inherit the loader of TypeScript (Node 20): it is registered first.
import { register } from 'tsx/esm/api'

register()
await import('./render-thread.ts')
