export {
  May,
  PrincipalContext,
  ReadingOnly,
  usePrincipal,
  useReadUntil,
  type MayProps,
} from './May'
