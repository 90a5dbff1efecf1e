// refused: floor
export { work } from '../../../workers/compute.worker'
