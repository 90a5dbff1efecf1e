// allowed
export { store } from '../../platform/store'
