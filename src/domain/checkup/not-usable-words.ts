import type { Edition } from '../organization/organization'
import type { NotUsable } from './not-usable'

const names: Readonly<Record<string, string>> = {
  temperature: 'Temperature',
  pulseRate: 'Pulse',
  pulseOxiData: 'SpO2',
  'pulseOxiData.averageHr': 'Pulse of the oximeter',
  'pulseOxiData.confidence': 'SpO2 signal',
  respiratoryRate: 'Respiratory rate',
  consciousness: 'Consciousness',
  onOxygen: 'Oxygen',
  oxygenFlow: 'Oxygen flow',
  bloodPressureData: 'Blood pressure',
  weight: 'Weight',
  peakExpiratoryFlowRate: 'Peak flow',
  symptoms: 'Symptom',
  softSigns: 'Soft sign',
  picture: 'Picture',
  lungSounds: 'Breath sound',
  attachments: 'Attachment',
  notes: 'Notes',
  selectedAction: 'Action',
}

const nameOf = (field: string, edition: Edition): string => {
  const [head = ''] = field.split('.')
  if (head === 'glucose') return edition === 'en-US' ? 'Blood glucose' : 'Glucose'
  return (
    [field, head]
      .map((key) => (Object.hasOwn(names, key) ? names[key] : null))
      .find((name) => name != null) ?? field
  )
}

type Told = Pick<NotUsable, 'field' | 'sent' | 'reason'>

/**
 * What was sent and left out: 'Temperature not usable: 98.6'. The same on every surface, on the screen
 * and on paper. What is longer than is kept says so.
 */
export const notUsableWords = ({ field, sent, reason }: Told, edition: Edition): string => {
  if (reason === 'more') return `${sent} more not usable`
  const name = nameOf(field, edition)
  return reason === 'cut' ? `${name} cut off: ${sent}` : `${name} not usable: ${sent}`
}

/** So many are told beside others; how many more there are is said. */
const mostBeside = 3

/** What was left out in short, where other things are told of the patient too. */
export const notUsableBeside = (left: readonly Told[], edition: Edition): readonly string[] => {
  const more = left
    .slice(mostBeside)
    .reduce((count, { sent, reason }) => count + (reason === 'more' ? Number(sent) : 1), 0)
  return [
    ...left.slice(0, mostBeside).map((one) => notUsableWords(one, edition)),
    ...(more > 0 ? [`${more} more not usable`] : []),
  ]
}
