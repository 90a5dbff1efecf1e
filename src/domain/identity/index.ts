export { ageOn, shownAge, type Age } from './age'
export { isFullNameOf } from './confirm'
export {
  defaultIdentityDisplay,
  identityDisplays,
  showIdentity,
  type IdentityDisplay,
} from './display'
export { formatFullName, formatPatientName, initials, type PersonName } from './names'
export {
  checkNationalIdentifier,
  formatNationalIdentifier,
  nationalIdentifierLabel,
  nationalIdentifierLength,
  type NationalIdentifierCheck,
  type NationalIdentifierFault,
} from './national-identifier'
