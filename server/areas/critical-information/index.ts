export { allergiesOf, criticalInformationOf, criticalMarks } from './read'
export { criticalInformationOperations } from './sync'
