// allowed
export { store } from '../store'
