export {
  May,
  PrincipalProvider,
  ReadingOnly,
  useMay,
  usePrincipal,
  useReadUntil,
  type MayProps,
} from './May'
