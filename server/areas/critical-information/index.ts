export { allergiesOf, criticalInformationOf } from './read'
export { criticalInformationOperations } from './sync'
