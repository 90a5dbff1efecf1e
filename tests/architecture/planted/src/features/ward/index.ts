// allowed
export type { Rows } from '../../data/patient'
export { useQuery } from '../../engine/react'
export type { Page } from '../../ui/page'
