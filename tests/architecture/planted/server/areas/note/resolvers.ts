// allowed
export { open } from '../../db/database'
