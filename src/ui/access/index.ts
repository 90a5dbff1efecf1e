export {
  May,
  PrincipalContext,
  ReadingOnly,
  useOrganizationDay,
  usePrincipal,
  useReadUntil,
  type MayProps,
} from './May'
