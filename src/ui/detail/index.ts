export { DetailDrawer, type DetailDrawerProps } from './DetailDrawer'
export { useDetail, type Detail } from './use-detail'
