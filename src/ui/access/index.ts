export { May, PrincipalContext, usePrincipal, type MayProps } from './May'
