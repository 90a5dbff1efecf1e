// allowed
export { patients } from '../patient'
