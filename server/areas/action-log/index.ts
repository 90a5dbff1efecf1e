export { nameOf, readNames, type Names, type Ref } from './names'
