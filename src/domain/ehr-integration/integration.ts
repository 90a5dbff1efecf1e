import { z } from 'zod'
import { givenName } from '../text/given-name'

/** What another system makes of what it is sent (decision P225): three kinds, no vendor names. */
export const ehrIntegrationTypes = [
  'PreApprovedMessage',
  'CareHomeInteraction',
  'CareNote',
] as const
export type EhrIntegrationType = (typeof ehrIntegrationTypes)[number]

/** What makes an event of it (P224). */
export const ehrTriggerTypes = ['DataPoint', 'Manual', 'PeriodicSummary'] as const
export type EhrTriggerType = (typeof ehrTriggerTypes)[number]

/** Triggers that this release works off: no other can be set up. */
export const workingTriggers = ['Manual'] as const satisfies readonly EhrTriggerType[]

/** The states of an event (P215, K33). */
export const ehrEventStatuses = [
  'pending',
  'submitted',
  'action_required',
  'error',
  'success',
  'rejected',
  'skipped',
] as const
export type EhrEventStatus = (typeof ehrEventStatuses)[number]

/** What the queue shows (C397), and what Show completed adds (C398). */
export const openStatuses = [
  'pending',
  'submitted',
  'action_required',
  'error',
] as const satisfies readonly EhrEventStatus[]
export const completedStatuses = [
  'success',
  'rejected',
  'skipped',
] as const satisfies readonly EhrEventStatus[]

/** Its message is filed in the name of somebody, who approved of it beforehand. */
export const needsApprover = (type: EhrIntegrationType): boolean => type === 'PreApprovedMessage'

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(host)

/** What is wrong with an address of another system, in words for staff; null: nothing. */
export const outwardFault = (text: string, allowsLoopback: boolean): string | null => {
  if (!URL.canParse(text)) return 'This is not an address'
  const url = new URL(text)
  const isOwnMachine = allowsLoopback && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !(isOwnMachine && url.protocol === 'http:'))
    return 'The address must begin with https://'
  if (url.username !== '' || url.password !== '') return 'The address must not hold a password'
  return null
}

/** The same of an address that events are to be sent to, which ends with its path. */
export const addressFault = (text: string, allowsLoopback: boolean): string | null => {
  const fault = outwardFault(text, allowsLoopback)
  if (fault !== null) return fault
  const { search, hash } = new URL(text)
  return search === '' && hash === '' ? null : 'The address must end with its path'
}

/** An integration that internal staff set up. The server asks `addressFault` of its address, too. */
export const newIntegrationSchema = z.object({
  carePathwayId: z.string().min(1, 'The care pathway is needed'),
  name: givenName(80, 'The name is needed', 'At most 80 characters'),
  integrationType: z.enum(ehrIntegrationTypes, 'The type is needed'),
  triggerType: z.enum(workingTriggers, 'The trigger is needed'),
  address: z.string().trim().min(1, 'The address is needed').max(500, 'At most 500 characters'),
})
export type NewIntegration = z.infer<typeof newIntegrationSchema>
