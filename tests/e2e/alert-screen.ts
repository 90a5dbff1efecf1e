import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { deteriorating, graphql, tokenOf } from './portal'

interface Listed {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly alerts: readonly unknown[]
}
/**
 * A patient of the nurse's ward without an open alert. `which`: where one test resolved alerts, and the same reading
 * would raise none, another takes the last of them.
 */
export const wellPatient = async (
  request: APIRequestContext,
  which: 'first' | 'last' = 'first',
): Promise<Listed> => {
  const token = await tokenOf(request, 'nurse@riverside.example')
  const { virtualWardPatients } = await graphql<{
    virtualWardPatients: { patients: readonly Listed[] }
  }>(
    request,
    token,
    '{ virtualWardPatients(take: 50, skip: 0, sort: [{ field: alertCount, direction: ASC }]) { patients { id firstName lastName alerts { id } } } }',
  )
  const well = virtualWardPatients.patients
    .filter(({ alerts }) => alerts.length === 0)
    .at(which === 'first' ? 0 : -1)
  if (well === undefined) throw new Error('Every patient of the demonstration has an alert')
  return well
}
/** Scores 7 or more on either scale of SpO2: RR 25 (3), BP 108 (1), pulse 115 (2), 38.5 °C (1). */
export const grave = (patientId: string, at = Date.now()): Record<string, unknown> => ({
  ...deteriorating(patientId, at),
  respiratoryRate: { value: 25, source: 'manual' },
  pulseRate: { value: 115, source: 'cuff', isManual: false },
})

/** The chip of that alert on a card or a record. */
export const chipName = /^Alert: High early-warning score/
export const alertsDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Alerts' })
/** That alert in the dialog. */
export const alertItem = (page: Page): Locator =>
  alertsDialog(page).getByRole('listitem').filter({ hasText: 'High early-warning score' })
