export { LookupFields } from './LookupFields'
export { LookupMatchCard } from './LookupMatchCard'
export { useLookupForm } from './use-lookup-form'
