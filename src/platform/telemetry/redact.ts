const withheld = '[redacted]'

/** Variables that may hold personal data (P296); free text may hold any. */
const telling =
  /name|address|postcode|e-?mail|phone|mobile|password|secret|token|nhs|hcn|national|identifier|birth|text|note|message|reason|info/i

const redactValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redactValue)
  if (value !== null && typeof value === 'object')
    return redact(value as Readonly<Record<string, unknown>>)
  return value
}

/** The same variables without personal values, at any depth; null and undefined stay. */
export const redact = (
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      telling.test(key) && value != null ? withheld : redactValue(value),
    ]),
  )
