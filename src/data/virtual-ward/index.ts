export { patientOnBoard, virtualWard, virtualWardFilter, watchList } from './virtual-ward.resource'
export type { VirtualWardFilter } from './virtual-ward.wire'
