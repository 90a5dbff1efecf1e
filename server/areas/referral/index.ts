export { admitReferred } from './decide'
