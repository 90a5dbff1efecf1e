export { ageOn, ageParts, shownAge, type Age, type AgePart } from './age'
export { isFullNameOf } from './confirm'
export { foldName, isTakenName, isUnseen, similarKey } from './fold-name'
export { identityDisplays, showIdentity, type IdentityDisplay } from './display'
export {
  birthDateLikenesses,
  comparable,
  isDouble,
  likenessOf,
  likest,
  nameLikenesses,
  swapDayAndMonth,
  type Comparable,
  type Likeness,
  type NamedPerson,
} from './likeness'
export {
  authorOf,
  formatFullName,
  formatPatientName,
  formatStaffName,
  initials,
  type PersonName,
  type StaffName,
} from './names'
export {
  checkNationalIdentifier,
  formatNationalIdentifier,
  isTestIdentifier,
  type NationalIdentifierCheck,
  type NationalIdentifierFault,
} from './national-identifier'
