// allowed
export { Kysely as open } from 'kysely'
