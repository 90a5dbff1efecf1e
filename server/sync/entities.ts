import type {
  Checkup,
  Me,
  MonitoringChunk,
  Patient,
  PatientNote,
  VirtualWardPatient,
} from '../../schema/generated/resolvers'

/** A row of any kind that devices hold, named so that GraphQL can tell which. */
export type Entity =
  | ({ readonly __typename: 'VirtualWardPatient' } & VirtualWardPatient)
  | ({ readonly __typename: 'Patient' } & Patient)
  | ({ readonly __typename: 'Checkup' } & Checkup)
  | ({ readonly __typename: 'PatientNote' } & PatientNote)
  | ({ readonly __typename: 'MonitoringChunk' } & MonitoringChunk)
  | ({ readonly __typename: 'Me' } & Me)
