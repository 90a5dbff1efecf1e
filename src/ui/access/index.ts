export {
  May,
  PrincipalContext,
  ReadingOnly,
  useMay,
  useOrganizationDay,
  usePrincipal,
  useReadUntil,
  type MayProps,
} from './May'
