export { nameOf, readActors, readNames } from './names'
