// allowed
export type { Rows } from '../../data/patient'
export { useQuery } from '../../data/hooks'
export type { Page } from '../../ui/page'
