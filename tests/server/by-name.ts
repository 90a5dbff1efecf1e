import { entityFragments } from '../../scripts/entity-types'

/** The text of a query by name, as others than the portal ask it, with the fragments that it spreads. */
export const withFragments = (text: string): string => {
  const known = new Map(
    entityFragments().map((fragment) => [
      /^fragment (\w+)/.exec(fragment.text)?.[1],
      fragment.text,
    ]),
  )
  const found = new Map<string, string>()
  const gather = (of: string): void => {
    for (const [, name = ''] of of.matchAll(/\.\.\.([A-Z]\w*)/g)) {
      const fragment = known.get(name)
      if (fragment === undefined || found.has(name)) continue
      found.set(name, fragment)
      gather(fragment)
    }
  }
  gather(text)
  return [text, ...found.values()].join('\n')
}

/** Queries of what devices read by scope, as others ask them, by the names of the portal's contract. */
export const namedQueries: readonly { readonly name: string; readonly text: string }[] =
  Object.entries({
    PatientRecord: '($patientId: ID!) { patient(patientId: $patientId) { ...PatientFields } }',
    PatientCheckups:
      '($patientId: ID!, $take: Int, $before: DateTime) { checkupsByPatient(patientId: $patientId, take: $take, before: $before) { checkups { ...CheckupFields } total asOf } }',
    CheckupDetail: '($id: ID!) { checkup(id: $id) { ...CheckupFields } }',
    MonitoringChunks:
      '($patientId: ID!, $from: DateTime!, $to: DateTime!) { monitoringChunks(patientId: $patientId, from: $from, to: $to) { chunks { ...MonitoringChunkFields } asOf } }',
    PatientNotes:
      '($patientId: ID!, $take: Int, $before: DateTime) { patientNotes(patientId: $patientId, take: $take, before: $before) { notes { ...NoteFields } total asOf } }',
    PatientChat:
      '($patientId: ID!, $take: Int, $before: DateTime) { patientChat(patientId: $patientId, take: $take, before: $before) { messages { ...ChatMessageFields } totalMessages asOf } }',
    PatientOnBoard:
      '($patientId: ID!) { patientOnBoard(patientId: $patientId) { patients { ...VirtualWardPatientFields } total asOf } }',
    VirtualWardPatients:
      '($take: Int!, $skip: Int!, $wardIds: [ID!], $withCheckupsInLastHours: Int, $sort: [VirtualWardSort!]) { virtualWardPatients(take: $take, skip: $skip, wardIds: $wardIds, withCheckupsInLastHours: $withCheckupsInLastHours, sort: $sort) { patients { ...VirtualWardPatientFields } total asOf } }',
  }).map(([name, text]) => ({ name, text: withFragments(`query ${name}${text}`) }))

const named = (wanted: string): string => {
  const found = namedQueries.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`No query is called ${wanted}`)
  return found.text
}
export const checkupsByName = named('PatientCheckups')
export const boardByName = named('VirtualWardPatients')
export const onBoardByName = named('PatientOnBoard')
