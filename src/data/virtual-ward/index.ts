export { virtualWard, virtualWardFilter } from './virtual-ward.resource'
export type { VirtualWardFilter } from './virtual-ward.wire'
